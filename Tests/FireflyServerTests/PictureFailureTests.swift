import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import KeptLog
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// The folder of the pictures can't be used: its owner is told where it is, others are not.
@Suite struct PictureFailureTests {
  @Test(
    arguments: [Access.open(), .owner(TemporaryStore.ada)], ["/api/uploads", "/api/posts/create"])
  func thePathIsForTheOwner(_ access: Access, _ path: String) async throws {
    let home = try await TemporaryStore.sample()
    let folder = home.store.uploads.folder
    try? FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    let log = KeptLog()
    let router = Router(store: home.store, access: access, logger: log.logger)
    var form = PostForm(email: TemporaryStore.ada.email, title: "t", summary: "", body: "")
    form.parentID = -1
    let (fields, body) = RouterWritingTests.multipart(form, image: PictureStorageTests.picture(1))
    var request = HTTPRequest(
      "POST", path, fields: ["Host": "127.0.0.1"], peer: .network("127.0.0.1"),
      body: HTTPBody(Array(body)))
    for (name, value) in fields { request.fields[name] = value }
    let answer = await router.respond(to: request)
    let text = String(decoding: try await answer.allBytes(), as: UTF8.self)
    #expect(answer.status == 500)
    #expect(text.contains(folder.path) == access.isEmbedded, "\(text)")
    #expect(text.contains("--data") == access.isEmbedded, "\(text)")
    #expect(text.contains("The server can't read or store pictures now.") != access.isEmbedded)
    #expect(log.lines.count == 1 && log.lines.allSatisfy { $0.contains(folder.path) })
  }
}
