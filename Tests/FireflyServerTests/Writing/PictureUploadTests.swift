import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import NIOCore
import Testing

@testable import FireflyHTTP
@testable import FireflyStore

/// Pictures that are being sent fill no disk.
@Suite struct PictureUploadTests {
  private static let start =
    "--xx\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n"

  private func respond(
    _ house: TestHouse, _ token: String, _ body: HTTPBody, at target: String = "/api/uploads",
    length: Int? = nil
  ) async -> HTTPResponse {
    var request = HTTPRequest(
      "POST", target,
      fields: [
        "Host": "127.0.0.1", "Authorization": "Bearer \(token)",
        "Content-Type": "multipart/form-data; boundary=xx",
      ], body: body)
    request.fields["Content-Length"] = length.map { "\($0)" }
    return await house.router.respond(to: request)
  }

  /// A form whose picture has this many bytes, and no end.
  private func unfinished(_ bytes: Int) -> BodyFeed {
    let feed = BodyFeed(limit: 16 << 20) {}
    feed.append(ByteBuffer(string: Self.start))
    feed.append(ByteBuffer(repeating: 0, count: bytes))
    return feed
  }

  private func parts(_ house: TestHouse) throws -> Int {
    let folder = house.home.store.uploads.folder.path
    guard FileManager.default.fileExists(atPath: folder) else { return 0 }
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      name.hasPrefix(".") && UUID(uuidString: String(name.dropFirst())) != nil
    }
  }

  @Test(arguments: ["/api/uploads", "/api/posts/create", "/api/posts/update"])
  func aPictureThatIsTooLargeIsRefusedByItsLength(_ target: String) async throws {
    let house = try await TestHouse(quota: try #require(Quota("pictures=1MB")))
    let token = try await house.signIn(TestHouse.ben)
    // Nothing of it arrives.
    let response = await respond(
      house, token, HTTPBody(feed: BodyFeed(limit: 16 << 20) {}), at: target, length: 15 << 20)
    #expect(response.status == 429)
    // A long text is no picture.
    let text = await respond(house, token, HTTPBody([]), at: target, length: (1 << 20) + 1_000)
    #expect(text.status == 400)
    withExtendedLifetime(house) {}
  }

  @Test func whatArrivesIsCounted() async throws {
    let house = try await TestHouse(quota: try #require(Quota("pictures=1MB")))
    let token = try await house.signIn(TestHouse.ben)
    let feed = unfinished((1 << 20) + 10_000)
    let response = await respond(house, token, HTTPBody(feed: feed))
    #expect(response.status == 429)
    #expect(try await eventually { try parts(house) == 0 })
  }

  @Test func twoAtATimeShareTheQuota() async throws {
    let house = try await TestHouse(quota: try #require(Quota("pictures=1MB")))
    let token = try await house.signIn(TestHouse.ben)
    let feeds = [unfinished(600_000), unfinished(100_000)]
    async let first = respond(house, token, HTTPBody(feed: feeds[0]))
    #expect(try await eventually { try parts(house) == 1 })
    async let second = respond(house, token, HTTPBody(feed: feeds[1]))
    #expect(try await eventually { try parts(house) == 2 })
    // A third waits for none of them, and others are not affected.
    #expect(await respond(house, token, HTTPBody([])).status == 429)
    let ada = try await house.signIn(TestHouse.ada, from: "127.0.0.2")
    #expect(await respond(house, ada, HTTPBody([])).status == 400)
    feeds[1].append(ByteBuffer(repeating: 0, count: 400_000))
    #expect(await second.status == 429)
    feeds[0].end(.interrupted)
    #expect(await first.status == 400)
    #expect(try await eventually { try parts(house) == 0 })
    #expect(await respond(house, token, HTTPBody([])).status == 400)
  }

  /// A part whose server was killed goes at the next start, one that is being written stays.
  @Test func onlyPartsThatAreWrittenStay() async throws {
    let house = try await TestHouse()
    let draft = try await house.home.store.pictures.newDraft()
    try draft.append([1])
    let left = house.home.store.uploads.folder.appendingPathComponent(".\(UUID().uuidString)")
    try Data("part".utf8).write(to: left)
    #expect(try parts(house) == 2)
    try await house.home.store.sweepPictures(at: Date())
    #expect(try parts(house) == 1)
    #expect(!FileManager.default.fileExists(atPath: left.path))
    withExtendedLifetime(draft) {}
  }
}
