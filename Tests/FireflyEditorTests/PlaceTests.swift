import FireflyEditor
import Testing

@Suite struct PlaceTests {
  private func place(_ paragraph: Int, _ offset: Int) -> TextPosition {
    TextPosition(paragraph: paragraph, offset: offset)
  }

  @Test func cellsOfPositions() {
    let editor = TextEditor("one two three\n漢字, don’t", width: 9)
    #expect(editor.cell(of: place(0, 8)) == (1, 0))
    #expect(editor.cell(of: place(1, 3)) == (2, 2))
  }

  @Test func aRangeIsReplacedInOneStep() {
    var editor = TextEditor("one two three", width: 9)
    #expect(editor.replace(place(0, 4)..<place(0, 7), with: "2").didChange)
    #expect(editor.text == "one 2 three")
    #expect(editor.caret.position == place(0, 5))
    editor.apply(.undo)
    #expect(editor.text == "one two three")
    // Of a text that was longer.
    editor.replace(place(0, 8)..<place(3, 40), with: "")
    #expect(editor.text == "one two ")
    editor.replace(place(7, 1)..<place(7, 9), with: "end")
    #expect(editor.text == "one two end")
    editor.replace(editor.wholeRange, with: "")
    #expect(editor.isEmpty)
    editor.apply(.undo)
    #expect(editor.text == "one two end")
  }
}
