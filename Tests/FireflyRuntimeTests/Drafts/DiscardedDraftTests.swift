import FireflyCore
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// Drafts that the user discarded.
@Suite struct DiscardedDraftTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 40)
  private let home = TemporaryState()
  private let key = Draft.Key(server: "s", account: "a", target: .newPost(below: 7))

  private func store(at moment: Double = 1_000) -> DraftStore {
    DraftStore(home.folder, now: { moment }) { _ in }
  }

  /// Writes a draft with a picture and discards it.
  private func discarded(_ title: String, in store: DraftStore) async -> Draft {
    let (key, _) = await store.openAny(key)
    let copy = store.pictures.save(Self.jpeg, .jpeg, for: key).name
    let draft = Draft(
      key: key, words: PostText(title: title), picture: Draft.Picture(path: "p", copy: copy),
      idempotencyKey: "k")
    store.save(draft)
    store.discard(draft)
    store.flush()
    return draft
  }

  /// What is on the disk: drafts that wait, and discarded ones.
  private func kept(discarded: Bool) -> [StoredDraft] {
    home.folder.entries().compactMap { entry in
      guard case .draft(let kept) = entry, discarded == (kept.discardedAt != nil) else {
        return nil
      }
      return kept
    }
  }

  @Test func aDiscardedDraftStaysForADayWithItsPicture() async throws {
    _ = await discarded("one", in: store())
    _ = await discarded("two", in: store())
    #expect(kept(discarded: false) == [])
    let found = kept(discarded: true)
    #expect(Set(found.map(\.draft.words.title)) == ["one", "two"])
    for copy in found.compactMap(\.draft.picture?.copy) {
      #expect(store().pictures.bytes(of: copy) == Self.jpeg)
    }
    // It is offered by no place.
    #expect(await store().openAny(key).1.isReady(with: nil))
    #expect(await store(at: 2_000).drafts(of: "a", on: "s") == [])
    home.folder.sweepDiscarded(at: 1_000 + 86_399)
    #expect(kept(discarded: true).count == 2)
    home.folder.sweepDiscarded(at: 1_000 + 86_401)
    #expect(try home.files() == [])
  }

  @Test func aDraftThatAClockDiscardedWhichWasAheadStaysForADayFromNow() async throws {
    _ = await discarded("one", in: store(at: 900_000))
    home.folder.sweepDiscarded(at: 1_000)
    #expect(kept(discarded: true).map(\.discardedAt) == [1_000])
    home.folder.sweepDiscarded(at: 1_000 + 86_401)
    #expect(try home.files() == [])
  }

  /// The password that was typed in the address of a feed is in no file.
  @Test func thePasswordOfAFeedStaysInMemory() async throws {
    let store = store()
    let (key, _) = await store.openAny(
      Draft.Key(server: "feed:", account: "a", target: .newQuery))
    var draft = Draft(
      key: key, words: PostText(title: "http://ann:ge:heim@host:80/@feed", summary: "name"),
      idempotencyKey: "k")
    draft.template = Post.Template.profile.name
    draft.unconfirmed = [draft.words]
    store.save(draft)
    store.flush()
    let written = try #require(kept(discarded: false).first?.draft)
    #expect(written.words == PostText(title: "http://ann@host:80/@feed", summary: "name"))
    #expect(written.unconfirmed.map(\.title) == ["http://ann@host:80/@feed"])
    store.discard(draft)
    store.flush()
    #expect(kept(discarded: true).map(\.draft.words) == [written.words])
    // What is no address of a feed stays as it is.
    draft.template = Post.Template.post.name
    #expect(draft.withoutPasswords == draft)
  }

  @Test func undoMakesItADraftAgain() async throws {
    let store = store()
    let draft = await discarded("one", in: store)
    store.restore(draft)
    store.flush()
    #expect(kept(discarded: false).map(\.draft) == [draft])
    #expect(kept(discarded: true) == [])
    #expect(self.store().pictures.bytes(of: draft.picture?.copy ?? "") == Self.jpeg)
  }

  @Test func aLaterRunRestoresItBesideOthers() async throws {
    let mine = await discarded("mine", in: store())
    let store = store()
    store.save(Draft(key: key, words: PostText(title: "waits")))
    store.close(key)
    store.flush()
    let id = try #require(kept(discarded: true).first?.draft.key.id)
    let restored = try store.restore(discarded: id)
    #expect(restored.number == 1)
    #expect(Set(kept(discarded: false).map(\.draft.words.title)) == ["waits", "mine"])
    #expect(kept(discarded: true) == [])
    let copy = try #require(home.folder.draft(restored.id)?.draft.picture?.copy)
    #expect(self.store().pictures.bytes(of: copy) == Self.jpeg && copy != mine.picture?.copy)
    #expect(throws: DraftError.self) { try store.restore(discarded: restored.id) }
  }

  /// A disk that takes no copy keeps the draft.
  @Test func unwritableDraftIsNotDiscarded() async throws {
    try Data().write(to: home.state)
    let store = store()
    let draft = Draft(key: key, words: PostText(title: "one"))
    store.discard(draft)
    #expect(store.flush() != nil)
    try FileManager.default.removeItem(at: home.state)
    #expect(store.flush() == nil)
    #expect(kept(discarded: true).map(\.draft.words.title) == ["one"])
  }
}
