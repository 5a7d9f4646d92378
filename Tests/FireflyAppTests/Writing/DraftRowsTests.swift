import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// The drafts as rows: in F2 they can be gone on with, discarded and taken back.
@Suite struct DraftRowsTests {
  private static func draft(
    _ target: DraftTarget, _ title: String, number: Int = 0, template: String = "post",
    parentTitle: String? = nil
  ) -> Draft {
    Draft(
      key: Draft.Key(server: "", account: "ada@example.org", target: target, number: number),
      words: PostText(title: title), template: template, parentTitle: parentTitle,
      idempotencyKey: title)
  }

  private static let drafts = [
    draft(.newPost(below: nil), "Fog"), draft(.newPost(below: nil), "Sea", number: 1),
    draft(.newPost(below: 7), "So it is.", parentTitle: "Lamps of the coast"),
  ]

  /// A walk in F2 with some drafts, one saved search and one post for later.
  private func walk(_ drafts: [Draft] = drafts) -> Walk {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.answer(Walk.searches, [.numbered(50, template: .query)])
    walk.perform(
      .editor(.draftsFound(drafts.map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    walk.perform(.later(.response(.success([.numbered(7)]), said: nil)))
    walk.press(.function(2))
    return walk
  }

  /// A walk in the list of drafts, which several have.
  private func listed(_ drafts: [Draft] = drafts) -> Walk {
    let other = Self.draft(.newPost(below: 8), "Other")
    var walk = walk(drafts.count > 1 ? drafts : drafts + [other])
    walk.perform(.list(.postSelected(Post.draftsID)))
    #expect(walk.press(.right).isEmpty)
    return walk
  }

  @Test func theRowStandsBetweenThePostsForLaterAndTheSearches() {
    var walk = walk()
    #expect(walk.ids == [Post.laterID, Post.draftsID, 50])
    // They came before anybody has looked: the list begins with them.
    #expect(walk.selected == Post.laterID)
    #expect(walk.text.contains("drafts (3)") && walk.text.contains("Fog, Sea, So it is."))
    // It stays there, with the selection, when the list is loaded again.
    walk.perform(.list(.postSelected(Post.draftsID)))
    walk.answer(Walk.searches, [.numbered(51, template: .query), .numbered(50, template: .query)])
    #expect(walk.ids == [Post.laterID, Post.draftsID, 51, 50])
    #expect(walk.selected == Post.draftsID)
    #expect(self.walk([]).ids == [Post.laterID, 50])
  }

  @Test func theListSaysWhereEachBelongs() {
    let walk = listed()
    #expect(walk.row(0).contains("drafts (3)"))
    #expect(walk.text.contains("Fog") && walk.text.contains("new post"))
    #expect(walk.text.contains("reply to “Lamps of the coast”"))
    #expect(walk.state.list.phase == .loaded)
  }

  /// Each key that opens a post goes on with exactly that draft.
  @Test(arguments: [Key.enter, .right, .character(" "), .character("e")])
  func aKeyGoesOnWritingWhereItBelongs(key: Key) {
    var walk = listed()
    walk.press(.down)
    let effects = walk.press(key)
    #expect(effects.contains(.draft(.openThis(Self.drafts[1].key))))
    #expect(walk.state.lists.explorer == .posts && walk.state.current.navigator.depth == 0)
    let kept = StoredDraft(draft: Self.drafts[1], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(
        .draftOpened(
          .newPost(below: nil), DraftOpening(stored: kept, idempotencyKey: "Sea", number: 1))))
    #expect(walk.state.focus.editor?.words.title == "Sea")
    #expect(walk.state.focus.editor?.number == 1)
  }

  /// Leaving a draft leads back to its row, wherever it was written.
  @Test(arguments: [0, 1, 2]) func leavingADraftLeadsBackToItsRow(place: Int) {
    var walk = listed()
    for _ in 0..<place { walk.press(.down) }
    let (row, draft) = (walk.selected, Self.drafts[place])
    walk.press(.enter)
    if place == 2 { walk.answer(walk.level, []) }
    let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(
        .draftOpened(
          draft.key.target,
          DraftOpening(stored: kept, idempotencyKey: "key", number: draft.key.number))))
    #expect(walk.state.focus.isWriting)
    walk.type(" more")
    walk.press(.escape)
    #expect(walk.state.explorer == .searches && walk.selected == row)
    #expect(walk.state.current.navigator.current.destination == .results(query: Post.draftsID))
    #expect(walk.text.contains("Draft kept. u goes on writing."))
  }

  /// The row that comes back is selected; a draft that was discarded is not gone on with by one key more.
  @Test func whatIsTakenBackIsSelected() {
    var walk = listed()
    walk.press(.down)
    let row = walk.selected
    walk.state.moving.undo.record(.kept(Self.drafts[1]))
    walk.state.moving.undo.record(.kept(Self.drafts[2]))
    walk.press(.character("d"))
    #expect(walk.selected != row)
    walk.press(.character("u"))
    #expect(walk.selected == row)
    walk.press(.character("u"))
    #expect(!walk.state.focus.isWriting && walk.text.contains("There is nothing to undo."))
  }

  /// An address or words to search for are no text: after Esc the key begins anew, and another takes them back.
  @Test func aSearchThatIsNotSavedIsNoDraft() {
    var walk = walk([])
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newQuery, DraftOpening(idempotencyKey: "key", number: 0))))
    walk.type("fog")
    walk.press(.escape)
    #expect(walk.state.writing.drafts.isEmpty)
    #expect(walk.text.contains("Discarded. u restores it.") && !walk.text.contains("your draft"))
    walk.press(.character("u"))
    #expect(walk.state.focus.isWriting)
  }

  /// Another program may add or discard one meanwhile.
  @Test func theSelectionStaysOnItsDraft() {
    var walk = listed()
    walk.press(.down)
    for drafts in [
      [Self.draft(.newPost(below: 9), "New")] + Self.drafts, Array(Self.drafts.dropFirst()),
    ] {
      walk.perform(
        .editor(.draftsFound(drafts.map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    }
    #expect(walk.press(.character("d")).contains(.draft(.discard(Self.drafts[1]))))
  }

  /// No file has the IDs of such rows: the next start would refuse it.
  @Test func theNextStartIsAboveTheList() throws {
    let walk = listed()
    let data = try JSONEncoder().encode(walk.reading.savedPositions)
    let saved = try JSONDecoder().decode(SavedPositions.self, from: data)
    var next = AppState(size: walk.state.size)
    _ = next.lists.resume(saved, at: next.site, 0)
    #expect(next.lists.explorer == .searches)
    #expect(next.lists[.searches].navigator.depth == 0)
    #expect(next.lists[.searches].navigator.root.position.selectedID == nil)
  }

  @Test func aReplyGoesOnBelowItsPost() {
    var walk = listed()
    walk.press(.end)
    #expect(walk.press(.enter).contains(.draft(.openThis(Self.drafts[2].key))))
    #expect(walk.state.current.navigator.current.destination == .children(of: 7))
    #expect(walk.state.focus.editor?.target == .newPost(below: 7))
  }

  @Test func aChangeGoesOnAtItsPost() {
    let draft = Self.draft(.edit(2), "post 2, changed")
    var walk = listed([draft])
    walk.press(.enter)
    #expect(walk.state.focus.editor?.target == .edit(2) && walk.selected == 2)
    #expect(walk.state.lists.explorer == .posts)
  }

  /// One draft needs no list: its row says where it belongs, and opening it goes on writing.
  @Test(arguments: [Key.enter, .right]) func theOnlyDraftGoesOnAtOnce(key: Key) {
    var walk = walk([Self.drafts[2]])
    #expect(walk.text.contains("So it is.: reply to “Lamps of the coast”"), "\(walk.text)")
    walk.perform(.list(.postSelected(Post.draftsID)))
    #expect(walk.press(key).contains(.draft(.openThis(Self.drafts[2].key))))
    #expect(walk.state.focus.editor?.target == .newPost(below: 7))
    // The post that it answers is not loaded, but its title is known.
    let kept = StoredDraft(draft: Self.drafts[2], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: 7), DraftOpening(stored: kept, idempotencyKey: "a"))))
    #expect(walk.state.focus.editor?.parentTitle == "Lamps of the coast")
  }

  @Test func theOnlyDraftIsDiscardedByItsRow() {
    var walk = walk([Self.drafts[0]])
    walk.perform(.list(.postSelected(Post.draftsID)))
    #expect(walk.press(.character("d")).contains(.draft(.discard(Self.drafts[0]))))
    var several = self.walk()
    several.perform(.list(.postSelected(Post.draftsID)))
    #expect(several.press(.character("d")).isEmpty)
    #expect(several.text.contains("Enter lists your drafts."), "\(several.text)")
  }

  /// Of a post that is not here, first the post is asked for; whoever goes elsewhere meanwhile stays there.
  @Test func aChangeGoesOnWhenItsPostHasCome() {
    let draft = Self.draft(.edit(99), "elsewhere")
    var walk = listed([draft])
    let effects = walk.press(.enter)
    #expect(effects.contains(.links(.findPost(99))))
    #expect(effects.contains(.draft(.findOrphans([draft]))))
    var left = walk
    left.press(.left)
    left.perform(.links(.postResponse(99, .success([.numbered(99)]))))
    left.perform(.list(.postSelected(50)))
    #expect(!left.state.focus.isWriting && left.state.writing.awaitedDraft == nil)
    walk.perform(.links(.postResponse(99, .success([.numbered(99)]))))
    #expect(walk.state.focus.editor?.target == .edit(99) && walk.selected == 99)
    #expect(walk.state.writing.opening == draft.key)
  }

  @Test func aChangeOfAReplyGoesOnAmongItsSiblings() throws {
    let draft = Self.draft(.edit(99), "elsewhere")
    var walk = listed([draft])
    walk.press(.enter)
    var reply = Post.numbered(99)
    reply.parentID = 7
    walk.perform(.links(.postResponse(99, .success([.numbered(7), reply]))))
    #expect(!walk.state.focus.isWriting)
    let level = walk.state.lists.level
    walk.answer(level, [.numbered(98), reply])
    #expect(walk.state.focus.editor?.target == .edit(99) && walk.selected == 99)
  }

  /// It says so, and offers to keep the words as a new post.
  @Test func aDraftWhosePostWasDeletedAsks() {
    let draft = Self.draft(.edit(99), "elsewhere")
    var walk = listed([draft])
    walk.press(.enter)
    walk.perform(.links(.postResponse(99, .failure(LoadFailure(.missing, "Post not found.")))))
    walk.perform(.editor(.orphansFound([OrphanedDraft(draft, target: .newPost(below: nil))])))
    for _ in 1...2 {
      #expect(walk.text.contains("The post of the draft “elsewhere” was deleted."))
      #expect(walk.text.contains("Save as a new post") && !walk.text.contains("is not here"))
      walk.press(.escape)
      #expect(walk.press(.enter).isEmpty)
    }
    let effects = walk.choose("Save draft")
    #expect(effects == [.draft(.convert(draft, as: .newPost(below: nil), saves: false))])
  }

  /// A walk that goes on with the first draft.
  private func resumed() -> Walk {
    var walk = listed()
    walk.press(.enter)
    let kept = StoredDraft(draft: Self.drafts[0], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(stored: kept, idempotencyKey: "Fog"))))
    return walk
  }

  /// Whoever goes on with a draft and clears its text gets it back.
  @Test func aClearedDraftIsTakenBack() throws {
    var walk = resumed()
    for _ in 1...3 { walk.press(.backspace) }
    #expect(walk.state.focus.editor?.words.isEmpty == true)
    let discarded = walk.press(.escape).compactMap { effect -> Draft? in
      if case .draft(.discard(let draft)) = effect { draft } else { nil }
    }
    #expect(discarded.map(\.words.title) == ["Fog"])
    #expect(walk.text.contains("Discarded. u takes it back."))
    #expect(!walk.state.writing.drafts.contains { $0.words.title == "Fog" })
    walk.press(.character("u"))
    #expect(walk.state.writing.drafts.first?.words.title == "Fog")
  }

  /// As after a changed one, letters that follow Esc are words.
  @Test func lettersAfterAnUnchangedDraftAreNoKeys() {
    var walk = resumed()
    walk.press(.escape)
    #expect(walk.press(.character("q")).isEmpty)
    #expect(!walk.state.focus.isWriting)
  }

  @Test func aDraftOfAPictureHasItsName() {
    var draft = Self.draft(.newPost(below: nil), "")
    draft.picture = Draft.Picture(path: "/tmp/lamp.png", copy: "lamp.png")
    #expect(listed([draft]).text.contains("picture “lamp.png”"))
  }

  /// A feed to follow is no search.
  @Test func aFeedToFollowIsNamed() {
    #expect(Self.draft(.newQuery, "a", template: "profile").place == "new feed")
    #expect(Self.draft(.newQuery, "a", template: "query").place == "new search")
  }

  /// What can't be done with a draft is said in one sentence; its text can be copied.
  @Test func aDraftIsNoPost() {
    for key in [Key.character("s"), .character("m")] {
      var walk = listed()
      walk.press(key)
      #expect(walk.text.contains("This is a draft, not yet a post. Enter goes on"))
    }
    var walk = listed()
    #expect(
      walk.press(.character("y")) == [.terminal(.copy("Fog", noted: "Copied “Fog”."))])
  }

  @Test func dDiscardsAndUTakesBack() {
    var walk = listed()
    walk.press(.down)
    #expect(walk.press(.character("d")) == [.draft(.discard(Self.drafts[1]))])
    #expect(walk.text.contains("Discarded. u takes it back."))
    #expect(walk.state.writing.drafts == [Self.drafts[0], Self.drafts[2]])
    #expect(walk.state.list.posts.map(\.title) == ["Fog", "So it is."])
    #expect(walk.press(.character("u")) == [.draft(.restore(Self.drafts[1]))])
    #expect(walk.state.list.posts.map(\.title) == ["Sea", "Fog", "So it is."])
    // The last one takes the row with it.
    for _ in 1...3 { walk.press(.character("d")) }
    #expect(walk.ids.isEmpty && walk.text.contains("No drafts"))
    walk.press(.left)
    #expect(walk.ids == [Post.laterID, 50])
  }

  /// Another program had it open, so it was never gone; the steps before it can be undone.
  @Test func whatWasNeverGoneIsBackAtOnce() {
    var walk = listed()
    walk.press(.character("d"))
    walk.perform(
      .editor(
        .draftsFound(Self.drafts.map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    #expect(walk.press(.character("u")).isEmpty)
    #expect(walk.text.contains("It is a draft again."))
    walk.press(.character("u"))
    #expect(walk.text.contains("There is nothing to undo."))
  }

  /// It is open in another program, or was sent: nothing else is opened in its place.
  @Test func aDraftThatIsGoneOpensNothing() {
    var walk = listed()
    walk.press(.enter)
    let effects = walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "new", number: 2))))
    #expect(!walk.state.focus.isWriting && walk.state.writing.drafts == Self.drafts)
    #expect(effects.contains { if case .draft(.find) = $0 { true } else { false } })
    #expect(walk.text.contains("That draft is open in another Firefly, or it is gone."))
    // What was typed meanwhile is a text of its own.
    var other = listed()
    other.press(.enter)
    other.type("words")
    other.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "new", number: 2))))
    #expect(other.state.focus.editor?.words.title == "words")
  }

  /// The question names the one that is meant: what was changed last, also where an earlier text was interrupted.
  @Test func theQuestionNamesTheLastChanged() {
    var walk = Walk([.numbered(1)])
    walk.perform(
      .editor(
        .draftsFound(Self.drafts.map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    walk.press(.character("n"))
    #expect(walk.text.contains("Continue your draft “Fog”?") && walk.text.contains("2 drafts"))
  }

  /// Nothing is asked about numbers that no server knows.
  @Test func theirNumbersStayHere() {
    for walk in [walk(), listed()] {
      var walk = walk
      walk.perform(
        .list(.postSelected(walk.ids.contains(Post.draftsID) ? Post.draftsID : walk.ids[0])))
      for key in "motwbpsnf+OwvNRUKM".map(Key.character) + [.character("r")] {
        var other = walk
        for effect in other.press(key) {
          let text = "\(effect)"
          let isLocal = walk.ids.contains { Post.isLocal($0) && text.contains("\($0)") }
          #expect(!isLocal || text.contains("findPage"), "\(key.label)")
        }
        #expect(!other.state.focus.isWriting || key == .character("n"), "\(key.label)")
      }
    }
  }

  @Test(arguments: Scene.sizes)
  func screens(width: Int, height: Int) throws {
    var walk = Walk([.numbered(1)], width: width, height: height)
    walk.answer(Walk.searches, [.numbered(50, template: .query)])
    walk.perform(
      .editor(
        .draftsFound(Self.drafts.map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    walk.perform(.later(.response(.success([.numbered(7)]), said: nil)))
    walk.wait(60)
    walk.press(.function(2))
    try expectScreen(walk.frame, "drafts-row")
    walk.perform(.list(.postSelected(Post.draftsID)))
    walk.press(.right)
    walk.wait(1)
    try expectScreen(walk.frame, "drafts")
  }
}
