import FireflyEditor
import FireflyScreen
import Testing

@Suite struct ViewTests {
  private static let style = EditorStyle(
    text: Style(), selection: Style(attributes: .reverse), placeholder: Style(attributes: .dim))

  /// A field drawn at (2, 1) in a frame that is a little larger.
  private func draw(
    _ editor: TextEditor, height: Int? = nil, placeholder: String = "", hasFocus: Bool = true
  ) -> Frame {
    let rows = height ?? editor.visibleRows
    var frame = Frame(size: Size(width: editor.width + 4, height: rows + 2))
    EditorView(editor, style: Self.style, placeholder: placeholder, hasFocus: hasFocus)
      .draw(in: Rect(x: 2, y: 1, width: editor.width, height: rows), into: &frame)
    return frame
  }

  /// The field's characters, row by row, without the spaces around.
  private func rows(_ frame: Frame) -> [String] {
    frame.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast(2)
      .map { String($0.dropFirst(2)) }
  }

  @Test func rowsAndTheCursor() {
    var editor = TextEditor("The boat turns faster than you think.", width: 12)
    var frame = draw(editor)
    #expect(rows(frame) == ["The boat", "turns faster", "than you", "think."])
    #expect(frame.cursor == Point(x: 8, y: 4))
    #expect(frame.showsCursor)
    editor.apply(.move(.up))
    editor.apply(.move(.up))
    editor.apply(.move(.rowEnd))
    frame = draw(editor)
    // Behind a full row, one column beyond the field.
    #expect(frame.cursor == Point(x: 14, y: 2))
    #expect(draw(editor, hasFocus: false).cursor == nil)
  }

  @Test func onlyWhatIsInSightIsDrawn() {
    let editor = TextEditor((1...9).map { "row \($0)" }.joined(separator: "\n"), width: 10)
    var frame = Frame(size: Size(width: 14, height: 20))
    frame.clip = Rect(x: 0, y: 3, width: 14, height: 2)
    EditorView(editor, style: Self.style).draw(
      in: Rect(x: 1, y: -2, width: 10, height: 9), into: &frame)
    #expect(frame.text.filter { $0 != "\n" } == " row 6 row 7")
    // The cursor is below.
    #expect(frame.cursor == nil)
  }

  @Test func selectionIncludesTheLineBreak() {
    var editor = TextEditor("ab\ncd", width: 6)
    editor.select(
      from: TextPosition(paragraph: 0, offset: 1), to: TextPosition(paragraph: 1, offset: 1))
    let frame = draw(editor)
    let selected = (1...2).map { y in
      (2..<8).filter { frame[$0, y].style.attributes == .reverse }
    }
    #expect(selected == [[3, 4], [2]])
  }

  @Test func placeholdersStandWhereTheTextWill() {
    var editor = TextEditor(width: 10)
    var frame = draw(editor, height: 2, placeholder: "what happened today")
    #expect(rows(frame) == ["what", "happened"])
    #expect(frame[2, 1].style.attributes == .dim)
    #expect(frame.cursor == Point(x: 2, y: 1))
    editor.apply(.type("x"))
    frame = draw(editor, height: 2, placeholder: "what happened today")
    #expect(rows(frame) == ["x", ""])
  }

  @Test func anEmptyFieldIsAsLargeAsItsPlaceholder() {
    func rows(_ mode: EditorMode, _ text: String = "") -> Int {
      let editor = TextEditor(text, mode: mode, width: 9)
      return EditorView(editor, style: Self.style, placeholder: "one two three four five six").rows
    }
    #expect(rows(.text) == 4)
    #expect(rows(.rows(2)) == 2)
    #expect(rows(.line) == 1)
    #expect(rows(.text, "x") == 1)
    #expect(EditorView(TextEditor(width: 9), style: Self.style).rows == 1)
  }

  @Test func wordsCanBeMarked() {
    var editor = TextEditor("a bcd e", width: 10)
    editor.mark([TextPosition(paragraph: 0, offset: 2)..<TextPosition(paragraph: 0, offset: 5)])
    let frame = draw(editor)
    #expect((2..<9).filter { frame[$0, 1].style.attributes == .underline } == [4, 5, 6])
  }

  @Test func aTitleGoesOnToTheRight() {
    var editor = TextEditor("abcdefghij", mode: .line, width: 10)
    #expect(draw(editor).cursor == Point(x: 12, y: 1))
    #expect(rows(draw(editor)) == ["abcdefghij"])
    editor.apply(.type("kl"))
    #expect(rows(draw(editor)) == ["cdefghijkl"])
    editor.apply(.move(.textStart))
    #expect(rows(draw(editor)) == ["abcdefghij"])
    #expect(draw(editor).cursor == Point(x: 2, y: 1))
    #expect(editor.rowCount == 1)
  }

  @Test func aSummaryShowsTwoRowsAndScrollsInThem() {
    var editor = TextEditor("one two three four five six", mode: .rows(2), width: 9)
    #expect(editor.rowCount == 4)
    #expect(editor.visibleRows == 2)
    #expect(rows(draw(editor)) == ["four five", "six"])
    editor.apply(.move(.textStart))
    #expect(rows(draw(editor)) == ["one two", "three"])
  }

  /// Right-to-left text stands where it is read: joined, mirrored, at the right.
  @Test func rightToLeft() {
    var editor = TextEditor("שלום", width: 10)
    var frame = draw(editor)
    #expect(rows(frame) == ["      םולש"])
    // Left of the last letter.
    #expect(frame.cursor == Point(x: 7, y: 1))
    editor.apply(.move(.textStart))
    frame = draw(editor)
    #expect(frame.cursor == Point(x: 11, y: 1))
    editor.apply(.press(row: 0, column: 8, clicks: 1))
    #expect(editor.caret.position.offset == 2)
    editor.reordersBidi = false
    #expect(rows(draw(editor)) == ["שלום"])
  }
}
