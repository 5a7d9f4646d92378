import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Dialogs, for users who type on.
@Suite("Dialogs") struct DialogTests {
  private static let others = Post.numbered(1, email: "ben@example.org")
  private static let letters =
    (0x20...0x7E).compactMap { Unicode.Scalar($0).map { Key.character(Character($0)) } }
    + [.character("é"), .character("日")]

  private func writing(_ words: String = "x") -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type(words)
    return walk
  }

  private func words(_ walk: Walk) -> PostText? { walk.state.focus.editor?.words }

  @Test
  func noLetterDeletesAndDHeldOrDoubledDoesNothingMore() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("d"))
    for _ in 0..<50 {
      #expect(walk.press(.character("d")) == [])
      walk.now += 0.03
    }
    for key in Self.letters where key != .character(" ") { #expect(walk.press(key) == []) }
    #expect(walk.state.focus.dialog?.selected == 0)
    #expect(walk.ids == [1, 2, 3])
    #expect(walk.choose("Delete") == [.moving(.delete(1))])
  }

  /// Just after Esc has left a text, keys that type do nothing, but the undo key goes on writing.
  ///
  /// They may be the rest of a word, or of an Alt key whose two bytes come apart.
  @Test
  func justAfterATextIsLeftLettersDoNothing() {
    for key in Self.letters where key != .character("u") {
      var walk = writing()
      walk.press(.escape)
      let (position, level) = (walk.position, walk.level)
      #expect(walk.press(key) == [], "\(key.label)")
      #expect(walk.state.focus.isEmpty && !walk.state.isQuitting)
      #expect(walk.position == position && walk.level == level)
    }
    var walk = writing()
    walk.press(.escape)
    walk.now += InputState.afterText
    walk.press(.character("j"))
    #expect(walk.selected == 2)
    walk.press(.character("u"))
    #expect(walk.state.focus.isWriting)
  }

  /// Words that were typed before the question came are a text of their own; none is lost.
  @Test(arguments: ["so it is", "no, not now", "n", " x"])
  func wordsTypedAheadOfTheQuestionAreANewText(text: String) {
    var walk = writing("kept")
    walk.press(.escape)
    walk.now += 1
    walk.press(.character("n"))
    #expect(walk.text.contains("Continue your draft “kept”?"))
    walk.type(text)
    if text == "n" {
      // The key that asked, held.
      #expect(walk.state.focus.dialog != nil)
      return
    }
    #expect(walk.state.focus.editor?.isBesideDraft == true)
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "two", number: 1))))
    #expect(words(walk) == PostText(title: text))
    #expect(walk.state.writing.drafts.map(\.words.title) == ["kept"])
  }

  @Test func aPasteAheadOfTheQuestionIsANewText() {
    var walk = writing("kept")
    walk.press(.escape)
    walk.now += 1
    walk.press(.character("n"))
    walk.perform(.pasted("and more"))
    walk.perform(
      .editor(
        .draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "two", number: 1))))
    #expect(words(walk)?.title == "and more")
  }

  /// A key given to deleting does nothing in its question, but after another key it does.
  @Test
  func aKeyGivenToDeletingDoesNothingInItsQuestion() {
    var walk = Walk(Post.numbered(1...3))
    #expect(
      walk.state.settings.keymap.rebind([.lists: ["delete": ["Enter", "Right"]]]) == [])
    walk.press(.enter, .enter, .right, .enter)
    #expect(walk.state.focus.dialog?.selected == 0)
    walk.press(.tab)
    #expect(walk.press(.enter) == [.moving(.delete(1))])
  }

  @Test
  func tTInAConflictKeepsTheOwnVersionAndSoDoesTHeld() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type(", mine")
    walk.press(.control("s"))
    let theirs = Draft.Base(words: .init(title: "theirs"))
    let comparison = Comparison(theirs: theirs, mine: .init(title: "post 1, mine"))
    walk.perform(.editor(.conflictFound(.edit(1), comparison)))
    for _ in 0..<50 {
      let effects = walk.press(.character("t"))
      #expect(!effects.contains { if case .draft(.discard) = $0 { true } else { false } })
      walk.now += 0.03
    }
    #expect(words(walk)?.title == "post 1, mine")
    #expect(walk.text.contains("Yours is kept as a"))
  }

  /// A walk in which a key was refused.
  private func refused(_ key: Key) -> Walk {
    var walk = Walk([Self.others, .numbered(2)])
    walk.state.site = walk.state.site.with(ServerAbilities(moves: true, restores: true))
    if key == .character("n") { walk.press(.function(3)) }
    walk.press(key)
    return walk
  }

  /// Where a key is refused, words typed on do nothing; Esc leads back, Enter after a rest.
  @Test(arguments: ["n", "e", "d", "m"] as [Character])
  func whereAKeyIsRefusedWordsTypedOnDoNothingEscLeadsBack(key: Character) {
    let key = Key.character(key)
    for way in [Key.escape, .enter] {
      var walk = refused(key)
      #expect(walk.state.isRefusing)
      let before = walk.state.focus.dialog?.question
      for key in Self.letters + [.control("s"), .tab, .down, .right, key, key] {
        #expect(walk.press(key) == [])
      }
      #expect(walk.perform(.pasted("ged by me:")) == [])
      // Each input begins the rest again.
      for _ in 0..<5 {
        walk.now += Dialog.rest - 0.1
        #expect(walk.press(.enter) == [])
        #expect(walk.state.focus.dialog?.question == before)
      }
      walk.now += Dialog.rest
      walk.press(way)
      #expect(walk.state.focus.isEmpty)
      #expect(walk.state.lists.explorer == (key == .character("n") ? .users : .posts))
    }
  }

  @Test
  func aTextWhosePostGoesWhileItIsTypedDoesNotTurnIntoKeys() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type(", changed")
    walk.answer(Walk.posts, Post.numbered(2...3))
    #expect(walk.state.isRefusing)
    #expect(walk.text.contains("Your text is kept as a draft."))
    walk.type("and on n q d")
    walk.press(.enter)
    #expect(walk.state.isRefusing && walk.ids == [2, 3])
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  @Test
  func typingDoesNotAnswerAQuestionThatComesByItself() {
    var walk = Walk(Post.numbered(1...3))
    let draft = Draft(
      key: Draft.Key(server: "", account: "ada@example.org", target: .edit(7)),
      words: .init(title: "Fog"), base: .init(words: .init(title: "fog")))
    walk.perform(
      .editor(.orphansFound([OrphanedDraft(draft, target: .newPost(below: nil))])))
    walk.type("some words")
    #expect(walk.press(.enter) == [])
    #expect(walk.text.contains("of the draft “Fog” was deleted."))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  /// Of two questions the upper one is answered first, and the lower one waits as it was.
  @Test
  func ofTwoQuestionsTheUpperOneIsAnsweredFirst() {
    var walk = writing()
    walk.press(.escape)
    walk.now += 1
    walk.press(.character("n"), .right)
    walk.state.ask(Dialog("Really?", [.init(title: "Yes", action: nil)]))
    #expect(walk.state.focus.layers.count == 2)
    #expect(walk.text.contains("Really?"))
    walk.press(.enter)
    #expect(walk.state.focus.dialog?.question.hasPrefix("Continue your draft") == true)
    #expect(walk.state.focus.dialog?.selected == 1)
    walk.press(.enter)
    #expect(walk.state.focus.editor?.isBesideDraft == true)
  }

  @Test
  func aClickPressesAnyButton() throws {
    var walk = refused(.character("e"))
    let place = try #require(walk.frame.point(of: "dialog-0"))
    walk.click(x: place.x, y: place.y)
    #expect(walk.state.focus.isEmpty)
  }
}
