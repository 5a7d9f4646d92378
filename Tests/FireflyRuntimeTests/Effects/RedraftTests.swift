import FireflyCore
import FireflyModel
import FireflySources
import Foundation
import SourceFakes
import Testing

@testable import FireflyAPI
@testable import FireflyClient

/// A post of a service that is deleted and written anew.
@Suite(.endsServices) struct RedraftTests {
  private typealias Status = FakeInstance.Status

  private let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )

  private func link(_ id: Int) -> SourceLink? {
    SourceLink("https://instance.example/@bob/\(FakeInstance.name(id))")
  }

  private let home = TemporaryState()

  private func store() -> DraftStore { DraftStore(home.folder) { _ in } }

  private func client(_ fake: FakeInstance, hasPictures: Bool = true) throws -> any PostsClient {
    let ada = User(id: "ada", handle: "@ada@instance.example", name: "Ada")
    let client = SourceClient(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(fake.server.address), reader: ada,
      credentials: Credentials(.signedIn(ada), token: "right"), userAgent: "Firefly",
      storage: SourceStorage(read: { nil }, update: { _ in }), at: link(2),
      logger: silent)
    var altered = AlteredClient(client)
    altered.instead.picture = { [picture] _, _ in
      hasPictures ? picture.map { PictureData(bytes: $0, etag: nil) } : nil
    }
    return altered
  }

  private func status() -> Status {
    var status = Status(2, by: "ada", "# my *words*", parent: 1, visibility: "private")
    (status.warning, status.language) = ("the end", "de")
    status.media = [
      FakeInstance.Media("5", "a lamp"), FakeInstance.Media("6", "", type: "image"),
    ]
    return status
  }

  /// The draft has all that the post had, and stands where that stood.
  @Test func aRedraftKeepsAll() async throws {
    let fake = try await FakeInstance([Status(1, visibility: "private"), status()])
    let drafts = store()
    let id = try #require(link(2)?.post)
    let draft = try await client(fake).redraft(id, on: "s", by: "id:ada", in: drafts)
    #expect(draft.words == PostText(title: "the end", body: "# my *words*"))
    #expect(draft.key.target == .newPost(below: link(1)?.post))
    #expect(draft.delivery.readers == .followers && draft.delivery.language == "de")
    #expect(draft.sidePictures.map(\.description) == ["a lamp", ""])
    #expect(draft.sidePictures.allSatisfy { $0.crop == Draft.Crop(x: 0.5, y: 0.25) })
    #expect(draft.copies.allSatisfy { drafts.pictures.bytes(of: $0) == picture.map(Array.init) })
    let kept = await drafts.drafts(on: "s", adoptedBy: "id:ada").map(\.draft)
    #expect(kept == [draft])
    // Nothing is deleted before.
    #expect(fake.statuses.count == 2)
  }

  /// A poll is kept, too, without its votes.
  @Test func aRedraftKeepsThePoll() async throws {
    var status = status()
    status.media = []
    status.fields =
      #"{"poll":{"id":"1","multiple":true,"options":[{"title":"Tea"},{"title":"Rum"}]}}"#
    let fake = try await FakeInstance([Status(1), status])
    let id = try #require(link(2)?.post)
    let draft = try await client(fake).redraft(id, on: "s", by: "id:ada", in: store())
    #expect(draft.delivery.poll == NewPoll(["Tea", "Rum"], takesSeveral: true))
  }

  /// What a draft can't have is said, and nothing is kept: a film, a picture that does not come.
  @Test(arguments: ["film", "picture"])
  func whatCannotBeKeptStops(_ what: String) async throws {
    var status = status()
    if what == "film" { status.media[1].type = "video" }
    let fake = try await FakeInstance([Status(1), status])
    let drafts = store()
    let id = try #require(link(2)?.post)
    let failure = await #expect(throws: LoadFailure.self) {
      try await client(fake, hasPictures: what != "picture")
        .redraft(id, on: "s", by: "id:ada", in: drafts)
    }
    #expect(failure?.sentence.contains(what) == true)
    #expect(await drafts.drafts(on: "s", adoptedBy: "id:ada").isEmpty)
    #expect(fake.statuses.count == 2)
  }
}
