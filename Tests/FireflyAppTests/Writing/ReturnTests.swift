import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What is seen when much is taken back, and where drafts wait that one comes back to.
@Suite("Coming back while writing")
struct ReturnTests {
  private func writing(_ posts: [Post] = Post.numbered(1...9)) -> Walk {
    var walk = Walk(posts)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    return walk
  }

  private let long = (1...100).map { "line \($0)" }.joined(separator: "\n")

  @Test
  func afterALargePasteIsTakenBackTheWholeCardIsSeenAgain() {
    var walk = writing()
    walk.type("Fog")
    walk.press(.tab, .tab)
    walk.perform(.pasted(long))
    #expect(walk.text.contains("line 100") && !walk.text.contains("Fog"))
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.body.isEmpty == true)
    #expect(walk.row(2).contains("Fog"))
    #expect(walk.position.scroll == 0)
  }

  /// One undo takes back what was pasted into the title, and what of it went on into the body.
  @Test
  func oneUndoTakesBackWhatWasPastedIntoTheTitle() {
    var walk = writing()
    walk.perform(.pasted(long))
    #expect(walk.state.focus.editor?.words.title == "line 1")
    #expect(walk.state.focus.editor?.body.isEmpty == false)
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.words == PostText())
    #expect(walk.row(2).contains("Title"))
  }

  /// The button says that a draft waits, also one that is kept because its list has been left.
  @Test
  func theButtonSaysThatADraftWaitsAlsoOneThatIsKept() {
    var walk = writing()
    walk.type("Fog")
    let others = Post.numbered(20...22)
    walk.perform(.list(.explorerPressed(.searches)))
    #expect(walk.state.focus.editor == nil && walk.state.isRefusing)
    walk.press(.escape)
    walk.perform(.list(.explorerPressed(.posts)))
    walk.answer(Walk.posts, others)
    #expect(walk.row(0).contains("n your draft"))
    walk.answer(Walk.posts, [])
    #expect(walk.text.contains("n your draft"))
    // It is just this one that n goes on with.
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    #expect(walk.press(.character("n"), .enter).contains(.draft(.reopen(key))))
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    walk.press(.control("s"))
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(.numbered(40)))))
    #expect(walk.row(0).contains("n new post"))
  }

  /// A change that was thrown away comes back also where several programs had left some.
  @Test
  func aChangeThatWasThrownAwayComesBackAlso() {
    var walk = Walk(Post.numbered(1...3))
    func kept(_ number: Int) -> StoredDraft {
      let key = Draft.Key(
        server: "", account: "ada@example.org", target: .edit(1), number: number)
      let draft = Draft(
        key: key, words: .init(title: "draft"), base: .init(words: Post.numbered(1).words))
      return StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    }
    walk.perform(.editor(.draftsFound([kept(1)])))
    walk.press(.character("e"))
    walk.perform(
      .editor(.draftOpened(.edit(1), DraftOpening(stored: kept(0), idempotencyKey: "k"))))
    #expect(walk.state.focus.editor?.words.title == "draft")
    walk.type("s")
    walk.perform(.editor(.discarded))
    #expect(walk.text.contains("Discarded."))
    walk.press(.character("u"))
    walk.open(.edit(1))
    #expect(walk.state.focus.editor?.words.title == "drafts")
  }

  /// Whoever goes on with a draft creates it with what the store says now, unless it was sent.
  @Test
  func whoeverGoesOnWithADraftCreatesItWithWhatTheStoreSaysNow() throws {
    for isUnanswered in [false, true] {
      var walk = writing()
      walk.type("Fog")
      walk.state.focus.editor?.unconfirmed = isUnanswered ? [.init(title: "Fog")] : []
      walk.perform(.list(.explorerPressed(.searches)))
      walk.press(.escape)
      walk.perform(.list(.explorerPressed(.posts)))
      walk.answer(Walk.posts, [])
      walk.press(.character("n"), .enter)
      walk.perform(
        .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "another"))))
      let editor = try #require(walk.state.focus.editor)
      #expect((editor.idempotencyKey == "another") != isUnanswered)
    }
  }

  /// Where another program has left a draft, whoever begins to write is told where it is.
  @Test
  func draftsOfOtherProgramsAreOffered() {
    let words = "Another program saved a draft here, too. `firefly draft list` lists both."
    var opening = DraftOpening(idempotencyKey: "k")
    opening.isBesideOther = true
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(.editor(.draftOpened(.newPost(below: nil), opening)))
    #expect(walk.state.note?.text == words)
    #expect(walk.state.note?.isError == false)
    let key = Draft.Key(
      server: "", account: "ada@example.org", target: .newPost(below: nil), number: 0)
    opening.stored = StoredDraft(
      draft: Draft(key: key, words: .init(title: "fog")), startedAt: 0, changedAt: 0)
    walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(.editor(.draftOpened(.newPost(below: nil), opening)))
    #expect(walk.state.note?.text == "This is your draft, as you left it. " + words)
    // Also who has left the card before it was found.
    walk = Walk(Post.numbered(1...3))
    walk.perform(.editor(.draftOpened(.newPost(below: nil), opening)))
    #expect(walk.state.note?.text == words)
  }

  @Test
  func whereADraftWaitsNOffersItOrAnotherPostBesideIt() {
    let target = DraftTarget.newPost(below: nil)
    let key = Draft.Key(server: "", account: "ada@example.org", target: target)
    let kept = StoredDraft(
      draft: Draft(key: key, words: .init(title: "Fog"), idempotencyKey: "k"), startedAt: 0,
      changedAt: 0)
    var walk = Walk(Post.numbered(1...3))
    walk.perform(.editor(.draftsFound([kept])))
    #expect(walk.press(.character("n")).isEmpty)
    #expect(walk.state.focus.editor == nil)
    #expect(walk.text.contains("Continue your draft “Fog”?"))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
    #expect(walk.press(.character("n"), .right, .enter).contains(.draft(.openNew(key))))
    walk.perform(
      .editor(.draftOpened(target, DraftOpening(idempotencyKey: "other", number: 1))))
    walk.type("Sun")
    #expect(walk.state.focus.editor.map { walk.state.draft(of: $0).key.number } == 1)
    walk.press(.control("s"))
    walk.perform(.editor(.saveResponse(target, .success(.numbered(40)))))
    // The one before waits still.
    #expect(walk.row(0).contains("n your draft"))
    #expect(walk.press(.character("n"), .enter).contains(.draft(.open(key))))
    walk.perform(.editor(.draftOpened(target, DraftOpening(stored: kept, idempotencyKey: "k"))))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    // Opened and not changed, it is left without a question, and waits.
    let effects = walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
    #expect(effects.contains(.draft(.close(key))))
    #expect(walk.row(0).contains("n your draft"))
  }

  @Test
  func aChangeWhosePostCouldNotBeReadKeepsTheOtherFields() {
    var walk = Walk(Post.numbered(1...3))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .edit(1))
    let kept = StoredDraft(
      draft: Draft(key: key, words: .init(body: "piped")), startedAt: 0, changedAt: 0)
    walk.press(.character("e"))
    walk.perform(.editor(.draftOpened(.edit(1), DraftOpening(stored: kept, idempotencyKey: "k"))))
    let before = Post.numbered(1).words
    #expect(
      walk.state.focus.editor?.words
        == PostText(title: before.title, summary: before.summary, body: "piped"))
  }

  @Test
  func damagedDraftsAreReportedAtStart() {
    for (count, words) in [(1, "A draft is damaged"), (3, "3 drafts are damaged")] {
      var walk = Walk(Post.numbered(1...3))
      walk.perform(.editor(.draftsFound([], damaged: count)))
      #expect(walk.state.note?.text.hasPrefix(words) == true)
    }
  }

  /// On a small screen, whose bar has no room for it, a note of one row says where they are; else the bar says it, once.
  @Test(arguments: [(40, 12), (80, 24)])
  func theNoteOfADraftIsWhole(width: Int, height: Int) {
    var walk = Walk(Post.numbered(1...3), width: width, height: height)
    let drafts = (0...2).map { number in
      let key = Draft.Key(
        server: "", account: "ada@example.org", target: .newPost(below: nil), number: number)
      let words = PostText(title: "A title that goes on for much longer than a note has room for")
      return StoredDraft(
        draft: Draft(key: key, words: words, idempotencyKey: "k"), startedAt: 0, changedAt: 0)
    }
    walk.perform(.editor(.draftsFound(drafts)))
    #expect((walk.state.note == nil) == (width == 80))
    guard width == 40 else { return #expect(walk.row(0).contains("n your draft")) }
    #expect(walk.text.contains("▐ 3 drafts to finish: F2. ▌"), "\(walk.text)")
  }

  /// Who knows of a draft is not told of it at each start.
  @Test(arguments: [true, false]) func theNoteOfADraftComesOnce(areNews: Bool) {
    var walk = Walk(Post.numbered(1...3), width: 40, height: 12)
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: 2))
    let draft = Draft(key: key, words: .init(title: "half"), idempotencyKey: "k")
    walk.perform(
      .editor(
        .draftsFound([StoredDraft(draft: draft, startedAt: 0, changedAt: 0)], areNews: areNews)))
    #expect((walk.state.note == nil) != areNews)
  }

  @Test
  func ofSeveralDraftsInOnePlaceTheOthersWaitWhenOneIsSaved() {
    var walk = Walk(Post.numbered(1...3))
    let drafts = [1, 0].map { number in
      let key = Draft.Key(
        server: "", account: "ada@example.org", target: .newPost(below: nil), number: number)
      let draft = Draft(key: key, words: .init(title: "draft \(number)"), idempotencyKey: "k")
      return StoredDraft(draft: draft, startedAt: 0, changedAt: Double(number))
    }
    walk.perform(.editor(.draftsFound(drafts)))
    for kept in drafts {
      #expect(walk.row(0).contains("n your draft"))
      walk.press(.character("n"), .enter)
      let number = kept.draft.key.number
      let opening = DraftOpening(stored: kept, idempotencyKey: "k", number: number)
      walk.perform(.editor(.draftOpened(.newPost(below: nil), opening)))
      #expect(walk.state.focus.editor.map { walk.state.draft(of: $0).key } == kept.draft.key)
      walk.press(.control("s"))
      walk.perform(
        .editor(.saveResponse(.newPost(below: nil), .success(.numbered(40 + number)))))
    }
    #expect(walk.row(0).contains("n new post"))
  }

  /// A draft that another program has left meanwhile is known when one comes back, without words.
  @Test
  func aDraftThatAnotherProgramHasLeftMeanwhileIsKnown() {
    var walk = Walk(Post.numbered(1...3))
    walk.perform(.editor(.draftsFound([])))
    #expect(walk.row(0).contains("n new post"))
    let look = Effect.draft(.find(server: "", account: "ada@example.org"))
    #expect(!walk.perform(.keyboardFocusChanged(false)).contains(look))
    #expect(walk.perform(.keyboardFocusChanged(true)).contains(look))
    #expect(walk.perform(.editor(.draftsChanged)) == [look])
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    let draft = Draft(key: key, words: .init(title: "Fog"), idempotencyKey: "k")
    let found = Action.editor(
      .draftsFound([StoredDraft(draft: draft, startedAt: 0, changedAt: 0)]))
    walk.perform(found)
    #expect(walk.row(0).contains("n your draft"))
    #expect(walk.state.note == nil)
    // While one writes, it is what is written.
    walk.perform(.editor(.draftsFound([])))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    #expect(walk.perform(.editor(.draftsChanged)).isEmpty)
    walk.perform(found)
    walk.press(.escape)
    #expect(walk.row(0).contains("n new post"))
  }

  @Test
  func whereTheFirstDraftIsAnotherProgramsThisOneBeginsAnother() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key", number: 1))))
    let effects = walk.press(.character("x"))
    let key = Draft.Key(
      server: "", account: "ada@example.org", target: .newPost(below: nil), number: 1)
    #expect(effects == [.draft(.storeSoon(key))])
    #expect(walk.reading.currentDraft(key)?.words.title == "x")
  }

  @Test
  func noteAboutAnEditedCardGoesWithTheEditor() {
    for keys in [[Key.escape], [.control("s")]] {
      var walk = writing()
      walk.type("x")
      walk.perform(.noted("Not saved. Ctrl-S tries again.", isError: true))
      #expect(walk.text.contains("tries again"))
      for key in keys { walk.press(key) }
      #expect(walk.state.focus.editor == nil)
      #expect(!walk.text.contains("tries again"))
    }
  }

  /// In a question the arrows up and down go where answers stand, and nowhere else.
  @Test
  func inAQuestionTheArrowsUpAndDownGoWhereAnswersStand() {
    var walk = writing()
    let titles = ["Keep editing", "Save draft", "Discard"]
    let buttons = titles.map { Dialog.Button(title: $0, action: nil) }
    walk.perform(.dialog(.asked(Dialog("Which?", typing: .writes, buttons))))
    walk.press(.down)
    #expect(walk.state.focus.dialog?.selected == 0)
    walk.press(.up)
    #expect(walk.state.focus.dialog?.selected == 0)
    walk.press(.right, .down, .up)
    #expect(walk.state.focus.dialog?.selected == 1)
    // Where there is no room beside each other, they stand below each other.
    walk.perform(.resized(Size(width: 24, height: 24), cellAspect: nil))
    walk.press(.up)
    #expect(walk.state.focus.dialog?.selected == 0)
    walk.press(.up)
    #expect(walk.state.focus.dialog?.selected == 0)
    walk.press(.down, .down, .down)
    #expect(walk.state.focus.dialog?.selected == 2)
  }
}
