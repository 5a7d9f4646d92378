import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyEditor

@Suite struct RandomEditingTests {
  /// Something that may be done to a text.
  private static func command(_ random: inout SplitMix, width: Int) -> EditorCommand {
    func among(_ commands: [EditorCommand]) -> EditorCommand {
      commands.randomElement(using: &random) ?? .undo
    }
    let motions: [EditorMotion] = [
      .left, .right, .up, .down, .wordLeft, .wordRight, .rowStart, .rowEnd, .paragraphUp,
      .paragraphDown, .paragraphStart, .paragraphEnd, .textStart, .textEnd, .pageUp, .pageDown,
    ]
    let motion = motions.randomElement(using: &random) ?? .left
    let row = Int.random(in: -1...12, using: &random)
    let column = Int.random(in: -1...(width + 2), using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: return .type(RandomText.piece(&random))
    case 30..<34: return .commit(RandomText.text(3, &random))
    case 34..<37: return .paste(RandomText.text(25, &random))
    case 37..<41: return .newline
    case 41..<60: return .move(motion, selecting: Int.random(in: 0..<4, using: &random) == 0)
    case 60..<74: return among([.erase(.left), .erase(.left), .erase(.right), .erase(motion)])
    case 74..<78: return .kill(motion)
    case 78..<82: return .press(row: row, column: column, clicks: row & 3)
    case 82..<84: return .drag(row: row, column: column)
    case 84..<92: return among([.undo, .undo, .undo, .redo, .redo])
    default:
      return among([.yank, .yankPop, .cut, .copy, .transpose, .mark, .unselect, .selectAll])
    }
  }

  @Test(arguments: 0..<16) func whateverIsDoneEverythingHolds(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let modes: [EditorMode] = [.text, .text, .rows(2), .line]
    let mode = modes[seed % modes.count]
    var width = seed < 4 ? seed + 1 : Int.random(in: 20...200, using: &random)
    let start = mode == .text ? RandomText.text(40, &random) : ""
    var editor = TextEditor(start, mode: mode, width: width)
    editor.pageRows = 3
    let beginning = editor.text
    for step in 0..<300 {
      let command = Self.command(&random, width: width)
      editor.apply(command)
      if step % 97 == 96 {
        width = Int.random(in: seed < 4 ? 1...9 : 20...200, using: &random)
        editor.resize(width: width)
      }
      guard holds(editor, after: command, seed: seed, step: step) else { return }
    }
    let end = editor.text
    while editor.canUndo { editor.apply(.undo) }
    #expect(editor.text.utf8.elementsEqual(beginning.utf8))
    while editor.apply(.redo).didChange {}
    // What had been taken back when the walk ended comes again as well.
    if !editor.text.utf8.elementsEqual(end.utf8) {
      while editor.canUndo, !editor.text.utf8.elementsEqual(end.utf8) { editor.apply(.undo) }
      #expect(editor.text.utf8.elementsEqual(end.utf8))
    }
  }

  private func holds(
    _ editor: TextEditor, after command: EditorCommand, seed: Int, step: Int
  ) -> Bool {
    let context: Comment = "seed \(seed), step \(step): \(command)"
    let fresh = WrappedText(editor.text, width: editor.mode == .line ? nil : editor.width)
    #expect(editor.content == fresh, context)
    #expect(editor.content.count == editor.text.utf8.count, context)
    #expect(editor.content.counted == fresh.counted, context)
    for place in [editor.caret.position, editor.caret.anchor].compactMap({ $0 }) {
      let paragraph = editor.content.paragraphs[place.paragraph].text
      var boundary = 0
      for character in paragraph where boundary < place.offset {
        boundary += character.utf8.count
      }
      #expect(boundary == place.offset, context)
    }
    let column = Self.columns(before: editor.caret, in: editor)
    #expect(editor.caretColumn == column, context)
    var logical = editor
    logical.reordersBidi = false
    let size = Size(width: editor.width + 4, height: editor.visibleRows + 2)
    for editor in [editor, logical] {
      var frame = Frame(size: size)
      let rect = Rect(x: 2, y: 1, width: editor.width, height: editor.visibleRows)
      EditorView(editor, style: .plain).draw(in: rect, into: &frame)
      #expect(frame.showsCursor, context)
      guard let cursor = frame.cursor else { continue }
      #expect((1...(editor.width + 2)).contains(cursor.x), context)
      #expect(cursor.y == 1 + editor.caretRow - editor.firstRow, context)
      if !editor.reordersBidi {
        #expect(cursor.x == 2 + editor.caretColumn - editor.firstColumn, context)
      }
    }
    return editor.content == fresh && editor.caretColumn == column
  }

