import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// Saving over HTTP, on the embedded server: nothing is lost, and nothing is made twice.
@Suite struct PostSaverTests {
  private func draft(
    _ target: DraftTarget, _ title: String = "Fog", _ body: String = "Thick & 100 % grey.\n\nö"
  ) -> Draft {
    Draft(
      key: Draft.Key(server: "s", account: TestServer.adaKey, target: target),
      words: .init(title: title, summary: "s+s", body: body), template: "post",
      idempotencyKey: "key-\(UUID().uuidString)")
  }

  /// A draft of Ada's profile, as it is on the server.
  private func profileDraft(on server: TestServer, _ title: String) async throws -> Draft {
    var draft = draft(.profile, title)
    let known = try await server.client.profile(TestServer.ada.email, true)
    draft.base = known.map { Draft.Base(words: $0.words) }
    return draft
  }

  private func saver(_ client: any PostsClient, _ drafts: DraftStore? = nil) -> PostSaver {
    PostSaver(client: client, drafts: drafts, log: silent)
  }

  @Test func createsChangesAndDeletes() async throws {
    try await TestServer.run { server in
      let saver = saver(server.client)
      let parent = try await saver.save(draft(.newPost(below: nil), "parent")).get()
      let child = try await saver.save(draft(.newPost(below: parent.id))).get()
      #expect(child.parentID == parent.id)
      #expect(child.body == "Thick & 100 % grey.\n\nö")
      #expect(child.authorEmail == TestServer.ada.email)
      #expect(!child.timezone.isEmpty)
      #expect(try await server.client.post(parent.id, false).childCount == 1)

      let changed = try await saver.save(draft(.edit(child.id), "Fog again")).get()
      #expect(changed.id == child.id && changed.title == "Fog again")
      #expect(try await server.client.post(child.id, false).title == "Fog again")

      try await server.client.delete(child.id)
      #expect(try await server.client.post(parent.id, false).childCount == 0)
      await #expect(throws: APIError.self) { try await server.client.delete(child.id) }
    }
  }

  @Test func aTitleIsEnoughOnOurServer() async throws {
    try await TestServer.run { server in
      var draft = draft(.newPost(below: nil))
      draft.words = .init(title: "only a title")
      let post = try await saver(server.client).save(draft).get()
      #expect(post.title == "only a title" && post.summary.isEmpty && post.body.isEmpty)
    }
  }

