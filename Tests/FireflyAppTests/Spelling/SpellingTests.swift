import FireflyCore
import FireflyEditor
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Misspelt words: when the dictionary is asked, what is marked, what is offered.
@Suite("Spelling") struct SpellingTests {
  /// A walk that writes a new post, with a title and a body.
  private func writing(_ title: String, _ body: String = "") -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    walk.type(title)
    walk.press(.tab, .tab)
    walk.type(body)
    return walk
  }

  /// What the dictionary is asked a moment later.
  private func check(_ walk: inout Walk) -> (texts: [EditorField: String], revision: Int)? {
    walk.now += walk.state.settings.tunables.spellingRest
    for effect in walk.send(.timePassed) {
      if case .spelling(.check(let texts, let revision), _) = effect { return (texts, revision) }
    }
    return nil
  }

  /// Asks, and says of each `baot` that it is misspelt.
  private func markBoats(_ walk: inout Walk) throws {
    let (texts, revision) = try #require(check(&walk))
    walk.perform(.editor(.spelling(.checked(boats(texts), revision: revision))))
  }

  private func boats(_ texts: [EditorField: String]) -> [MisspeltWord] {
    EditorField.allCases.flatMap { field in
      (texts[field] ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { line, text in
          text.ranges(of: "baot").map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return MisspeltWord("baot", field: field, line: line, bytes: start..<start + 4)
          }
        }
    }
  }

  private func marked(_ walk: Walk, _ field: EditorField) -> [String] {
    guard let editor = walk.state.focus.editor?[field] else { return [] }
    return editor.marks.map(editor.text(in:))
  }

  /// The columns of a row that are underlined.
  private func underlined(_ walk: Walk, row: Int) -> String {
    let frame = walk.frame
    return String(
      walk.row(row).enumerated()
        .filter { frame[$0.offset, row].style.attributes.contains(.underline) }.map(\.element))
  }

  /// The dictionary is asked once, a moment after the last key, and never again at rest.
  @Test
  func theDictionaryIsAskedOnceAMomentAfterTheLastKey() throws {
    var walk = writing("a baot")
    walk.now += 0.3
    walk.type("s")
    let due = walk.now + walk.state.settings.tunables.spellingRest
    #expect(walk.state.cadence(at: walk.now) == .idle(until: due))
    walk.now += 0.3
    #expect(!walk.send(.timePassed).contains { if case .spelling = $0 { true } else { false } })
    let asked = try #require(check(&walk))
    #expect(asked.texts == [.title: "a baot", .summary: "", .body: "s"])
    #expect(check(&walk) == nil)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.press(.left, .right)
    #expect(check(&walk) == nil, "only words count")
  }

  @Test
  func unknownWordsAreUnderlined() throws {
    var walk = writing("a baot", "one\nbaot two")
    try markBoats(&walk)
    #expect(marked(walk, .title) == ["baot"])
    #expect(marked(walk, .body) == ["baot"])
    #expect(underlined(walk, row: 2) == "baot")
    walk.press(.up)
    walk.type("more ")
    #expect(marked(walk, .body) == ["baot"])
  }

  @Test
  func anAnswerForWhatHasChangedSinceMarksNothing() throws {
    var walk = writing("baot")
    let (texts, revision) = try #require(check(&walk))
    walk.type("s")
    walk.perform(.editor(.spelling(.checked(boats(texts), revision: revision))))
    #expect(marked(walk, .title).isEmpty)
    #expect(check(&walk) != nil)
  }

  @Test
  func ctrlTGoesToTheNextMisspeltWordFieldByFieldAndRound() throws {
    var walk = writing("a baot", "one baot two\nbaot")
    try markBoats(&walk)
    walk.press(.control("t"))
    #expect(walk.state.focus.editor?.field == .body, "the caret stands at the end of one")
    func place() -> TextPosition? {
      walk.state.focus.editor.map { $0[$0.field].caret.position }
    }
    #expect(place() == TextPosition(paragraph: 1, offset: 4))
    walk.press(.right, .left, .enter)
    walk.type("x")
    try markBoats(&walk)
    walk.press(.control("t"))
    #expect(walk.state.focus.editor?.field == .title)
    #expect(place() == TextPosition(paragraph: 0, offset: 6))
  }

  @Test
  func aWordThatIsOfferedTakesThePlaceOfTheMisspeltOneAsOneStep() throws {
    var walk = writing("a baot sails")
    try markBoats(&walk)
    let word = MisspeltWord("baot", field: .title, line: 0, bytes: 2..<6)
    #expect(walk.press(.control("t")) == [.spelling(.suggest(word), .automatic)])
    walk.perform(.editor(.spelling(.suggested(["boat", "bait"], word))))
    #expect(walk.text.contains("“baot” is not in the dictionary."))
    #expect(walk.text.contains("[ 1 boat ]"))
    let effects = walk.press(.character("2"))
    #expect(walk.state.focus.dialog == nil)
    #expect(walk.state.focus.editor?.title.text == "a bait sails")
    #expect(effects.contains { if case .draft(.storeSoon) = $0 { true } else { false } })
    #expect(check(&walk) != nil, "the dictionary is asked again")
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.title.text == "a baot sails")
  }

  @Test
  func aWordMayBeAddedOrLeftAsItIs() throws {
    var walk = writing("a baot")
    try markBoats(&walk)
    walk.press(.control("t"))
    let word = MisspeltWord("baot", field: .title, line: 0, bytes: 2..<6)
    walk.perform(.editor(.spelling(.suggested([], word))))
    #expect(walk.text.contains("[ Ignore ]"))
    #expect(walk.press(.enter) == [])
    // It is ignored wherever it stands.
    walk.press(.control("t"))
    #expect(walk.text.contains("No spelling mistakes found."), "\(walk.text)")
    walk.perform(.editor(.spelling(.suggested(["boat"], word))))
    #expect(walk.choose("Add to my words") == [.spelling(.add("baot"), .automatic)])
    let asked = walk.perform(.editor(.spelling(.added(complaint: nil))))
    #expect(asked.contains { if case .spelling(.check, _) = $0 { true } else { false } })
  }

  @Test
  func ctrlTBeforeTheDictionaryHasAnsweredWaitsForIt() throws {
    var walk = writing("a baot")
    let effects = walk.press(.control("t"))
    guard case .spelling(.check(let texts, let revision), _)? = effects.last else {
      Issue.record("nothing is asked")
      return
    }
    let offered = walk.perform(.editor(.spelling(.checked(boats(texts), revision: revision))))
    #expect(offered.count == 1)
  }

  @Test
  func wordsThatComeLateDoNotInterruptAndChangeNothingElse() throws {
    var walk = writing("a baot")
    try markBoats(&walk)
    walk.press(.control("t"))
    walk.press(.backspace)
    let word = MisspeltWord("baot", field: .title, line: 0, bytes: 2..<6)
    walk.perform(.editor(.spelling(.suggested(["boat"], word))))
    #expect(walk.state.focus.dialog == nil)
    walk.perform(.editor(.spelling(.chosen(word, "boat"))))
    #expect(walk.state.focus.editor?.title.text == "a bao")
  }

  @Test
  func aRightClickOffersWordsWhereItIsAndNothingElsewhere() throws {
    var walk = writing("a baot")
    try markBoats(&walk)
    let row = 2
    let letters = Array(walk.row(row))
    let column = try #require(letters.firstIndex(of: "b"))
    #expect(walk.mouse(.menuPress, x: column + 1, y: row).count == 1)
    #expect(walk.mouse(.menuPress, x: column - 2, y: row).isEmpty)
    #expect(walk.state.focus.editor?.title.caret.position.offset == 0)
  }

  /// Without a dictionary nothing is said until one asks for words, nor asked again.
  @Test
  func withoutADictionaryNothingIsSaidUntilOneAsksForWords() throws {
    var walk = writing("a baot")
    _ = try #require(check(&walk))
    walk.perform(.editor(.spelling(.missing("There is no dictionary."))))
    #expect(walk.state.note == nil)
    walk.type("s")
    #expect(check(&walk) == nil)
    walk.press(.control("t"))
    #expect(walk.state.note?.text == "There is no dictionary.")
  }

  @Test
  func switchedOffNothingIsAsked() {
    var walk = writing("a baot")
    walk.state.settings.spelling = .none
    walk.type("s")
    #expect(check(&walk) == nil)
    #expect(walk.press(.control("t")).isEmpty)
    #expect(walk.state.note?.text == "Spelling is switched off in the configuration.")
  }
}
