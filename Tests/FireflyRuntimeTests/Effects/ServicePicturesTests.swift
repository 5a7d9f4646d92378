import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

@testable import FireflyClient

/// Pictures of a service behind a proxy that cuts, refuses and doubles: none is lost, and nothing is posted twice.
@Suite(.endsServices) struct ServicePicturesTests {
  private typealias Status = FakeInstance.Status

  private let home = TemporaryState()

  private func client(_ fake: FakeInstance) throws -> any PostsClient {
    let ada = User(id: "ada", handle: "@ada@instance.example", name: "Ada")
    return SourceClient(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(fake.server.address), reader: ada,
      credentials: Credentials(.signedIn(ada), token: "right"), userAgent: "Firefly",
      storage: SourceStorage(read: { nil }, update: { _ in }), at: link(1), logger: silent)
  }

  private func link(_ id: Int) -> SourceLink? {
    SourceLink("https://instance.example/@ada/\(FakeInstance.name(id))")
  }

  /// A draft with two new pictures.
  private func draft(_ target: DraftTarget, in drafts: DraftStore) -> Draft {
    let key = Draft.Key(server: "s", account: "id:ada", target: target)
    var draft = Draft(
      key: key, words: PostText(body: "my words"), template: "post", idempotencyKey: "key")
    draft.delivery.readers = .quiet
    draft.sidePictures = ["one", "two"].enumerated().map { number, words in
      let name = drafts.pictures.save(
        TextPicturesTests.picture(UInt8(number + 1)), .png, for: key
      ).name
      return Draft.SidePicture(
        Draft.Picture(path: "\(words).png", copy: name), description: words)
    }
    return draft
  }

  /// Sends a draft until it is saved, each time as the disk has it after the failure.
  private func save(_ draft: Draft, by client: any PostsClient, in drafts: DraftStore) async throws
  {
    var draft = draft
    for _ in 1...4 {
      let outcome = await PostSaver(client: client, drafts: drafts, log: silent).send(draft)
      switch outcome {
      case .saved: return
      case .failed(_, let unconfirmed, let delivery):
        (draft.unconfirmed, draft.delivery) = (unconfirmed, draft.delivery.sent(delivery))
        let stored = StoredDraft(draft: draft, startedAt: 1, changedAt: 2)
        draft = try JSONDecoder().decode(StoredDraft.self, from: JSONEncoder().encode(stored)).draft
      default: Issue.record("\(outcome)")
      }
    }
    Issue.record("It was not saved.")
  }

  private static let troubles: [(String, FakeInstance.Trouble)] = [
    ("/api/v2/media", .lost), ("/api/v2/media", .refused(503, "Busy")), ("/api/v2/media", .doubled),
    ("/api/v2/media", .answered(502)), ("/api/v1/media", .answered(502)),
    ("/api/v1/statuses", .lost), ("/api/v1/statuses", .refused(503, "Busy")),
    ("/api/v1/statuses", .doubled), ("/api/v1/statuses", .answered(500)),
    ("/api/v1/statuses", .refused(422, "Validation failed: Cannot attach files")),
  ]

  @Test(arguments: troubles)
  func aNewPostHasItsPicturesOnce(_ path: String, _ trouble: FakeInstance.Trouble) async throws {
    let fake = try await FakeInstance([Status(1)])
    for method in ["POST", "GET"] { fake.trouble("\(method) \(path)", trouble) }
    let drafts = DraftStore(home.folder) { _ in }
    try await save(
      draft(.newPost(below: nil), in: drafts), by: client(fake), in: drafts)
    let posted = fake.statuses.filter { $0.author == "ada" }
    #expect(posted.map(\.text) == ["my words"] && posted.map(\.visibility) == ["unlisted"])
    #expect(posted.first?.media.map(\.description) == ["one", "two"])
  }

  @Test(arguments: troubles)
  func anEditHasItsPicturesOnce(_ path: String, _ trouble: FakeInstance.Trouble) async throws {
    var status = Status(1, by: "ada", "old words", visibility: "unlisted")
    status.media = ["5", "6"].map { FakeInstance.Media($0, "old \($0)") }
    let fake = try await FakeInstance([status])
    let client = try client(fake)
    let id = try #require(link(1)?.post)
    let version = try await client.version(id)
    let drafts = DraftStore(home.folder) { _ in }
    var draft = draft(.edit(id), in: drafts)
    draft.base = Draft.Base(words: version.post.words, etag: version.tag)
    var kept = try #require(version.post.service?.pictures)
    kept[0].description = "described"
    draft.sidePictures = [draft.sidePictures[0], kept[1], kept[0]]
    for method in ["POST", "PUT"] { fake.trouble("\(method) \(path)", trouble) }
    try await save(draft, by: client, in: drafts)
    #expect(fake.statuses.map(\.text) == ["my words"])
    #expect(fake.statuses[0].media.map(\.description) == ["one", "old 6", "described"])
    #expect(fake.statuses[0].media.dropFirst().map(\.id) == ["6", "5"])
  }
}
