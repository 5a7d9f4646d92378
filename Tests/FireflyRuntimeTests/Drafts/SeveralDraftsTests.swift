import FireflyApp
import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

/// Several drafts of new posts in one place, and drafts that become others.
@Suite struct SeveralDraftsTests {
  private static let target = DraftTarget.newPost(below: 7)
  private let home = TemporaryState()

  private func key(_ number: Int = 0, _ target: DraftTarget = target) -> Draft.Key {
    Draft.Key(server: "s", account: TestServer.adaKey, target: target, number: number)
  }

  private func store(at moment: Double = 1_000) -> DraftStore {
    DraftStore(home.folder, now: { moment }) { _ in }
  }

  private func draft(_ title: String, _ key: Draft.Key) -> Draft {
    Draft(key: key, words: PostText(title: title), idempotencyKey: "k")
  }

  private func title(_ key: Draft.Key) throws -> String? {
    try home.folder.draft(key.id)?.draft.words.title
  }

  /// The first has the name that it had before there were others.
  @Test func namesOfBeforeHold() throws {
    #expect(key().id == Fingerprint.name(of: Array("s\0\(TestServer.ada.email)\0new 7".utf8)))
    #expect(Set((0..<20).map { key($0).id }).count == 20)
    let kept = StoredDraft(draft: draft("a", key(3)), startedAt: 1, changedAt: 2)
    let data = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(StoredDraft.self, from: data) == kept)
    let first = try JSONEncoder().encode(
      StoredDraft(draft: draft("a", key()), startedAt: 1, changedAt: 2))
    #expect(!String(decoding: first, as: UTF8.self).contains("number"))
  }

  @Test func eachProgramGetsOneOfItsOwn() async throws {
    let (first, second) = (store(at: 1_000), store(at: 2_000))
    let mine = await first.openAny(key())
    #expect(mine.0 == key() && mine.1.isReady(with: nil))
    first.save(draft("mine", key()))
    first.flush()
    let theirs = await second.openAny(key())
    #expect(theirs.0 == key(1) && theirs.1.isReady(with: nil))
    second.save(draft("theirs", key(1)))
    // What another program writes isn't offered.
    #expect(await store().drafts(of: TestServer.adaKey, on: "s") == [])
    for (store, key) in [(first, key()), (second, key(1))] {
      store.close(key)
      store.flush()
    }
    let third = store(at: 3_000)
    let kept = await third.drafts(of: TestServer.adaKey, on: "s")
    #expect(kept.map(\.draft.words.title) == ["theirs", "mine"])
    // The one that was changed last first; then what is left; then a new one.
    #expect(await third.openAny(key()).0 == key(1))
    #expect(await store().openAny(key()).0 == key())
    #expect(
      await store().openAny(key(), where: { $0.words == PostText(title: "other") }).0 == key(2))
  }

  @Test func thereIsRoomForMoreThanTwenty() async throws {
    for number in 0..<25 {
      let store = store()
      let (key, opening) = await store.openNew(key())
      #expect(key.number == number && opening.isReady(with: nil))
      store.save(draft("draft \(number)", key))
      store.close(key)
      #expect(store.flush() == nil)
    }
    #expect(await store().others(beside: key()).count == 24)
    #expect(await store().drafts(of: TestServer.adaKey, on: "s").count == 25)
  }

  /// Those of another account on the server are known, and are not the account's.
  @Test func draftsOfOtherAccountsStayTheirs() async throws {
    let first = store()
    let other = Draft.Key(server: "s", account: "ben@example.org", target: key().target)
    for key in [key(), other] {
      _ = await first.openAny(key)
      first.save(draft("of \(key.account)", key))
      first.close(key)
    }
    #expect(first.flush() == nil)
    let mine = TestServer.adaKey
    let all = await store().drafts(on: "s", adoptedBy: mine)
    #expect(Set(all.map(\.draft.key.account)) == [mine, other.account])
    #expect(await store().drafts(of: mine, on: "s").map(\.draft.words.title) == ["of \(mine)"])
  }

  @Test func draftsOfBeforeTheSignInGoToTheAccount() async throws {
    let first = store()
    let nobody = Draft.Key(server: "s", account: "", target: Self.target)
    first.save(draft("unsigned", nobody))
    first.close(nobody)
    first.save(draft("mine", key()))
    first.close(key())
    first.flush()
    let kept = await store().drafts(of: TestServer.adaKey, on: "s")
    #expect(Set(kept.map(\.draft.words.title)) == ["unsigned", "mine"])
    #expect(try title(nobody) == nil && title(key(1)) == "unsigned")
  }

  /// What was written without a server, in a draft or an editor that ended, is not published by a service: it waits
  /// for an account of a Firefly server.
  @Test(
    arguments: [
      ("s", true), ("firefly:1", true), ("https://posts.example", true),
      ("source:mastodon:m.example", false),
    ] as [(SiteID, Bool)])
  func draftsOfNoServerAreNoServices(_ server: SiteID, _ gets: Bool) async throws {
    let first = store()
    let nobody = Draft.Key(server: "", account: "", target: Self.target)
    first.save(draft("unsigned", nobody))
    first.close(nobody)
    first.flush()
    let edited = home.folder.editing.appendingPathComponent(EditedFile.prefix + "1")
    try FileManager.default.createDirectory(at: edited, withIntermediateDirectories: true)
    try Data("---\ntitle: edited\n---\nWords.\n".utf8).write(
      to: edited.appendingPathComponent(EditedFile.name))
    let all = await store().drafts(of: TestServer.adaKey, on: server).map(\.draft.words.title)
    #expect(all.contains("unsigned") == gets && all.contains("edited") == gets, "\(all)")
    let later = await store().drafts(of: TestServer.adaKey, on: "firefly:1")
    #expect(later.isEmpty == (gets && server != "firefly:1"))
  }

  /// The name that the user was told leads to the draft, which no other one has meanwhile.
  @Test func aNameStaysWhenAnAccountGetsTheDraft() async throws {
    let first = store()
    let nobody = Draft.Key(server: "", account: "", target: Self.target)
    first.save(draft("unsigned", nobody))
    first.close(nobody)
    first.flush()
    let told = nobody.id
    #expect(first.name(of: nobody) == told)
    #expect(await store().drafts(of: TestServer.adaKey, on: "s").map(\.name) == [told])
    // It stays while the draft is continued and sent in vain.
    let second = store()
    let (key, _) = await second.openAny(key())
    second.save(draft("continued", key))
    second.close(key)
    second.flush()
    #expect(second.name(of: key) == told && key.id != told)
    #expect(try second.folder.id(String(told.prefix(8))) == key.id)
    #expect(try second.folder.id(key.id) == key.id)
    // It stays while the draft is discarded and taken back.
    let third = store()
    let opened = await third.openAny(key)
    #expect(opened.0 == key)
    let continued = draft("continued", key)
    third.discard(continued)
    third.flush()
    third.restore(continued)
    third.flush()
    #expect(try third.folder.id(String(told.prefix(8))) == key.id)
    // Another text that nobody has claimed gets another name.
    let other = await store().openNew(nobody).0
    #expect(other.id != told && other.number == 1)
    let last = store()
    _ = await last.openAny(key)
    last.remove(key)
    last.flush()
    #expect(await store().openNew(nobody).0.id == told)
  }

  @Test func openDraftIsContinuedFirst() async throws {
    let first = store()
    _ = await first.openAny(key())
    first.save(draft("mine", key()))
    first.close(key())
    first.flush()
    let same = await store().openAny(key(), where: { $0.words == PostText(title: "mine") })
    #expect(same.0 == key())
    let other = await store().openAny(key(), where: { $0.words == PostText(title: "others") })
    #expect(other.0 == key(1) && other.1.isReady(with: nil))
  }

  @Test func aChangeIsOneProgramsOnly() async {
    let (first, second) = (store(), store())
    let key = key(0, .edit(3))
    _ = await first.openAny(key)
    guard case (key, .unavailable(.locked)) = await second.openAny(key) else {
      Issue.record("two programs change one post")
      return
    }
  }

  @Test func aDraftBecomesOneOfANewPost() async throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 40)
    let store = store()
    // Another one waits there already.
    _ = await store.open(key())
    store.save(draft("waits", key()))
    store.close(key())
    store.flush()
    let old = key(0, .edit(3))
    _ = await store.open(old)
    let picture = store.pictures.save(jpeg, .jpeg, for: old).name
    var change = draft("mine", old)
    change.base = .init(words: .init(title: "before"))
    change.picture = .init(path: "a.jpg", copy: picture)
    change.unconfirmed = [change.words]
    store.save(change)
    store.flush()
    let (found, problem) = await store.renew(change, as: Self.target)
    let renewed = try #require(found)
    #expect(problem == nil)
    #expect(renewed.key == key(1) && renewed.words == change.words)
    #expect(renewed.base == nil && !renewed.isUnanswered && renewed.idempotencyKey != "k")
    store.remove(old)
    store.flush()
    #expect(try title(key()) == "waits" && title(key(1)) == "mine" && title(old) == nil)
    let copy = try #require(renewed.picture?.copy)
    #expect(copy != picture && store.pictures.bytes(of: copy) == jpeg)
    // One that another program writes is left to that.
    let theirs = key(0, .edit(4))
    _ = await store.open(theirs)
    let refused = await self.store().renew(draft("x", theirs), as: Self.target)
    #expect(refused.draft == nil && refused.problem != nil)
  }

  @Test func missingPostsAreDetected() async throws {
    try await TestServer.run { server in
      let parent = try await server.create("parent")
      let child = try await server.create("child", below: parent.id)
      let gone = try await server.create("gone", below: parent.id)
      try await server.client.delete(gone.id)
      let loader = PostLoader(client: server.client, log: silent)
      func orphan(
        _ target: DraftTarget, parent: Int? = nil, template: String = "post",
        _ readers: Readers? = nil
      ) async -> DraftTarget? {
        var draft = draft("x", key(0, target))
        (draft.parent, draft.template, draft.delivery.readers) = (parent, template, readers)
        return await loader.orphans(among: [draft]).first?.target
      }
      #expect(await orphan(.edit(child.id), parent: parent.id) == nil)
      #expect(await orphan(.newPost(below: parent.id)) == nil)
      #expect(await orphan(.edit(gone.id), parent: parent.id) == .newPost(below: parent.id))
      #expect(await orphan(.edit(gone.id)) == .newPost(below: nil))
      #expect(await orphan(.edit(gone.id), parent: gone.id) == .newPost(below: nil))
      #expect(await orphan(.edit(gone.id), template: "query") == .newQuery)
      #expect(await orphan(.newPost(below: gone.id)) == .newPost(below: nil))
      // On a service a reply never becomes a post that others read; what was no reply stays one.
      #expect(await orphan(.edit(gone.id), .followers) == .newPost(below: nil))
      #expect(await orphan(.edit(gone.id), parent: parent.id, .followers) == nil)
      // While there is no server, nothing is gone.
      await server.stop()
      #expect(await orphan(.edit(gone.id)) == nil)
    }
  }
}