  /// Columns from the beginning of the caret's row, as widths of glyphs sum up.
  private static func columns(before caret: Caret, in editor: TextEditor) -> Int {
    let paragraph = editor.content.paragraphs[caret.position.paragraph]
    var row = 0
    for start in paragraph.laterRows
    where start < caret.position.offset || start == caret.position.offset && !caret.leansBack {
      row += 1
    }
    let start = paragraph.index(paragraph.start(ofRow: row))
    let text = paragraph.text[start..<paragraph.index(caret.position.offset)]
    let columns = Glyph.glyphs(of: text).displayWidth
    return editor.mode == .line ? columns : min(columns, editor.width)
  }

  @Test(arguments: 0..<40) func editorAgreesWithASimpleText(seed: Int) {
    var random = SplitMix(seed: UInt64(1_000 + seed))
    var editor = TextEditor(width: Int.random(in: 1...60, using: &random))
    var simple = SimpleText()
    for step in 0..<400 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5:
        let piece = RandomText.piece(&random)
        editor.apply(.type(piece))
        simple.insert(piece)
      case 5:
        let text = RandomText.text(6, &random)
        editor.apply(.paste(text))
        simple.insert(text)
      case 6, 7:
        editor.apply(.erase(.left))
        simple.eraseLeft()
      case 8:
        editor.apply(.erase(.right))
        simple.eraseRight()
      case 9, 10:
        editor.apply(.move(.left))
        simple.moveLeft()
      default:
        editor.apply(.move(.right))
        simple.moveRight()
      }
      let caret = editor.content.text(in: .start..<editor.caret.position).utf8.count
      #expect(editor.text.utf8.elementsEqual(simple.text.utf8), "seed \(seed), step \(step)")
      #expect(caret == simple.caret, "seed \(seed), step \(step)")
      guard caret == simple.caret else { return }
    }
  }

  /// A field breaks its rows where they will be read: saving moves nothing.
  @Test(arguments: 0..<60) func rowsAreThoseOfReading(seed: Int) {
    var random = SplitMix(seed: UInt64(2_000 + seed))
    // A cluster of several glyphs is one piece where it is written, and several where it is read.
    var text = ""
    while text.utf8.count < 400 {
      let longer = text + RandomText.piece(&random)
      if longer.allSatisfy({ Glyph.glyphs(of: String($0)).count <= 1 }) { text = longer }
    }
    let width = Int.random(in: 2...60, using: &random)
    var editor = TextEditor(text, width: width)
    editor.reordersBidi = false
    let lines = WordWrap.wrap(text, width: width).map(\.text)
    let rows = (0..<editor.rowCount).map { row in
      var glyphs = RowLayout(editor, row: row).pieces.map(\.glyph)
      while glyphs.last?.isBreakingSpace == true { glyphs.removeLast() }
      return glyphs.map(\.text).joined()
    }
    #expect(rows == lines, "seed \(seed)")
  }
}

extension EditorStyle {
  static let plain = EditorStyle(
    text: Style(), selection: Style(attributes: .reverse), placeholder: Style(attributes: .dim))
}
