import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Writing by keys: the state, keys, the state then.
@Suite("Writing")
struct EditorTests {
  private static let key = DraftOpening(idempotencyKey: "key")

  /// A walk that writes a new post among the posts.
  private func writing(_ posts: [Post] = Post.numbered(1...3)) -> Walk {
    var walk = Walk(posts)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    return walk
  }

  @Test
  func nPutsACardOnTopExpandedAndItsDraftIsLookedFor() {
    var walk = Walk(Post.numbered(1...3))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    #expect(walk.press(.character("n")) == [.draft(.open(key)), .writing(.loadTemplate("post"))])
    #expect(walk.ids == [Post.unsavedID, 1, 2, 3])
    #expect(walk.position.expandedID == Post.unsavedID)
    #expect(walk.row(2).contains("Title"))
    #expect(walk.frame.showsCursor)
  }

  @Test
  func inputBeforeTheDraftOpensIsKept() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.character("n"))
    walk.type("Fog")
    walk.press(.tab)
    walk.type("sea")
    #expect(walk.state.focus.editor?.words == PostText())
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words == PostText(title: "Fog", summary: "sea"))
  }

  /// Every key that changes something is kept; the texts are put together once it is written.
  @Test
  func everyKeyThatChangesSomethingIsKept() {
    var walk = writing()
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    let effects = walk.press(.character("F"), .left, .character("x"))
    #expect(effects == [.draft(.storeSoon(key)), .draft(.storeSoon(key))])
    #expect(walk.reading.currentDraft(key)?.words.title == "xF")
    #expect(walk.reading.currentDraft(Draft.Key(server: "", account: "", target: .newQuery)) == nil)
    walk.press(.control("s"))
    #expect(walk.reading.currentDraft(key) == nil)
  }

  @Test
  func upDownEnterAndTabGoThroughTheFieldsAtTheSameColumn() {
    var walk = writing()
    walk.type("a title")
    // Enter goes to the text, Tab to the summary.
    walk.press(.enter)
    #expect(walk.state.focus.editor?.field == .body)
    walk.press(.backTab, .backTab, .tab)
    #expect(walk.state.focus.editor?.field == .summary)
    walk.type("a summary")
    walk.press(.down)
    #expect(walk.state.focus.editor?.field == .body)
    walk.type("0123456789")
    walk.press(.enter)
    walk.type("second")
    walk.press(.up, .up)
    #expect(walk.state.focus.editor?.field == .summary)
    let summary = walk.state.focus.editor?.summary
    #expect(summary.map { $0.cell(of: $0.caret.position).column } == 6)
    walk.press(.up, .down, .down)
    #expect(walk.state.focus.editor?.field == .body)
    #expect(walk.state.focus.editor?.body.caretRow == 0)
    let body = walk.state.focus.editor?.body
    #expect(body.map { $0.cell(of: $0.caret.position).column } == 6)
    walk.press(.tab)
    #expect(walk.state.focus.editor?.field == .title)
    walk.press(.backTab)
    #expect(walk.state.focus.editor?.field == .body)
  }

  /// The row of the title says which key leads to which field; the others don't.
  @Test func theTitleSaysWhereItsKeysLead() {
    var walk = Walk([])
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    #expect(walk.row(2).contains("Tab summary · Enter text"), "\(walk.text)")
    walk.type("Fog")
    #expect(walk.row(2).contains("Fog") && walk.row(2).contains("Enter text"))
    walk.press(.tab)
    #expect(walk.state.focus.editor?.field == .summary && !walk.text.contains("Enter text"))
  }

  /// Of lines pasted into the title, the first stays and the rest goes to the body.
  @Test
  func ofLinesPastedIntoTheTitleTheFirstStays() {
    var walk = writing()
    walk.perform(.pasted("one\ntwo\nthree"))
    #expect(walk.state.focus.editor?.words == PostText(title: "one", body: "two\nthree"))
  }

  @Test
  func escWithNothingTypedLeavesEverythingAsItWas() {
    var walk = Walk(Post.numbered(1...9))
    walk.press(.down, .down, .down)
    let before = (walk.ids, walk.position)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
    #expect(walk.ids == before.0)
    #expect(walk.selected == before.1.selectedID)
    #expect(walk.position.expandedID == nil)
  }

  /// The cursor of a draft stands behind its text, not in the title.
  @Test func aDraftIsGoneOnWithWhereItsTextEnds() {
    var walk = writing()
    walk.type("a title")
    walk.press(.enter)
    walk.type("half a thought")
    let draft = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    walk.press(.escape)
    walk.press(.character("u"))
    let kept = StoredDraft(draft: walk.state.writing.drafts[0], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(.draftOpened(draft.target, DraftOpening(stored: kept, idempotencyKey: "key"))))
    walk.type(", and more")
    #expect(walk.state.focus.editor?.words.body == "half a thought, and more")
    #expect(walk.state.focus.editor?.words.title == "a title")
  }

  /// Nothing is asked: the text is a draft, and the undo key goes on with it, as the last step.
  @Test(arguments: [Key.escape, .control("c")])
  func escKeepsTheDraftAndSaysSo(key: Key) {
    var walk = writing()
    walk.type("half a thought")
    let draft = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    let effects = walk.press(key)
    #expect(walk.state.focus.isEmpty && walk.ids == [1, 2, 3])
    #expect(effects.contains(.draft(.close(draft))))
    #expect(walk.state.writing.drafts.map(\.words.title) == ["half a thought"])
    #expect(walk.text.contains("Draft kept. u goes on writing."))
    #expect(walk.press(.character("u")).contains(.draft(.openThis(draft))))
    let kept = StoredDraft(draft: walk.state.writing.drafts[0], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(.draftOpened(draft.target, DraftOpening(stored: kept, idempotencyKey: "key"))))
    #expect(walk.state.focus.editor?.words.title == "half a thought")
    walk.press(.escape)
    #expect(walk.text.contains("Draft kept."))
    // Deleted words are no draft.
    walk.press(.character("u"))
    walk.perform(
      .editor(.draftOpened(draft.target, DraftOpening(stored: kept, idempotencyKey: "key"))))
    walk.press(.control("a"), .control("k"), .escape)
    #expect(walk.state.writing.drafts.isEmpty && !walk.text.contains("Draft kept."))
    // What they were can be had again.
    walk.press(.character("u"))
    #expect(walk.text.contains("It is a draft again."))
  }

  /// A draft that the undo key has opened, left as it was, is not in the way of what was done before it.
  @Test func theUndoKeyComesPastADraft() {
    var walk = writing()
    walk.state.moving.undo.record(.lost("It was long ago."))
    walk.type("half a thought")
    walk.press(.escape, .character("u"))
    let kept = StoredDraft(draft: walk.state.writing.drafts[0], startedAt: 0, changedAt: 0)
    func open() {
      walk.perform(
        .editor(
          .draftOpened(kept.draft.key.target, DraftOpening(stored: kept, idempotencyKey: "key"))))
    }
    open()
    // What is changed is a new step.
    walk.type("!")
    walk.press(.escape)
    #expect(walk.text.contains("Draft kept. u goes on writing."))
    walk.press(.character("u"))
    open()
    walk.press(.escape)
    #expect(walk.text.contains("Draft kept. F2 lists it."))
    walk.press(.character("u"))
    #expect(walk.state.focus.isEmpty && walk.text.contains("It was long ago."))
  }

  /// Words that are typed on after Esc are no keys; a key that is held down is no word.
  @Test func afterEscWordsAreNoKeysButAHeldKeyIs() {
    var walk = writing()
    walk.type("half a thought")
    walk.press(.escape)
    let before = walk.selected
    for letter in "jkjkjkjkjk" {
      walk.now += 0.3
      walk.press(.character(letter))
    }
    #expect(walk.selected == before)
    for _ in 1...20 {
      walk.now += 0.05
      walk.press(.character("j"))
    }
    #expect(walk.selected != before)
  }

  @Test func anEditWithoutAChangeKeepsNothing() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("x")
    walk.press(.backspace)
    let effects = walk.press(.escape)
    let key = Draft.Key(server: "", account: "ada@example.org", target: .edit(1))
    #expect(effects.contains(.draft(.remove(key))))
    #expect(walk.state.note == nil && walk.state.writing.drafts.isEmpty)
  }

  @Test
  func uRestoresADiscardedDraft() {
    var walk = writing()
    walk.type("half a thought")
    walk.perform(.editor(.discarded))
    #expect(walk.state.focus.editor == nil)
    #expect(walk.text.contains("Discarded. u restores it."))
    let effects = walk.press(.character("u"))
    #expect(
      effects.contains {
        if case .draft(.restore(let it)) = $0 { it.words.title == "half a thought" } else { false }
      })
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words.title == "half a thought")
  }

  /// A draft that has come into its place meanwhile is not written over, and nobody else gets it.
  @Test
  func aDraftThatHasComeIntoItsPlaceMeanwhileIsNotWrittenOver() {
    var walk = writing()
    walk.type("first")
    walk.perform(.editor(.discarded))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("second")
    walk.press(.escape)
    // The last step is the draft that was left.
    walk.press(.character("u"))
    let second = StoredDraft(draft: walk.state.writing.drafts[0], startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(stored: second, idempotencyKey: "key"))))
    walk.type("!")
    walk.perform(.editor(.cancelPressed))
    _ = walk.state.moving.undo.popLast()
    #expect(
      !walk.press(.character("u")).contains { if case .draft(.store) = $0 { true } else { false } })
    #expect(walk.text.contains("There is another draft in its place."))
    walk.press(.character("n"), .enter)
    walk.open(.newPost(below: nil))
    #expect(walk.state.moving.undo.discarded?.words.title == "first")
    walk.perform(.signIn(.signedOut(complaint: nil)))
    #expect(walk.state.moving.undo.discarded == nil)
  }

  /// A field that one leaves shows its beginning, and one that has room for all shows all.
  @Test
  func aFieldThatOneLeavesShowsItsBeginning() {
    var walk = writing()
    let title = String(repeating: "a long title ", count: 6) + "end"
    walk.type(title)
    #expect(walk.row(2).contains("end") && !walk.text.contains(title))
    walk.press(.tab)
    #expect(walk.row(2).hasPrefix(" ▌ a long title a long"))
    walk.press(.backTab)
    #expect(walk.row(2).contains("end"))
    walk.send(.resized(Size(width: 240, height: 24), cellAspect: 2))
    #expect(walk.text.contains(title))
  }

  /// Undo takes back what several fields have got at once, and then goes on where there is
  /// something.
  @Test
  func undoTakesBackWhatSeveralFieldsHaveGotAtOnceAndThenGoesOn() {
    var walk = writing()
    walk.type("title")
    walk.press(.tab, .tab)
    walk.type("body")
    let document = PostText(title: "T", summary: "S", body: "B").document()
    walk.perform(.editor(.externalEditorClosed(.changed(document))))
    #expect(walk.state.focus.editor?.words == PostText(title: "T", summary: "S", body: "B"))
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.words == PostText(title: "title", body: "body"))
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.words == PostText(title: "title"))
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.words == PostText())
  }

  @Test
  func wordsThatLookLikeMarksAreWordsWhereThereIsNothingToDecide() {
    var walk = writing()
    walk.type("title")
    walk.press(.tab, .tab)
    walk.type("<<<<<<< yours")
    #expect(
      walk.press(.control("s")).contains { if case .writing(.save) = $0 { true } else { false } })
  }

  @Test
  func quittingWhileSavingAsksOnce() {
    var walk = writing()
    walk.type("sent")
    walk.press(.control("s"))
    #expect(!walk.press(.character("q")).contains(.terminal(.quit)))
    #expect(walk.text.contains("is still being saved. Press q again to quit"))
    #expect(walk.press(.character("q")).contains(.terminal(.quit)))
  }

  /// Saved, the card goes on as the post that the server numbered, and nothing moves.
  @Test(arguments: ["", "At noon."])
  func savedTheCardGoesOnAsThePostThatTheServerNumbered(summary: String) throws {
    var walk = writing()
    walk.type("Fog")
    walk.press(.tab)
    walk.type(summary)
    walk.press(.tab)
    walk.type("Thick.")
    func row(of words: String) -> Int? { (0..<24).first { walk.row($0).contains(words) } }
    let rows = (row(of: "Fog"), row(of: "Thick."))
    let effects = walk.press(.control("s"))
    guard case .writing(.save(let draft))? = effects.first else {
      Issue.record("nothing is saved: \(effects)")
      return
    }
    #expect(draft.words == PostText(title: "Fog", summary: summary, body: "Thick."))
    #expect(draft.idempotencyKey == "key")
    #expect(walk.state.focus.isEmpty)
    // One may read on.
    walk.press(.down)
    #expect(walk.selected == 1)
    walk.press(.up)
    var post = Post.numbered(40, body: "Thick.")
    (post.title, post.summary) = ("Fog", summary)
    let after = walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(post))))
    #expect(walk.ids == [40, 1, 2, 3])
    #expect(walk.text.contains("Posted. d deletes it."))
    #expect(walk.position.expandedID == 40)
    #expect(
      after == [
        .list(.loadRoot(level: Walk.searches, .everyone)),
        .list(.loadRoot(level: Walk.users, .everyone)),
        .writing(.recordWritten(.posts, by: "ada@example.org")),
      ])
    #expect(rows == (2, 5))
    // The row of the summary goes if it is empty; nothing else moves.
    let now = (row(of: "Fog"), row(of: "Thick."))
    #expect(now == (2, summary.isEmpty ? 4 : 5))
    // Once it is deleted, that is no way any more.
    var other = walk
    other.perform(.moving(.deleteResponse(40, .deleted)))
    #expect(!other.state.moving.undo.steps.contains(.sent(40)))
    walk.press(.character("u"))
    #expect(walk.text.contains("What was sent can't be taken back. d deletes it."))
  }

  @Test
  func aPostWithoutATitleIsNotSentItsFieldSaysSo() {
    var walk = writing()
    walk.press(.tab)
    walk.type("only a summary")
    #expect(walk.press(.control("s")) == [])
    #expect(walk.state.focus.editor?.field == .title)
    #expect(walk.text.contains("Title required"))
  }

  /// The first row of a search is what is searched for; Enter there is enough.
  @Test func aSearchIsOneRow() {
    var walk = Walk([.numbered(1)])
    walk.answer(Walk.searches, [])
    walk.press(.function(2), .character("n"))
    walk.open(.newQuery)
    walk.perform(
      .editor(
        .templateResponse(
          name: "query", PostText(title: "Title", summary: "Words to search for", body: "Notes"))))
    #expect(!walk.text.contains("Title") && walk.text.contains("Enter search"), "\(walk.text)")
    // Without words there is nothing to search for, and the row stays.
    #expect(walk.press(.enter).isEmpty)
    #expect(walk.state.focus.isWriting && walk.text.contains("▌ Words to search for"))
    walk.type("fog")
    #expect(walk.press(.enter).contains { if case .writing(.save) = $0 { true } else { false } })
  }

  /// What could not be saved comes back with every word, and says what the server wants.
  @Test
  func unsavedTextComesBackWhole() {
    var walk = writing()
    walk.type("Fog")
    walk.press(.control("s"))
    walk.perform(
      .editor(.saveResponse(.newPost(below: nil), .failure(LoadFailure(.refused, "No.")))))
    #expect(walk.state.focus.editor?.words == PostText(title: "Fog"))
    #expect(walk.state.focus.editor?.field == .summary)
    #expect(walk.text.contains("Summary required"))
    #expect(walk.text.contains("this server requires a summary and a body."))
    #expect(walk.ids == [Post.unsavedID, 1, 2, 3])
  }

  /// A server that is busy lacks no field.
  @Test
  func aBusyServerRequiresNothing() {
    var walk = writing()
    walk.type("Fog")
    walk.press(.control("s"))
    let busy = LoadFailure(.refused, "Too many requests (429).", isTemporary: true)
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .failure(busy))))
    #expect(!walk.text.contains("require"))
    #expect(walk.text.contains("Not saved. Too many requests (429)."))
  }

  /// What could not be saved while one was elsewhere waits, and n goes on with it.
  @Test
  func failedSaveWaitsForTheUser() {
    var walk = writing((1...3).map { .numbered($0, children: 2) })
    walk.type("Fog")
    walk.press(.control("s"), .down, .right)
    walk.answer(1, Post.numbered([20]))
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .failure("No."))))
    #expect(walk.state.focus.isEmpty)
    #expect(walk.text.contains("it is kept as a draft"))
    walk.press(.left)
    #expect(walk.ids == [1, 2, 3])
    walk.press(.character("n"), .enter)
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words.title == "Fog")
  }

  @Test
  func aDraftOfAnEarlierRunIsSaidAndNGoesOnWithIt() {
    var walk = Walk(Post.numbered([1]))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    let kept = StoredDraft(
      draft: Draft(key: key, words: .init(title: "Fog"), idempotencyKey: "old"), startedAt: 0,
      changedAt: 0)
    walk.perform(.editor(.draftsFound([kept])))
    // Once, by the bar.
    #expect(walk.state.note == nil)
    #expect(walk.row(0).contains("n your draft"))
    walk.press(.character("n"), .enter)
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(stored: kept, idempotencyKey: "old"))))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    #expect(walk.state.focus.editor?.idempotencyKey == "old")
  }

  @Test
  func placeOfADraftIsNamedByKnownTitles() {
    func said(_ target: DraftTarget, parentTitle: String? = nil, base: String? = nil) -> String {
      var walk = Walk([.numbered(1)])
      let key = Draft.Key(server: "", account: "ada@example.org", target: target)
      let draft = Draft(
        key: key, words: .init(title: "Fog"), parentTitle: parentTitle,
        base: base.map { Draft.Base(words: .init(title: $0)) })
      let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
      walk.perform(.editor(.draftsFound([kept])))
      return walk.state.note?.text ?? ""
    }
    #expect(said(.newPost(below: 1)).contains("n under “post 1” continues it."))
    #expect(said(.newPost(below: 7)).contains("n under post 7 continues it."))
    #expect(
      said(.newPost(below: 7), parentTitle: "The sea").contains("n under “The sea” continues it."))
    #expect(said(.edit(7), base: "The sea").contains("e on “The sea” continues it."))
    #expect(said(.edit(1), base: "old").contains("e on “post 1” continues it."))
    // And what is begun below a post knows its title.
    var walk = Walk([.numbered(1, children: 0)])
    walk.press(.right)
    walk.answer(1, [])
    walk.answer(1, [])
    walk.perform(.list(.parentResponse(level: 1, .success(.numbered(1, children: 0)))))
    walk.open(.newPost(below: 1))
    walk.type("F")
    #expect(walk.state.focus.editor.map { walk.state.draft(of: $0).parentTitle } == "post 1")
  }

  @Test
  func lockedDraftIsReportedAndNotWritten() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.character("n"))
    let opening = DraftOpening(
      idempotencyKey: "key", complaint: "Another Firefly is writing this draft.", isTaken: true)
    walk.perform(.editor(.draftOpened(.newPost(below: nil), opening)))
    #expect(walk.state.isRefusing)
    #expect(walk.ids == [1])
    #expect(walk.text.contains("Another Firefly is writing"))
  }

  /// The first child of one's own post is begun at once; with nothing typed, Esc leads back.
  @Test
  func theFirstChildOfOnesOwnPostIsBegunAtOnceWithNothingTyped() {
    var walk = Walk([.numbered(1, children: 0)])
    walk.press(.right)
    #expect(walk.ids == [Post.unsavedID])
    walk.open(.newPost(below: 1))
    walk.answer(1, [])
    #expect(walk.ids == [Post.unsavedID])
    #expect(walk.row(2).contains("post 1"))
    walk.press(.escape)
    #expect(walk.state.current.navigator.depth == 0)
    // And with something: its parent has a child then.
    walk.press(.right)
    walk.open(.newPost(below: 1))
    walk.answer(2, [])
    walk.type("child")
    walk.press(.control("s"))
    var child = Post.numbered(9)
    child.parentID = 1
    walk.perform(.editor(.saveResponse(.newPost(below: 1), .success(child))))
    walk.press(.left)
    // It is among everyone's newest posts, too.
    #expect(walk.ids == [9, 1])
    #expect(walk.state.list.posts.last?.childCount == 1)
    #expect(walk.row(8).contains("❯"))
  }

  @Test(arguments: [0, 2])
  func plusBeginsAReplyToTheUsersOwnPostAlsoWhereThereAreReplies(children: Int) {
    var walk = Walk([.numbered(1, children: children)])
    walk.press(.character("+"))
    walk.open(.newPost(below: 1))
    walk.answer(1, (0..<children).map { .numbered(2 + $0) })
    #expect(walk.ids.first == Post.unsavedID && walk.ids.count == 1 + children)
    walk.type("e r")
    #expect(walk.state.focus.editor?.words.body == "e r")
    #expect(walk.row(2).contains("post 1"))
    walk.press(.control("u"), .escape)
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test
  func plusOnASavedSearchIsRefusedAndWhatIsTypedNextDoesNothing() {
    var walk = Walk([.numbered(1, children: 1, template: .query)], email: "ben@example.org")
    walk.press(.character("+"))
    #expect(walk.state.isRefusing)
    walk.type("red")
    #expect(walk.state.isRefusing && walk.state.current.navigator.depth == 0)
    var signedOut = Walk([.numbered(1, children: 1)], email: nil)
    signedOut.press(.character("+"))
    #expect(signedOut.state.focus.top is SignIn)
  }

  @Test(arguments: [nil, "ada@example.org", "ben@example.org"])
  func writePermissions(email: String?) {
    var walk = Walk([.numbered(1, children: 1)], email: email)
    walk.press(.character("n"))
    switch walk.state.focus.top {
    case is SignIn: #expect(email == nil)
    case is EditorState: #expect(email != nil)
    default: Issue.record("nothing happens")
    }
    var below = Walk([.numbered(1, children: 1)], email: email)
    below.press(.right)
    below.answer(1, [.numbered(2)])
    below.press(.character("n"))
    #expect((below.state.focus.editor != nil) == (email != nil))
    var users = Walk([.numbered(1)], email: email)
    users.press(.function(3), .character("n"))
    #expect(users.state.isRefusing)
  }

  @Test
  func eChangesOnesOwnPostOnlyThatEverywhereAndOnlyItsWords() {
    var walk = Walk([.numbered(1, children: 2), .numbered(2, email: "ben@example.org")])
    walk.press(.character("e"))
    #expect(walk.position.expandedID == 1)
    walk.open(.edit(1))
    walk.type("!")
    walk.press(.control("s"))
    #expect(walk.state.list.posts[0].title == "post 1!")
    var answer = Post.numbered(1)
    answer.title = "post 1!"
    #expect(walk.perform(.editor(.saveResponse(.edit(1), .success(answer)))) == [])
    #expect(walk.state.list.posts[0].childCount == 2)
    walk.press(.enter, .down, .character("e"))
    #expect(walk.state.isRefusing)
  }

  /// An edit that fails brings back the old words for readers and the new ones for the writer.
  @Test
  func anEditThatFailsBringsBackTheOldWordsForReaders() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("!")
    walk.press(.control("s"))
    walk.perform(.editor(.saveResponse(.edit(1), .failure("No."))))
    #expect(walk.state.list.posts[0].title == "post 1")
    #expect(walk.state.focus.editor?.words.title == "post 1!")
  }

  @Test
  func dAsksDeletesAtOnceAndBringsBackWhatTheServerKeeps() {
    var walk = Walk([.numbered(1, children: 3), .numbered(2)])
    walk.press(.character("d"))
    #expect(walk.text.contains("This server may delete its 3 replies"))
    #expect(walk.press(.enter) == [])
    #expect(walk.ids == [1, 2])
    walk.press(.character("d"), .right)
    #expect(walk.press(.enter) == [.moving(.delete(1))])
    #expect(walk.ids == [2])
    walk.perform(.moving(.deleteResponse(1, .failed(LoadFailure(.forbidden, "No.")))))
    #expect(walk.ids == [1, 2])
    #expect(walk.text.contains("Not deleted. No."))
    walk.press(.character("d"), .right, .enter)
    walk.perform(.moving(.deleteResponse(1, .deleted)))
    #expect(walk.ids == [2])
  }

  @Test
  func aDeleteThatCantBeConfirmedBringsThePostBackAndSaysSo() {
    var walk = Walk(Post.numbered(1...2))
    walk.press(.character("d"), .right, .enter)
    #expect(walk.ids == [2])
    walk.perform(.moving(.deleteResponse(1, .unconfirmed(LoadFailure(.interrupted, "It broke.")))))
    #expect(walk.ids == [1, 2])
    #expect(walk.text.contains("Deleting could not be confirmed. It broke. r reloads."))
  }

  /// While any version is unconfirmed, every failure says so, and the draft names them all.
  @Test
  func whileAnyVersionIsUnconfirmedEveryFailureSaysSo() throws {
    var walk = writing()
    walk.type("Fog")
    walk.press(.control("s"))
    let versions = [PostText(title: "Fo"), PostText(title: "Fog")]
    for kind in [LoadFailure.Kind.interrupted, .offline] {
      walk.perform(
        .editor(
          .saveResponse(
            .newPost(below: nil), .failure(LoadFailure(kind, "It broke.")), unconfirmed: versions)))
      #expect(walk.text.contains("Saving could not be confirmed. It broke. Press Ctrl-S"))
      #expect(walk.state.note?.isError == true)
      walk.type("!")
      guard case .writing(.save(let draft))? = walk.press(.control("s")).first else {
        Issue.record("nothing is saved")
        return
      }
      #expect(draft.unconfirmed == versions)
    }
    // Also while the user is elsewhere.
    walk.press(.right)
    walk.perform(.list(.explorerPressed(.searches)))
    walk.perform(
      .editor(
        .saveResponse(
          .newPost(below: nil), .failure(LoadFailure(.offline, "No way.")), unconfirmed: versions)))
    #expect(walk.text.contains("could not be confirmed; it is kept as a draft. No way."))
  }

  /// Where the server has signed the user out, saving asks for the code and then goes on.
  @Test
  func whereTheServerHasSignedTheUserOutSavingAsksForTheCode() {
    var walk = writing()
    walk.state.site = Site(.server, name: "example.org", as: walk.state.account)
    walk.type("Fog")
    walk.press(.control("s"))
    walk.perform(
      .editor(.saveResponse(.newPost(below: nil), .failure(LoadFailure(.signedOut, "Sign in.")))))
    #expect(walk.text.contains("You are no longer signed in to example.org."))
    #expect(walk.text.contains("ada@example.org"))
    #expect(walk.press(.enter) == [.signIn(.sendCode(to: "ada@example.org"))])
    walk.perform(.signIn(.codeSent(nil)))
    walk.type("1234")
    let user = User(email: "ada@example.org", name: "Ada Linden")
    let effects = walk.perform(
      .signIn(.verified(.success(SignedInUser(user: user, isNew: false)))))
    let saved = effects.compactMap {
      if case .writing(.save(let draft)) = $0 { draft } else { nil }
    }
    #expect(saved.map(\.words) == [PostText(title: "Fog")])
    #expect(walk.state.focus.isEmpty)
  }

  /// Whoever signs in as someone else leaves what was written to its writer, as a draft.
  @Test
  func draftsStayWithTheirAuthorAfterSignIn() {
    var walk = writing()
    walk.type("Fog")
    walk.press(.control("s"))
    walk.perform(
      .editor(.saveResponse(.newPost(below: nil), .failure(LoadFailure(.signedOut, "Sign in.")))))
    walk.press(.enter)
    walk.perform(.signIn(.codeSent(nil)))
    walk.type("1234")
    let ben = User(email: "ben@example.org", name: "Ben")
    let effects = walk.perform(.signIn(.verified(.success(SignedInUser(user: ben, isNew: false)))))
    let kept = effects.compactMap { if case .draft(.store(let draft)) = $0 { draft } else { nil } }
    #expect(kept.map(\.key.account) == ["ada@example.org"])
    #expect(kept.map(\.words.title) == ["Fog"])
    #expect(!effects.contains { if case .writing(.save) = $0 { true } else { false } })
    #expect(walk.state.focus.editor == nil)
  }

  /// The delete dialog says what happens on that server, as soon as that is known.
  @Test
  func theDeleteDialogSaysWhatHappensOnThatServer() {
    for (restores, count, words) in [
      (true, 0, "u restores it for ten minutes."),
      (true, 3, "Its 3 replies stay, under “deleted”."),
      (true, 1, "Its reply stays, under “deleted”."),
      (false, 0, "This server can't undo that."),
      (false, 3, "It may delete its 3 replies, too, or keep them."),
    ] {
      var walk = Walk([.numbered(1, children: count)])
      #expect(walk.press(.character("d")) == [.moving(.loadAbilities)])
      #expect(!walk.text.contains("it back"))
      walk.perform(.moving(.abilitiesResponse(ServerAbilities(restores: restores))))
      let text = walk.text.split { " \n│▌▐".contains($0) }.joined(separator: " ")
      #expect(text.contains(words), "\(text)")
      // Known by now, it is said at once.
      walk.press(.escape)
      #expect(walk.press(.character("d")).isEmpty)
      #expect(walk.text.split { " \n│▌▐".contains($0) }.joined(separator: " ").contains(words))
    }
  }

  @Test
  func aNewPostIsInEveryListThatHasItAtOnce() {
    var walk = writing([.numbered(1, children: 1), .numbered(2)])
    walk.type("Fog")
    walk.press(.control("s"))
    var post = Post.numbered(9)
    // One left the card in the meantime.
    walk.press(.function(2))
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(post))))
    walk.press(.function(1), .end, .right)
    walk.answer(1, Post.numbered([20]))
    walk.open(.newPost(below: 2))
    walk.type("Child")
    walk.press(.control("s"))
    (post.id, post.parentID) = (10, 2)
    walk.perform(.editor(.saveResponse(.newPost(below: 2), .success(post))))
    walk.press(.left)
    #expect(walk.ids == [10, 9, 1, 2])
  }

  @Test
  func profilesAndOthersPostsAreNotDeleted() {
    var walk = Walk([.numbered(1, template: .profile), .numbered(2, email: "ben@example.org")])
    walk.press(.character("d"))
    #expect(walk.state.isRefusing)
    walk.press(.escape, .down)
    #expect(walk.press(.character("d")) == [.moving(.loadAbilities)])
    #expect(walk.state.isRefusing)
    walk.perform(.moving(.abilitiesResponse(ServerAbilities())))
    #expect(walk.text.contains("You can delete your own posts only."))
  }

  @Test
  func profilesOfTheSameNameAreDistinguished() {
    let profiles = [("ada", 1), ("eve", 2)].map { name, id in
      Post(
        id: id, title: "Ada Linden", authorName: "Ada Linden (\(name))",
        authorEmail: "\(name)@example.org", template: .profile)
    }
    let walk = Walk(profiles)
    #expect(walk.text.contains("Ada Linden (ada)") && walk.text.contains("Ada Linden (eve)"))
  }

  @Test
  func moderatorSeesWhosePostIsDeleted() {
    var walk = Walk([.numbered(1, children: 2, email: "ben@example.org"), .numbered(2)])
    #expect(walk.press(.character("d")) == [.moving(.loadAbilities)])
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(restores: true, moderates: true))))
    let detail = walk.state.focus.dialog?.detail
    #expect(
      detail == "This is a post by Ada Linden. You delete it as a moderator. "
        + "u restores it for ten minutes. Its 2 replies stay, under “deleted”.")
    walk.press(.right)
    #expect(walk.press(.enter) == [.moving(.delete(1))])
    #expect(walk.ids == [2])
  }

  @Test
  func aListThatIsReadAnewKeepsWhatIsBeingWrittenOnTop() {
    var walk = writing()
    walk.type("Fog")
    walk.answer(Walk.posts, Post.numbered(5...9))
    #expect(walk.ids == [Post.unsavedID, 5, 6, 7, 8, 9])
    #expect(walk.state.focus.editor?.words.title == "Fog")
  }

  /// Beside the card nothing reacts but the edit row, and a click in a field goes there.
  @Test
  func besideTheCardNothingReactsButTheEditRow() {
    var walk = writing()
    walk.type("abcdef")
    walk.click(x: 30, y: 14)
    #expect(walk.selected == Post.unsavedID)
    #expect(walk.state.focus.editor?.flashUntil != nil)
    walk.wait(1)
    #expect(walk.state.focus.editor?.flashUntil == nil)
    walk.click(x: 6, y: 2)
    walk.type("X")
    #expect(walk.state.focus.editor?.words.title == "abcXdef")
  }

  @Test
  func aNewSearchShowsWhatItFinds() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.function(2), .character("n"))
    walk.open(.newQuery)
    walk.type("fireflies")
    walk.press(.control("s"))
    let effects = walk.perform(
      .editor(.saveResponse(.newQuery, .success(.numbered(30, template: .query)))))
    #expect(walk.state.current.navigator.current.destination == .results(query: 30))
    #expect(effects.contains(.list(.loadResults(query: 30, level: walk.level))))
  }

  @Test(arguments: Scene.sizes)
  func screens(width: Int, height: Int) throws {
    var walk = Walk([.numbered(1, children: 0)], width: width, height: height)
    walk.press(.right)
    walk.open(.newPost(below: 1))
    walk.press(.backTab, .backTab)
    try expectScreen(walk.frame, "writing-empty")
    walk.type("capsizing, again")
    walk.press(.tab)
    walk.type("what the second lesson taught me")
    walk.press(.tab)
    walk.type("The boat turns faster than you think. Three things help:")
    walk.press(.enter)
    walk.type("- let go of the sheet")
    walk.press(.enter)
    walk.type("stay with the")
    try expectScreen(walk.frame, "writing")
    walk.press(.escape)
    walk.wait(1)
    walk.press(.character("n"))
    try expectScreen(walk.frame, "writing-dialog")
  }
}

extension Walk {
  /// The draft of a place has been looked for, and there is none.
  mutating func open(_ target: DraftTarget) {
    perform(.editor(.draftOpened(target, DraftOpening(idempotencyKey: "key"))))
  }
}
