import FireflyAPI
import FireflyApp
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

@testable import FireflyClient

/// Saving to a service with accounts: nothing is posted twice, to no more people, and no word is lost.
@Suite(.endsServices) struct ServiceSaverTests {
  private typealias Status = FakeInstance.Status

  private let link = SourceLink("https://instance.example/@bob/\(FakeInstance.name(1))")

  private func client(_ fake: FakeInstance, as id: String = "ada") throws -> any PostsClient {
    let ada = User(id: id, handle: "@ada@instance.example", name: "Ada")
    return SourceClient(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(fake.server.address), reader: ada,
      credentials: Credentials(.signedIn(ada), token: "right"), userAgent: "Firefly",
      storage: SourceStorage(read: { nil }, update: { _ in }), at: link, logger: silent)
  }

  private func draft(_ target: DraftTarget, _ words: PostText) -> Draft {
    Draft(
      key: Draft.Key(server: "s", account: "id:ada", target: target), words: words,
      template: "post", idempotencyKey: "key")
  }

  private func reply(_ body: String, readers: Readers? = nil) throws -> Draft {
    var draft = draft(
      .newPost(below: try #require(link?.post)), PostText(title: "the end", summary: "", body: body)
    )
    draft.delivery.readers = readers
    return draft
  }

  private func saver(_ client: any PostsClient) -> PostSaver {
    PostSaver(client: client, drafts: nil, log: silent)
  }

  /// What is left of a draft whose answer was lost, as the disk has it.
  private func unanswered(_ draft: Draft, _ outcome: PostSaver.Outcome) throws -> Draft {
    guard case .failed(_, let unconfirmed, let delivery) = outcome else {
      Issue.record("\(outcome)")
      return draft
    }
    var kept = draft
    (kept.unconfirmed, kept.delivery) = (unconfirmed, kept.delivery.sent(delivery))
    let stored = StoredDraft(draft: kept, startedAt: 1, changedAt: 2)
    let read = try JSONDecoder().decode(StoredDraft.self, from: JSONEncoder().encode(stored)).draft
    #expect(read == kept)
    return read
  }

  /// The answer is lost, and so is the one to the question whether it arrived; the second try finds it.
  @Test(arguments: [true, false], [Readers.followers, .everyone])
  func aSecondTryFindsWhatArrived(_ keepsKeys: Bool, _ readers: Readers) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.hidesPrivate) = (keepsKeys, true)
    let fake = try await FakeInstance([Status(1)], habits)
    let client = try client(fake)
    fake.trouble("POST /api/v1/statuses", .lost)
    fake.trouble("GET /api/v1/accounts/ada/statuses", .refused(502, "<h1>Bad</h1>"))
    var draft = try reply("# head\n- @bob & <b>", readers: readers)
    draft = try unanswered(draft, await saver(client).send(draft))
    #expect(fake.statuses.count == 2)
    guard case .saved(let post) = await saver(client).send(draft) else {
      Issue.record("not saved")
      return
    }
    #expect(fake.statuses.count == 2 && post.service?.readers == readers)
    #expect(!fake.server.exchanges.contains { $0.method == "PUT" })
    #expect(fake.server.exchanges.count { $0.method == "POST" } == 1)
  }

  /// What was there before it was sent is another post, whatever its words; of the last day before, clocks may differ,
  /// and the user decides.
  @Test(arguments: [true, false], [200_000, 300, 20]) func anOlderPostIsAnotherOne(
    _ keepsSources: Bool, _ seconds: Double
  ) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources) = (false, keepsSources)
    var older = Status(2, by: "ada", "words", parent: 1)
    (older.warning, older.writtenAt) = ("the end", Date() - seconds)
    let fake = try await FakeInstance([Status(1), older], habits)
    let client = try client(fake)
    fake.trouble("POST /api/v1/statuses", .refused(503, "Busy"))
    var draft = try reply("words", readers: .everyone)
    draft = try unanswered(draft, await saver(client).send(draft))
    if seconds < 86_400 {
      let outcome = await saver(client).send(draft)
      guard case .failed(let failure, _, _) = outcome, failure.kind == .mayBeThere else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fake.statuses.count == 2)
      draft.delivery.sendsAgain = true
    }
    let outcome = await saver(client).send(draft)
    guard case .saved = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fake.statuses.map(\.text) == ["Words.", "words", "words"])
  }

  /// Without keys, it is noted before the first sending what was there: that is another post, whatever its time; what
  /// came since is the lost one.
  @Test(arguments: [true, false], [-300, 0, 300])
  func whatWasThereBeforeIsAnotherOne(isLost: Bool, seconds: Double) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.version) = (false, "4.0.0 (not true; really snac/2.76)")
    var older = Status(2, by: "ada", "words", parent: 1)
    (older.warning, older.writtenAt) = ("the end", Date() + seconds)
    let fake = try await FakeInstance([Status(1), older], habits)
    let client = try client(fake)
    fake.trouble("POST /api/v1/statuses", isLost ? .lost : .refused(503, "Busy"))
    var draft = try reply("words", readers: .everyone)
    var outcome = await saver(client).send(draft)
    if !isLost {
      draft = try unanswered(draft, outcome)
      #expect(draft.delivery.sentAfter?.count == 1)
      outcome = await saver(client).send(draft)
    }
    guard case .saved(let post) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(post.id != SourceLink("https://instance.example/@ada/\(FakeInstance.name(2))")?.post)
    #expect(fake.statuses.map(\.text) == ["Words.", "words", "words"])
    #expect(fake.server.exchanges.count { $0.method == "POST" } == (isLost ? 1 : 2))
  }

  /// A server that knows keys is asked nothing more.
  @Test(arguments: ["4.4.0", "takahe/0.11.0"]) func onlyServersWithoutKeysAreAskedBefore(
    _ version: String
  ) async throws {
    var habits = FakeInstance.Habits()
    habits.version = version
    let fake = try await FakeInstance([Status(1)], habits)
    guard case .saved = await saver(try client(fake)).send(try reply("words", readers: .everyone))
    else {
      Issue.record("not saved")
      return
    }
    let asked = fake.server.exchanges.contains { $0.target.contains("/accounts/ada/statuses") }
    #expect(asked == (version != "4.4.0"))
  }

  /// An answer that is lost while the server can be asked is no failure at all.
  @Test func aLostAnswerIsNoFailure() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.trouble("POST /api/v1/statuses", .answered(504))
    let outcome = await saver(try client(fake)).send(try reply("words"))
    guard case .saved(let post) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fake.statuses.count == 2 && post.body == "words")
  }

  /// Words that were changed after a lost answer become an edit, or stay where that would show them to everyone.
  @Test(arguments: ["4.4.0", "takahe/0.11.0"]) func laterWordsAreAnEdit(_ version: String)
    async throws
  {
    var habits = FakeInstance.Habits()
    (habits.version, habits.keepsKeys, habits.hidesPrivate) = (version, false, true)
    habits.widensEdits = version.hasPrefix("takahe")
    let fake = try await FakeInstance([Status(1, visibility: "private")], habits)
    let client = try client(fake)
    fake.trouble("POST /api/v1/statuses", .lost)
    fake.trouble("GET /api/v1/accounts/ada/statuses", .refused(502, "<h1>Bad</h1>"))
    if version.hasPrefix("takahe") {
      // It is asked before, too.
      fake.trouble("GET /api/v1/accounts/ada/statuses", .refused(502, "<h1>Bad</h1>"))
    }
    var draft = try reply("@bob one")
    draft = try unanswered(draft, await saver(client).send(draft))
    draft.words.body = "@bob two"
    let outcome = await saver(client).send(draft)
    #expect(fake.statuses.count == 2 && fake.statuses[1].visibility == "private")
    if version.hasPrefix("takahe") {
      guard case .failed(let failure, let unconfirmed, _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(failure.sentence.contains("would show this post to everyone"))
      #expect(unconfirmed.map(\.body) == ["@bob one", "@bob two"])
      #expect(fake.statuses[1].text == "@bob one")
    } else {
      guard case .saved = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fake.statuses[1].text == "@bob two")
    }
  }

  /// As on snac, without keys, sources and edits: one post, and no failure; in doubt the user decides.
  @Test(arguments: [true, false]) func oneIsPostedWithoutKeys(_ isInDoubt: Bool) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources, habits.hasOtherIDs) = (false, false, true)
    let fake = try await FakeInstance([Status(1)], habits)
    // Signed in, one has the ID that the server gives the owner of the token.
    let client = try client(fake, as: "own-ada")
    fake.trouble("POST /api/v1/statuses", .lost)
    fake.trouble("GET /api/v1/accounts/own-ada/statuses", .refused(502, "<h1>Bad</h1>"))
    var draft = try reply("@bob some **words** for you")
    draft = try unanswered(draft, await saver(client).send(draft))
    try #require(fake.statuses.count == 2)
    if isInDoubt {
      var other = fake.statuses[1]
      other.text = "@bob some words for us"
      fake.add(other)
      guard case .failed(let failure, let unconfirmed, _) = await saver(client).send(draft) else {
        Issue.record("no doubt")
        return
      }
      #expect(failure.kind == .mayBeThere && unconfirmed == [draft.words])
      #expect(fake.statuses.count == 2)
      draft.delivery.sendsAgain = true
    }
    guard case .saved = await saver(client).send(draft) else {
      Issue.record("not saved")
      return
    }
    #expect(fake.statuses.count == (isInDoubt ? 3 : 2))
    #expect(!fake.server.exchanges.contains { $0.method == "PUT" })
  }

  /// Another program has changed the post: both versions are there, as they were typed.
  @Test func aConflictComparesWhatWasTyped() async throws {
    let fake = try await FakeInstance([Status(1, by: "ada", "# one")])
    let client = try client(fake)
    let id = try #require(link?.post)
    let version = try await client.version(id)
    var draft = draft(.edit(id), PostText(title: "", summary: "", body: "# one, changed"))
    draft.base = Draft.Base(words: version.post.words, etag: version.tag)
    guard case .saved = await saver(client).send(draft) else {
      Issue.record("not saved")
      return
    }
    #expect(fake.statuses[0].text == "# one, changed")
    draft.words.body = "# one, again"
    guard case .conflict(let comparison) = await saver(client).send(draft) else {
      Issue.record("no conflict")
      return
    }
    #expect(comparison.theirs.words.body == "# one, changed")
    #expect(fake.statuses[0].text == "# one, changed")
  }

  /// A token that was revoked meanwhile opens the sign-in; the words are where they were.
  @Test func aRevokedTokenKeepsTheWords() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.revoke("right")
    let draft = try reply("words")
    guard case .failed(let failure, let unconfirmed, _) = await saver(try client(fake)).send(draft)
    else {
      Issue.record("saved")
      return
    }
    #expect(failure.kind == .signedOut && unconfirmed.isEmpty && fake.statuses.count == 1)
  }

  /// A reply that became an orphan goes to no more people as a new post.
  @Test func anOrphanKeepsItsReaders() throws {
    var draft = try reply("words", readers: .followers)
    draft.delivery.language = "sv"
    draft.delivery.sentAt = 5
    let key = Draft.Key(server: "s", account: "id:ada", target: .newPost(below: nil))
    let new = draft.converted(to: key, idempotencyKey: "other")
    #expect(new.delivery == Draft.Delivery(readers: .followers, language: "sv"))
  }
}