  @Test func searchesAndProfiles() async throws {
    try await TestServer.run { server in
      var query = draft(.newQuery, "lamps")
      query.template = "query"
      #expect(try await saver(server.client).save(query).get().template == .query)
      let profile = try await saver(server.client).save(profileDraft(on: server, "Ada L.")).get()
      #expect(profile.template == .profile && profile.title == "Ada L.")
      #expect(try await server.client.profile(TestServer.ada.email, true)?.id == profile.id)
      #expect(
        try await server.client.template("query")
          == .init(title: "Title", summary: "Words to search for", body: "Notes"))
    }
  }

  @Test func othersPostsAreRefused() async throws {
    try await TestServer.run { server in
      let post = try await server.create("Ada's")
      let failure = await saver(server.client("ben@example.com")).save(draft(.edit(post.id)))
      guard case .failed(let failure, _, _) = failure else {
        Issue.record("it was saved")
        return
      }
      #expect(failure.kind == .forbidden || failure.kind == .missing)
      #expect(try await server.client.post(post.id, false).title == "Ada's")
    }
  }

  /// The answer is dropped after the post was made: it is found, not made again, and if the words have
  /// changed since, it gets those; on a server that knows repeats, and on one that doesn't.
  @Test(arguments: [true, false], [true, false])
  func madeOnceAlthoughTheAnswerWasLost(below: Bool, changes: Bool) async throws {
    try await TestServer.run { server in
      let parent = try await server.create("parent").id
      var losing = AlteredClient(server.client)
      losing.instead.create = { form, key async throws(APIError) in
        _ = try await server.client.create(form, key)
        throw .interrupted
      }
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      let draft = draft(.newPost(below: below ? parent : nil))
      // Nor can the server be asked what has become of it.
      losing.instead.recentPosts = { _, _, _, _ async throws(APIError) in
        throw .unreachable(host: "h")
      }
      losing.instead.children = { _, _ async throws(APIError) in throw .unreachable(host: "h") }
      guard case .failed(let failure, let unconfirmed, _) = await saver(losing, drafts).save(draft)
      else {
        Issue.record("it was answered")
        return
      }
      #expect(failure.kind == .interrupted && unconfirmed == [draft.words])
      // It is on the disk, and says that the server may have it.
      let kept = try #require(await drafts.drafts(of: draft.key.account, on: "s").first)
      #expect(kept.draft.isUnanswered && kept.draft.words == draft.words)
      var next = kept.draft
      if changes { next.words.title = "Fog, thicker" }
      let forgetful = forgetful(server.client)
      let client = below ? forgetful : server.client
      let post = try await saver(client, drafts).save(next).get()
      #expect(post.title == next.words.title)
      let all = try await server.client.recentPosts("post", .mine, nil, 100).posts
      #expect(all.filter { $0.title.hasPrefix("Fog") }.map(\.title) == [next.words.title])
      drafts.flush()
      #expect(await drafts.drafts(of: draft.key.account, on: "s").isEmpty)
    }
  }

  /// A server that doesn't know repeats.
  private func forgetful(_ client: any PostsClient) -> any PostsClient {
    var forgetful = AlteredClient(client)
    forgetful.instead.extensions = { () async throws(APIError) in [] }
    forgetful.instead.keepsKeys = { () async throws(APIError) in false }
    forgetful.instead.create = { form, _ async throws(APIError) in
      try await client.create(form, UUID().uuidString)
    }
    return forgetful
  }

  /// An older post of the same words is another one: what didn't arrive is sent.
  ///
  /// On a server that doesn't know repeats, what was there before is known, whatever the server's clock says; where it
  /// isn't, the user decides about one of the last day.
  @Test(arguments: [nil, 200_000, 120, 0, -300], [true, false])
  func anOlderPostIsAnotherOne(age: Double?, isKnown: Bool) async throws {
    let asks = age == 120 && !isKnown
    // Without a note, the time decides.
    guard isKnown || (age ?? 120) > 0 else { return }
    try await TestServer.run { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      var client = AlteredClient(server.client)
      if let age {
        client = AlteredClient(forgetful(client))
        let whole = client
        client.instead.recentPosts = { template, author, cursor, limit async throws(APIError) in
          var page = try await whole.recentPosts(template, author, cursor, limit)
          for index in page.posts.indices {
            page.posts[index].createdAt = page.posts[index].createdAt.map { $0 - age }
          }
          return page
        }
      }
      let older = try await saver(client).save(draft(.newPost(below: nil))).get()
      var busy = AlteredClient(client)
      busy.instead.create = { _, _ async throws(APIError) in throw .status(503, message: "Busy") }
      let second = draft(.newPost(below: nil))
      let outcome = await saver(busy, drafts).save(second)
      guard case .failed(_, unconfirmed: [second.words], _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      var kept = try #require(await drafts.drafts(of: second.key.account, on: "s").first).draft
      #expect(kept.delivery.sentAt != nil)
      #expect(kept.delivery.sentAfter == (age == nil ? nil : [older.id]))
      if !isKnown { kept.delivery.sentAfter = nil }
      if asks {
        guard case .failed(let failure, _, _) = await saver(client, drafts).save(kept) else {
          Issue.record("no doubt")
          return
        }
        #expect(failure.kind == .mayBeThere)
        kept.delivery.sendsAgain = true
      }
      #expect(try await saver(client, drafts).save(kept).get().id != older.id)
      let all = try await server.client.recentPosts("post", .mine, nil, 100).posts
      #expect(all.count { $0.title == "Fog" } == 2)
    }
  }

  /// A refusal keeps the draft, which was never made.
  @Test func aRefusalKeepsTheDraft() async throws {
    try await TestServer.run { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      let draft = draft(.edit(987_654))
      _ = await saver(server.client, drafts).save(draft)
      let kept = try #require(await drafts.drafts(of: draft.key.account, on: "s").first)
      #expect(!kept.draft.isUnanswered && kept.draft.words == draft.words)
    }
  }

  /// Save, a lost answer, a word more, a save while the server is away, and one when it is back: the first
  /// version is found and gets the words of the last, on a server that knows repeats and on one that doesn't.
  @Test(arguments: [true, false]) func allUnconfirmedVersionsStayKnown(isPlain: Bool) async throws {
    try await TestServer.run { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      let client = isPlain ? forgetful(server.client) : server.client
      let whole = client
      var losing = AlteredClient(client)
      losing.instead.create = { form, key async throws(APIError) in
        _ = try await whole.create(form, key)
        throw .interrupted
      }
      losing.instead.recentPosts = { _, _, _, _ async throws(APIError) in throw .interrupted }
      var away = AlteredClient(client)
      away.instead.create = { _, _ async throws(APIError) in throw .unreachable(host: "h") }
      away.instead.recentPosts = { _, _, _, _ async throws(APIError) in
        throw .unreachable(host: "h")
      }

      // A tab and a line break of Windows come back otherwise than they were sent.
      var draft = draft(.newPost(below: nil), "Fog", "Thick,\tgrey.\r\nö\u{7}")
      let first = draft.words
      for (client, word) in [(losing, ""), (away, "!"), (away, "?")] {
        draft.words.title += word
        guard case .failed(_, let unconfirmed, _) = await saver(client, drafts).save(draft) else {
          Issue.record("it was saved")
          return
        }
        #expect(unconfirmed == [first])
        // As the next program finds it.
        draft = try #require(await drafts.drafts(of: draft.key.account, on: "s").first).draft
        #expect(draft.unconfirmed == [first])
      }
      #expect(try await saver(client, drafts).save(draft).get().title == "Fog!?")
      let all = try await server.client.recentPosts("post", .mine, nil, 100).posts
      #expect(all.filter { $0.title.hasPrefix("Fog") }.map(\.title) == ["Fog!?"])
    }
  }

  /// A server that is asked for the list and doesn't answer gets no second post.
  @Test func unconfirmedPostIsNotSentAgainWithoutALookup() async throws {
    try await TestServer.run { server in
      var client = AlteredClient(server.client)
      client.instead.recentPosts = { _, _, _, _ async throws(APIError) in
        throw .status(500, message: nil)
      }
      client.instead.create = { _, _ async throws(APIError) in
        Issue.record("it was sent")
        throw .interrupted
      }
      var draft = draft(.newPost(below: nil))
      draft.unconfirmed = [draft.words]
      let outcome = await saver(client).save(draft)
      guard case .failed(_, unconfirmed: [draft.words], _) = outcome else {
        Issue.record("it was saved")
        return
      }
    }
  }

  /// A change whose answer is lost is the user's own: what is typed on it is no conflict.
  @Test(arguments: [true, false]) func aLostChangeIsNoConflict(isPlain: Bool) async throws {
    try await TestServer.run { server in
      let client = isPlain ? plain(server.client, Noted()) : server.client
      let post = try await server.create("mine")
      var draft = draft(.edit(post.id), "mine, again")
      draft.base = Draft.Base(words: post.words)
      var losing = AlteredClient(client)
      let asked = Mutex(0)
      losing.instead.update = { form async throws(APIError) in
        _ = try await client.update(form)
        throw .interrupted
      }
      losing.instead.version = { id async throws(APIError) in
        guard
          asked.withLock({
            $0 += 1; return $0 == 1
          })
        else { throw .interrupted }
        return try await client.version(id)
      }
      guard case .failed(_, let unconfirmed, _) = await saver(losing).save(draft) else {
        Issue.record("it was answered")
        return
      }
      #expect(unconfirmed == [draft.words])
      (draft.unconfirmed, draft.words.title) = (unconfirmed, "mine, and more")
      #expect(try await saver(client).save(draft).get().title == "mine, and more")
    }
  }

  /// Where only the answer is lost, what was sent is found at once.
  @Test func aLostAnswerIsLookedFor() async throws {
    try await TestServer.run { server in
      var losing = AlteredClient(server.client)
      let isFirst = Mutex(true)
      losing.instead.create = { form, key async throws(APIError) in
        let post = try await server.client.create(form, key)
        let isLost = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if isLost { throw .interrupted }
        return post
      }
      losing.instead.update = { form async throws(APIError) in
        _ = try await server.client.update(form)
        throw .timedOut(seconds: 1)
      }
      let post = try await saver(losing).save(draft(.newPost(below: nil))).get()
      #expect(try await saver(losing).save(draft(.edit(post.id), "other")).get().title == "other")
    }
  }

  /// While a server is silent, every word is on the disk already.
  @Test(arguments: [DraftTarget.edit(7), .profile, .newPost(below: nil), .newQuery])
  func theWordsAreOnTheDiskFirst(target: DraftTarget) async throws {
    try await TestServer.run { server in
      var silent = AlteredClient(server.client)
      let silence = Silence()
      silent.instead.version = { _ async throws(APIError) in try await silence.answer() }
      silent.instead.profile = { _, _ async throws(APIError) in try await silence.answer() }
      silent.instead.create = { _, _ async throws(APIError) in try await silence.answer() }
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      var draft = draft(target)
      if !target.isNew { draft.base = Draft.Base(words: PostText(title: "before")) }
      let (saver, sent) = (saver(silent, drafts), draft)
      let task = Task { await saver.save(sent) }
      try await waitUntil("the server to be asked") { silence.asked > 0 }
      let kept = try #require(await drafts.drafts(of: draft.key.account, on: "s").first)
      #expect(kept.draft.words == draft.words)
      task.cancel()
      _ = await task.value
    }
  }

  /// The post is looked for where it should be.
  @Test func aMoveOrRestorationWhoseAnswerIsLostIsConfirmed() async throws {
    try await TestServer.run { server in
      let client = server.client
      let (parent, post) = (try await server.create("parent"), try await server.create("post"))
      var losing = AlteredClient(client)
      losing.instead.move = { id, parent async throws(APIError) in
        _ = try await client.move(id, parent)
        throw .interrupted
      }
      losing.instead.restore = { id async throws(APIError) in
        _ = try await client.restore(id)
        throw .timedOut(seconds: 1)
      }
      #expect(try await losing.confirmedMove(post.id, to: parent.id).parentID == parent.id)
      #expect(try await losing.confirmedMove(post.id, to: nil).realParentID == nil)
      try await client.delete(post.id)
      #expect(try await losing.confirmedRestoration(of: post.id).id == post.id)
      // They did not get through.
      losing.instead.move = { _, _ async throws(APIError) in throw .interrupted }
      losing.instead.restore = { _ async throws(APIError) in throw .timedOut(seconds: 1) }
      await #expect(throws: APIError.interrupted) {
        try await losing.confirmedMove(post.id, to: parent.id)
      }
      try await client.delete(post.id)
      await #expect(throws: APIError.timedOut(seconds: 1)) {
        try await losing.confirmedRestoration(of: post.id)
      }
    }
  }

  /// A delete whose answer is lost is looked for; only what is sure is said.
  @Test func aLostDeletionIsLookedFor() async throws {
    try await TestServer.run { server in
      let post = try await server.create("goes")
      var losing = AlteredClient(server.client)
      losing.instead.delete = { id async throws(APIError) in
        try await server.client.delete(id)
        throw .interrupted
      }
      #expect(await losing.deletion(of: post.id) == .done)
      // It was gone already, or the server deletes none.
      losing.instead.delete = { _ async throws(APIError) in throw .status(404, message: nil) }
      #expect(await losing.deletion(of: post.id) == .done)
      let kept = try await server.create("kept")
      #expect(
        await losing.deletion(of: kept.id)
          == .failed(.notOffered("The server has this post, but can't delete it (404).")))
      // It did not get through.
      let other = try await server.create("stays")
      losing.instead.delete = { _ async throws(APIError) in throw .interrupted }
      #expect(await losing.deletion(of: other.id) == .failed(.interrupted))
      losing.instead.version = { _ async throws(APIError) in throw .unreachable(host: "h") }
      #expect(await losing.deletion(of: other.id) == .unconfirmed(.interrupted))
      losing.instead.delete = { _ async throws(APIError) in throw .unreachable(host: "h") }
      #expect(await losing.deletion(of: other.id) == .failed(.unreachable(host: "h")))
    }
  }

  /// A client as of a server that knows no versions; what it was sent with is noted.
  private func plain(_ client: any PostsClient, _ versions: Noted) -> any PostsClient {
    var plain = AlteredClient(client)
    plain.instead.version = { id async throws(APIError) in
      var version = try await client.version(id)
      version.tag = nil
      return version
    }
    plain.instead.update = { form async throws(APIError) in
      versions.add(form.version)
      return try await client.update(form)
    }
    return plain
  }

  /// Changed by somebody else since the writing began: both are there to compare, and nothing is written
  /// over; who then means that version, replaces it; on our server, and where no versions have names.
  @Test(arguments: [true, false]) func changeOfAnotherUserIsShown(isPlain: Bool) async throws {
    try await TestServer.run { server in
      let versions = Noted()
      let client = isPlain ? plain(server.client, versions) : server.client
      let post = try await server.create("mine")
      var draft = draft(.edit(post.id), "mine, again")
      draft.base = Draft.Base(words: post.words)
      _ = try await saver(server.client).save(self.draft(.edit(post.id), "theirs")).get()
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      guard case .conflict(let comparison) = await saver(client, drafts).save(draft) else {
        Issue.record("there was no conflict")
        return
      }
      #expect(comparison.mine == draft.words)
      #expect(comparison.theirs.words.title == "theirs")
      #expect((comparison.theirs.etag == nil) == isPlain)
      #expect(try await server.client.post(post.id, false).title == "theirs")
      // As long as one hasn't decided, the draft is on the disk, as it was.
      let kept = try #require(await drafts.drafts(of: draft.key.account, on: "s").first)
      #expect(kept.draft.words == draft.words && kept.draft.base?.words == post.words)
      #expect(!kept.draft.isUnanswered)
      draft.base = comparison.theirs
      #expect(try await saver(client, drafts).save(draft).get().title == "mine, again")
      drafts.flush()
      #expect(await drafts.drafts(of: draft.key.account, on: "s").isEmpty)
      #expect(versions.all.allSatisfy { $0 == nil })
    }
  }

  /// Between the reading and the writing: the server's own versions let nobody come in between.
  @Test func aChangeInTheLastMomentIsSeen() async throws {
    try await TestServer.run { server in
      let post = try await server.create("mine")
      var late = AlteredClient(server.client)
      let isFirst = Mutex(true)
      late.instead.update = { form async throws(APIError) in
        if isFirst.withLock({ value in
          defer { value = false }; return value
        }) {
          var theirs = form
          (theirs.title, theirs.version) = ("theirs", nil)
          _ = try await server.client.update(theirs)
        }
        return try await server.client.update(form)
      }
      var draft = draft(.edit(post.id), "mine, again")
      draft.base = Draft.Base(words: post.words)
      guard case .conflict(let comparison) = await saver(late).save(draft) else {
        Issue.record("there was no conflict")
        return
      }
      #expect(comparison.theirs.words.title == "theirs")
      #expect(try await server.client.post(post.id, false).title == "theirs")
    }
  }

  /// One's own profile, changed elsewhere.
  @Test func aProfileIsComparedToo() async throws {
    try await TestServer.run { server in
      let profile = try await saver(server.client).save(profileDraft(on: server, "Ada L.")).get()
      var draft = draft(.profile, "Ada")
      draft.base = Draft.Base(words: profile.words)
      var theirs = self.draft(.profile, "Countess")
      theirs.base = draft.base
      _ = try await saver(server.client).save(theirs).get()
      // Whoever doesn't know that there is one doesn't overwrite it either.
      for base in [draft.base, nil] {
        draft.base = base
        guard case .conflict(let comparison) = await saver(server.client).save(draft) else {
          Issue.record("there was no conflict")
          return
        }
        #expect(comparison.theirs.words.title == "Countess")
      }
    }
  }

  /// A server that leaves out empty fields, or cuts texts, says 200 all the same.
  @Test(arguments: [DraftTarget.profile, .edit(0)]) func keptTextsAreCompared(
    target: DraftTarget
  ) async throws {
    try await TestServer.run { server in
      let old = PostText(title: "Ada", summary: "old", body: "Words.")
      var skipping = AlteredClient(server.client)
      let skips: @Sendable (PostForm) -> PostForm = { form in
        var form = form
        if form.summary.isEmpty { form.summary = old.summary }
        form.body = String(form.body.prefix(10))
        return form
      }
      skipping.instead.writeProfile = { form async throws(APIError) in
        try await server.client.writeProfile(skips(form))
      }
      skipping.instead.update = { form async throws(APIError) in
        try await server.client.update(skips(form))
      }
      var draft = draft(target, old.title, old.body)
      draft.words = old
      if target == .profile {
        draft.base = try await profileDraft(on: server, "").base
        _ = try await saver(server.client).save(draft).get()
      } else {
        let post = try await server.create("Ada")
        draft.key.target = .edit(post.id)
        _ = try await saver(server.client).save(draft).get()
      }
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      draft.base = Draft.Base(words: old)
      draft.words = PostText(title: "Ada L.", summary: "", body: "Words, and many more.\n")
      guard case .altered(let post, let kept) = await saver(skipping, drafts).save(draft) else {
        Issue.record("the difference was not seen")
        return
      }
      #expect(post.title == "Ada L." && post.summary == "old" && post.body == "Words, and")
      #expect(kept.refilled == ["summary"] && kept.changed == ["body"])
      // What was sent is on the disk, as a change of what the server has.
      let stored = try #require(await drafts.drafts(of: draft.key.account, on: "s").first).draft
      #expect(stored.words == draft.words && stored.base?.words == post.words)
      #expect(!stored.isUnanswered)
      // Where it takes all of it, nothing is left.
      #expect(try await saver(server.client, drafts).save(stored).get().summary == "")
      drafts.flush()
      #expect(await drafts.drafts(of: draft.key.account, on: "s").isEmpty)
    }
  }
}

extension PostSaver.Outcome {
  /// The post.
  /// - Throws: `LoadFailure`; that of a conflict says no more than that.
  func get() throws -> Post {
    switch self {
    case .saved(let post), .altered(let post, _): return post
    case .failed(let failure, _, _): throw failure
    case .conflict: throw LoadFailure(.conflict, "")
    }
  }
}

/// What was sent.
private final class Noted: Sendable {
  private let values = Mutex<[String?]>([])

  var all: [String?] { values.withLock { $0 } }
  func add(_ value: String?) { values.withLock { $0.append(value) } }
}
