import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// What several programs write in one place: none writes over another's words, or removes them.
@Suite struct ForeignDraftTests {
  static let new = DraftTarget.newPost(below: 7)
  static let change = DraftTarget.edit(3)
  private let home = TemporaryState()
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 40)

  private func key(_ target: DraftTarget, _ number: Int = 0) -> Draft.Key {
    Draft.Key(server: "s", account: "ada@example.org", target: target, number: number)
  }

  private func draft(_ title: String, _ key: Draft.Key, by name: String = "k") -> Draft {
    let base = key.target.isNew ? nil : Draft.Base(words: PostText(title: "before"))
    return Draft(
      key: key, words: PostText(title: title), base: base, idempotencyKey: name)
  }

  private func store() -> DraftStore { DraftStore(home.folder) { _ in } }

  private var kept: [Draft] {
    home.folder.entries().compactMap { if case .draft(let kept) = $0 { kept.draft } else { nil } }
  }

  private var titles: [String] { kept.map(\.words.title).sorted() }

  /// Begins a draft, writes it and leaves it for later.
  private func leave(_ draft: Draft, in store: DraftStore) async {
    _ = await store.openAny(draft.key)
    store.save(draft)
    store.close(draft.key)
    store.flush()
  }

  /// Opens a draft as the program does.
  private func begin(
    _ key: Draft.Key, orAnother: Bool, in store: DraftStore
  ) async -> DraftOpening {
    DraftOpening(orAnother ? await store.openAny(key) : (key, await store.reopen(key)), in: store)
  }

  @Test(arguments: [new, change])
  func goingOnLosesNothing(target: DraftTarget) async throws {
    let (mine, theirs) = (store(), store())
    let first = draft("mine", key(target))
    await leave(first, in: mine)
    // Another program takes it for its own, as it may.
    await leave(draft("theirs", key(target)), in: theirs)
    #expect(titles == ["theirs"])
    guard case .ready(_, let name) = await mine.reopen(key(target)) else {
      Issue.record("nobody else writes it")
      return
    }
    mine.save(draft("mine, on", key(target), by: name))
    #expect(mine.flush() == nil)
    #expect(titles == ["mine, on", "theirs"])
    #expect(try home.folder.draft(first.key.id)?.draft.words.title == "mine, on")
    // A server would take two of one name for one post.
    #expect(Set(kept.map(\.idempotencyKey)).count == 2)
    // Who begins there goes on with what waits.
    let third = await store().openAny(key(target))
    if target.isNew {
      #expect(third.0 == key(target, 1))
    } else {
      #expect(third.0 == key(target))
      #expect(third.1 == .unavailable(.locked(process: getpid())))
      mine.remove(key(target))
      mine.flush()
      guard case (key(target), .ready(let kept, _)) = await store().openAny(key(target)) else {
        Issue.record("one waits")
        return
      }
      #expect(kept?.draft.words.title == "theirs" && titles == ["theirs"])
    }
  }

  /// Whoever begins to write is told once of what another program has left in their place.
  @Test(arguments: [new, change])
  func draftsKeptBesideOthersAreReported(target: DraftTarget) async throws {
    let (mine, theirs) = (store(), store())
    let key = key(target)
    await leave(draft("mine", key), in: mine)
    #expect(await !begin(key, orAnother: false, in: mine).isBesideOther)
    mine.close(key)
    mine.flush()
    await leave(draft("theirs", key), in: theirs)
    let opening = await begin(key, orAnother: false, in: mine)
    #expect(opening.isBesideOther && opening.complaint == nil)
    mine.save(draft("mine, on", key, by: opening.idempotencyKey))
    mine.close(key)
    mine.flush()
    #expect(await !begin(key, orAnother: false, in: mine).isBesideOther)
    mine.close(key)
    mine.flush()
    // What is written beside the screen is told of when one begins the next time.
    await leave(draft("theirs again", key), in: theirs)
    mine.save(draft("mine, thrown away and back", key))
    mine.close(key)
    mine.flush()
    for isTold in [true, false] {
      #expect(await begin(key, orAnother: true, in: mine).isBesideOther == isTold)
      mine.close(key)
      mine.flush()
    }
  }

  @Test(arguments: [new, change])
  func discardedDraftReturnsBesideOthers(target: DraftTarget) async throws {
    let (mine, theirs) = (store(), store())
    let thrown = draft("mine", key(target))
    await leave(thrown, in: mine)
    mine.remove(thrown.key)
    mine.flush()
    #expect(titles == [])
    await leave(draft("theirs", key(target), by: "t"), in: theirs)
    mine.save(thrown)
    mine.close(thrown.key)
    #expect(mine.flush() == nil)
    #expect(titles == ["mine", "theirs"])
    #expect(Set(kept.map(\.idempotencyKey)) == ["k", "t"])
  }

  @Test(arguments: [new, change])
  func onlyOwnDraftsAreRemoved(target: DraftTarget) async throws {
    let (mine, theirs) = (store(), store())
    let key = key(target)
    await leave(draft("mine", key), in: mine)
    _ = await theirs.openAny(key)
    var other = draft("theirs", key)
    let picture = theirs.pictures.save(jpeg, .jpeg, for: key).name
    other.picture = .init(path: "a.jpg", copy: picture)
    theirs.save(other)
    theirs.flush()
    // While they write, and when they have left.
    for closes in [false, true] {
      if closes { theirs.close(key) }
      theirs.flush()
      mine.remove(key)
      mine.close(key)
      mine.flush()
      #expect(titles == ["theirs"])
      #expect(home.folder.picture(picture).map(Array.init) == jpeg)
    }
    // Neither do empty words.
    mine.save(draft(target.isNew ? "" : "before", key))
    mine.close(key)
    mine.flush()
    #expect(titles == ["theirs"])
  }

  @Test func aPictureGoesWithWhatIsKeptBeside() async throws {
    let (mine, theirs) = (store(), store())
    let key = key(Self.new)
    await leave(draft("mine", key), in: mine)
    _ = await theirs.openAny(key)
    var other = draft("theirs", key)
    other.picture = .init(
      path: "a.jpg", copy: theirs.pictures.save(jpeg, .jpeg, for: key).name)
    theirs.save(other)
    theirs.close(key)
    theirs.flush()
    _ = await mine.reopen(key)
    mine.save(draft("mine, on", key))
    mine.close(key)
    mine.flush()
    let copy = try #require(kept.first { $0.words.title == "theirs" }?.picture?.copy)
    #expect(store().pictures.bytes(of: copy) == jpeg)
    #expect(try home.files().filter { $0.hasSuffix(".jpg") } == [copy])
  }

  /// Unlike that of what was sent.
  @Test func discardedDraftReturnsWithItsPicture() async throws {
    let mine = store()
    let key = key(Self.new)
    _ = await mine.openAny(key)
    var thrown = draft("mine", key)
    let copy = mine.pictures.save(jpeg, .jpeg, for: key).name
    thrown.picture = .init(path: "a.jpg", copy: copy)
    mine.save(thrown)
    for _ in 0..<2 {
      mine.remove(key, keepsPictures: true)
      mine.flush()
      #expect(try home.files() == [])
      mine.save(thrown)
      mine.close(key)
      mine.flush()
      #expect(store().pictures.bytes(of: copy) == jpeg)
    }
    mine.remove(key)
    mine.flush()
    #expect(try home.files() == [] && mine.pictures.bytes(of: copy) == nil)
  }

  @Test func aDamagedFileIsPutAsideWhereverOneComesFrom() async throws {
    let reports = Mutex<[DraftStore.Report]>([])
    let mine = DraftStore(home.folder, now: { 1_000 }) { report in
      reports.withLock { $0.append(report) }
    }
    let key = key(Self.new)
    await leave(draft("mine", key), in: mine)
    for (words, suffix) in [("{ their words", ".damaged"), ("{ other words", ".damaged-2")] {
      try home.put(words, as: key.id + ".json")
      mine.save(draft("mine, on \(suffix)", key))
      mine.close(key)
      #expect(mine.flush() == nil)
      let path = home.folder.folder.appendingPathComponent(key.id + ".json" + suffix).path
      #expect(try String(contentsOfFile: path, encoding: .utf8) == words)
      #expect(reports.withLock { $0 }.last == .damaged(path))
      #expect(home.folder.entries().contains(.damaged(path)))
    }
  }

  /// Where there is no room for it, one's own words wait.
  @Test func withoutRoomNothingIsWrittenOver() async throws {
    let (mine, theirs) = (store(), store())
    let key = key(Self.new)
    await leave(draft("mine", key), in: mine)
    for number in 0..<DraftStore.maximumPerTarget {
      _ = await theirs.open(self.key(Self.new, number))
      theirs.save(draft("theirs \(number)", self.key(Self.new, number)))
      theirs.close(self.key(Self.new, number))
    }
    theirs.flush()
    let before = titles
    mine.save(draft("mine, on", key))
    for _ in 0..<2 {
      #expect("\(mine.flush().map { "\($0)" } ?? "")".contains("no room for a second one"))
      #expect(titles == before)
    }
    try home.folder.delete(self.key(Self.new, 5).id)
    #expect(mine.flush() == nil)
    #expect(titles == (before.filter { $0 != "theirs 5" } + ["mine, on"]).sorted())
  }

  /// What the disk didn't take is gone on with all the same.
  @Test(arguments: [new, change])
  func failedDiscardKeepsTheDraft(target: DraftTarget) async throws {
    try Data().write(to: home.state)
    let mine = store()
    let first = await mine.openAny(key(target))
    mine.save(draft("mine", first.0))
    mine.close(first.0)
    #expect(mine.flush() != nil)
    let again = await mine.openAny(key(target))
    guard case (key(target), .ready(let kept?, "k")) = again else {
      Issue.record("the words are lost: \(again)")
      return
    }
    #expect(kept.draft.words.title == "mine")
  }

  @Test func laterChangedDraftIsNoOrphan() async throws {
    let (mine, theirs) = (store(), store())
    let found = draft("mine", key(Self.change))
    await leave(found, in: theirs)
    await leave(draft("mine, and theirs", found.key), in: theirs)
    let renewed = await mine.renew(found, as: .newPost(below: nil))
    mine.remove(found.key)
    mine.close(try #require(renewed.draft).key)
    mine.flush()
    #expect(titles == ["mine", "mine, and theirs"])
  }
}
