import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

@testable import FireflyClient

/// A poll behind a proxy that cuts, refuses and doubles: it is posted once, with its options.
@Suite(.endsServices) struct ServicePollTests {
  private typealias Status = FakeInstance.Status

  private let home = TemporaryState()

  private func client(_ fake: FakeInstance) throws -> any PostsClient {
    let ada = User(id: "ada", handle: "@ada@instance.example", name: "Ada")
    return SourceClient(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(fake.server.address), reader: ada,
      credentials: Credentials(.signedIn(ada), token: "right"), userAgent: "Firefly",
      storage: SourceStorage(read: { nil }, update: { _ in }), logger: silent)
  }

  private func draft(_ options: [String]) -> Draft {
    let key = Draft.Key(server: "s", account: "id:ada", target: .newPost(below: nil))
    var draft = Draft(
      key: key, words: PostText(body: "my words"), template: "post", idempotencyKey: "key")
    (draft.delivery.readers, draft.delivery.poll) = (.quiet, NewPoll(options, seconds: 3_600))
    return draft
  }

  /// Sends a draft until it is saved, each time as the disk has it after the failure.
  private func save(
    _ draft: Draft, by client: any PostsClient, then change: (inout Draft) -> Void = { _ in }
  ) async throws {
    let drafts = DraftStore(home.folder) { _ in }
    var draft = draft
    for _ in 1...4 {
      let outcome = await PostSaver(client: client, drafts: drafts, log: silent).send(draft)
      guard case .failed(_, let unconfirmed, let delivery) = outcome else { return }
      (draft.unconfirmed, draft.delivery) = (unconfirmed, draft.delivery.sent(delivery))
      change(&draft)
      let stored = StoredDraft(draft: draft, startedAt: 1, changedAt: 2)
      draft = try JSONDecoder().decode(StoredDraft.self, from: JSONEncoder().encode(stored)).draft
    }
    Issue.record("It was not saved.")
  }

  private func options(_ fake: FakeInstance) async throws -> [[String]] {
    try await client(fake).recentPosts("post", .everyone, nil, 50).posts
      .filter { $0.body.contains("my words") }
      .map { $0.service?.poll?.options.map(\.title) ?? [] }
  }

  private static let troubles: [FakeInstance.Trouble] = [
    .lost, .refused(503, "Busy"), .doubled, .answered(500),
    .refused(422, "Validation failed: Poll"),
  ]

  @Test(arguments: troubles, [true, false])
  func aPollIsPostedOnce(_ trouble: FakeInstance.Trouble, _ keepsKeys: Bool) async throws {
    let fake = try await FakeInstance([Status(1)])
    // Without keys, a proxy that doubles can't be known of.
    if case .doubled = trouble, !keepsKeys { return }
    fake.change { habits in
      habits.keepsKeys = keepsKeys
      if !keepsKeys { habits.version = "takahe/0.11" }
    }
    fake.trouble("POST /api/v1/statuses", trouble)
    try await save(draft(["Tea", "Rum"]), by: client(fake))
    #expect(try await options(fake) == [["Tea", "Rum"]])
  }

  /// Options that the user changes after a lost answer are those that the post has in the end.
  @Test func optionsChangedMeanwhileCount() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.trouble("POST /api/v1/statuses", .lost)
    // Nor can it be looked for at once.
    fake.trouble("GET /api/v1/accounts/ada/statuses", .refused(500, "Oh"))
    try await save(draft(["Tea", "Rum"]), by: client(fake)) {
      $0.delivery.poll?.options = ["Tea", "Gin"]
    }
    #expect(try await options(fake) == [["Tea", "Gin"]])
  }
}
