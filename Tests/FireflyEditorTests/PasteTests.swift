import FireflyEditor
import Testing

@Suite struct PasteTests {
  private func pasted(_ text: String, mode: EditorMode = .text) -> (TextEditor, EditorOutcome) {
    var editor = TextEditor("<>", mode: mode, width: 30)
    editor.place(at: TextPosition(paragraph: 0, offset: 1))
    let outcome = editor.apply(.paste(text))
    return (editor, outcome)
  }

  @Test(arguments: [
    ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"), ("a\u{1B}[201~b", "a[201~b"),
    ("a\u{0}\u{7}\u{9B}31m\u{7F}b\tc", "a31mb\tc"), ("\u{1B}", ""), ("漢\u{301}", "漢\u{301}"),
  ])
  func whateverItHoldsItIsText(text: String, kept: String) {
    #expect(pasted(text).0.text == "<\(kept)>")
    #expect(TextEditor(text, width: 9).text == kept)
    var typed = TextEditor(width: 9)
    typed.apply(.type(text))
    #expect(typed.text == kept)
  }

  @Test(arguments: [
    ("one", "one", nil), ("one\ntwo\nthree", "one", "two\nthree"), ("\n\none\n", "one", nil),
    ("one\n\n\ntwo", "one", "\n\ntwo"),
  ])
  func aTitleTakesTheFirstLine(text: String, line: String, rest: String?) {
    let (editor, outcome) = pasted(text, mode: .line)
    #expect(editor.text == "<\(line)>")
    #expect(outcome.remainder == rest)
  }

  @Test func aSummaryTakesLinesAsWords() {
    let (editor, outcome) = pasted("one\r\n\ntwo \nthree", mode: .rows(2))
    #expect(editor.text == "<one two three>")
    #expect(outcome.remainder == nil)
  }

  @Test(arguments: [
    ("one\ttwo", "one two"), ("one\t\ttwo", "one two"), ("one \ttwo", "one two"),
    ("\tone", " one"),
    ("one\t", "one "),
    ("one\u{B}two\u{C}three\u{85}four\u{2029}five", "one two three four five"),
    ("one\u{1F}\u{0}two\u{9B}", "onetwo"),
  ])
  func tabsAreSpacesWhereThereIsOneParagraph(text: String, kept: String) {
    for mode in [EditorMode.line, .rows(2)]
    where mode != .line || !text.contains(where: \.isNewline) {
      #expect(pasted(text, mode: mode).0.text == "<\(kept)>")
      var typed = TextEditor(mode: mode, width: 30)
      typed.apply(.commit(text))
      #expect(typed.text == kept)
      #expect(TextEditor(text, mode: mode, width: 30).text == kept)
      var replaced = TextEditor("before", mode: mode, width: 30)
      replaced.replaceAll(with: text)
      #expect(replaced.text == kept)
    }
  }

  @Test func aTitleKeepsNoTabOfItsFirstLine() {
    let (editor, outcome) = pasted("one\ttwo\n\tthree", mode: .line)
    #expect(editor.text == "<one two>")
    // A body has tabs.
    #expect(outcome.remainder == "\tthree")
  }

  @Test func tooLongTextIsRefused() {
    var editor = TextEditor("a", width: 30)
    let large = String(repeating: "x", count: TextEditor.maximumBytes)
    let outcome = editor.apply(.paste(large))
    #expect(outcome.isFull)
    #expect(!outcome.didChange)
    #expect(editor.text == "a")
    #expect(!editor.canUndo)
  }

  @Test func pastingIsAStepOfItsOwn() {
    var editor = TextEditor(width: 30)
    for command in [
      EditorCommand.type("a"), .type("b"), .paste("c"), .type("d"), .type("e"), .paste("f"),
      .paste("g"),
    ] {
      editor.apply(command)
    }
    for text in ["abcdef", "abcde", "abc", "ab", ""] {
      editor.apply(.undo)
      #expect(editor.text == text)
    }
    #expect(!editor.canUndo)
  }

  @Test func replacingIsOneStepWhateverStays() {
    let texts = ["", "a", "a\nb", "a\nb\nc", "b", "b\nc", "a\nc", "a\na\nb", "\n", "a\n"]
    for (old, new) in texts.flatMap({ old in texts.map { (old, $0) } }) where old != new {
      var editor = TextEditor(old, width: 30)
      let didChange = editor.replaceAll(with: new)
      #expect(didChange)
      #expect(editor.text == new)
      editor.apply(.undo)
      #expect(editor.text == old)
      #expect(!editor.canUndo)
      editor.apply(.redo)
      #expect(editor.text == new)
    }
  }

  @Test func aMegabyteIsOneStep() {
    let line = "The boat turns faster than you think: 船轉得比你快, 🇩🇪 and e\u{301} too. "
    let text = (0..<12_000).map { line + ($0 % 3 == 0 ? "\n" : "") }.joined()
    var editor = TextEditor("ab", width: 72)
    editor.place(at: TextPosition(paragraph: 0, offset: 1))
    let before = editor
    #expect(editor.apply(.paste(text)).didChange)
    #expect(editor.text == "a\(text)b")
    #expect(editor.rowCount == TextEditor(editor.text, width: 72).rowCount)
    editor.apply(.undo)
    #expect(editor.text == before.text)
    #expect(editor.caret == before.caret)
    #expect(!editor.canUndo)
  }
}
