import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

/// The copies of pictures that the texts of drafts show.
@Suite struct TextPictureDraftTests {
  private let home = TemporaryState()
  private let key = Draft.Key(server: "s", account: "ada@example.org", target: .newPost(below: nil))

  private func store() -> DraftStore { DraftStore(home.folder) { _ in } }

  /// A draft that shows these pictures, as it is written.
  private func draft(_ numbers: [UInt8], in store: DraftStore, as key: Draft.Key) -> Draft {
    let shown = numbers.map { number in
      let bytes = TextPicturesTests.picture(number)
      _ = store.pictures.save(bytes, .png, for: key)
      return Draft.TextPicture(bytes, .png, path: "\(number).png")
    }
    let draft = Draft(
      key: key, words: PostText(title: "t").showing(shown), idempotencyKey: "k")
    store.save(draft)
    return draft
  }

  private func pictures() throws -> [String] { try home.files().filter { $0.hasSuffix(".png") } }

  /// Expects that a draft has its pictures in another program.
  private func expectAll(of draft: Draft) throws {
    #expect(!draft.textPictures.isEmpty)
    #expect(try Set(pictures()).isSuperset(of: draft.copies))
    for picture in draft.textPictures {
      #expect(store().pictures.image(named: picture.name) != nil)
    }
  }

  @Test func theyOutliveTheProgramAndGoWithTheText() async throws {
    var draft: Draft
    do {
      let store = store()
      _ = await store.open(key)
      draft = self.draft([1, 2, 3], in: store, as: key)
      store.close(key)
      store.flush()
    }
    try expectAll(of: draft)
    let next = store()
    _ = await next.open(key)
    try expectAll(of: draft)
    // As long as the draft is open, what is removed from the text can come back.
    let all = draft.words
    draft.words = PostText(title: "t").showing(Array(draft.textPictures.prefix(1)))
    next.save(draft)
    next.flush()
    draft.words = all
    try expectAll(of: draft)
    draft.words = PostText(title: "t").showing(Array(draft.textPictures.prefix(1)))
    next.save(draft)
    next.close(key)
    next.flush()
    #expect(try pictures() == Array(draft.copies))
    next.remove(key)
    next.flush()
    #expect(try home.files() == [])
  }

  /// A text that is emptied and undone has its pictures again.
  @Test func theyComeBackWithTheText() async throws {
    let store = store()
    _ = await store.open(key)
    let draft = draft(Array(1...20), in: store, as: key)
    store.flush()
    store.save(Draft(key: key))
    store.flush()
    #expect(try pictures() == [])
    store.save(draft)
    store.flush()
    try expectAll(of: draft)
  }

  @Test func aDiscardedDraftKeepsThem() async throws {
    let store = store()
    _ = await store.open(key)
    let draft = draft([1, 2], in: store, as: key)
    store.discard(draft)
    store.flush()
    let kept = home.folder.entries().compactMap { entry in
      if case .draft(let kept) = entry { kept.draft } else { nil }
    }
    #expect(kept.count == 1 && kept[0].words == draft.words)
    try expectAll(of: kept[0])
    let restored = try self.store().restore(discarded: kept[0].key.id)
    let found = try #require(try home.folder.draft(restored.id)?.draft)
    #expect(found.words == draft.words)
    try expectAll(of: found)
  }

  @Test func aConvertedDraftKeepsThem() async throws {
    let store = store()
    let edit = Draft.Key(server: "s", account: "ada@example.org", target: .edit(7))
    let old = draft([1, 2], in: store, as: edit)
    store.flush()
    let (new, problem) = await store.renew(old, as: .newPost(below: nil))
    #expect(problem == nil && new?.words == old.words)
    store.remove(edit)
    store.flush()
    try expectAll(of: try #require(new))
  }

  /// A text that is pasted into another draft takes its pictures along.
  @Test func aPastedTextBringsThem() async throws {
    let (mine, theirs) = (store(), store())
    let other = Draft.Key(server: "t", account: "ada@example.org", target: .newPost(below: 9))
    _ = await mine.open(key)
    let source = draft([1], in: mine, as: key)
    mine.flush()
    _ = await theirs.open(other)
    let copy = Draft(key: other, words: source.words)
    theirs.save(copy)
    theirs.flush()
    mine.remove(key)
    mine.flush()
    try expectAll(of: copy)
  }

  /// What looks like an address leads nowhere else.
  @Test(arguments: [
    "../a.png", "/etc/passwd", "", "0123456789abcdef.txt", "0123456789ABCDEF.png", "0123.png",
    "0123456789abcdef-0123456789abcdef.png", "0123456789abcdef.png.png",
  ])
  func otherNamesAreText(name: String) {
    let draft = Draft(key: key, words: PostText(title: "t", body: "![x](draft-picture:\(name))"))
    #expect(draft.textPictures == [] && draft.copies == [])
  }
}
