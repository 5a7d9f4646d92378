import FireflyEditor
import FireflyScreen
import SeededRandom
import TerminalHarness
import Testing

/// Text that is typed into a real terminal, beside the same text in an editor without one.
@Suite struct WritingTests {
  private static let width = 36
  private static let rows = 24

  /// What is sent, and what that means.
  private static let keys: [(name: String, command: EditorCommand)] = [
    ("<left>", .move(.left)), ("<right>", .move(.right)), ("<up>", .move(.up)),
    ("<down>", .move(.down)), ("<a-b>", .move(.wordLeft)), ("<a-f>", .move(.wordRight)),
    ("<c-a>", .move(.rowStart)), ("<end>", .move(.rowEnd)), ("<bs>", .erase(.left)),
    ("<bs>", .erase(.left)), ("<del>", .erase(.right)), ("<enter>", .newline),
    ("<c-w>", .kill(.wordLeft)), ("<c-y>", .yank), ("<a-t>", .transpose),
    ("<s-left>", .move(.left, selecting: true)), ("<c-g>", .unselect),
  ]
  /// None begins with a mark: whether one comes together with what was typed before it is chance.
  private static let words = [
    "word", " ", " ", "well-known", "(", ")", ",", "船", "轉得", "。", "カー", "한글", "ａ", "👩", "👍🏽",
    "👩‍👩‍👧", "❤️", "🇩🇪", "🇫🇷", "ที่", "กำ", "नि", "مرحبا", "שלום", "e\u{301}",
  ]

  @Test(arguments: 0..<6) func theCursorStandsWhereTheTextSays(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let session = try probe("writing", columns: Self.width + 4, rows: Self.rows)
    try session.wait(until: "the first frame") { !$0.updates.isEmpty }
    var editor = TextEditor(width: Self.width)
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if Bool.random(using: &random), editor.rowCount < Self.rows - 4,
          let word = Self.words.randomElement(using: &random)
        {
          try session.send(word)
          editor.apply(.commit(word))
        } else if let key = Self.keys.randomElement(using: &random) {
          try session.send(key.name)
          editor.apply(key.command)
        }
      }
      var frame = Frame(size: Size(width: Self.width + 4, height: Self.rows))
      let style = EditorStyle(text: Style(), selection: Style(), placeholder: Style())
      EditorView(editor, style: style).draw(
        in: Rect(x: 2, y: 0, width: Self.width, height: Self.rows), into: &frame)
      let shown = frame.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let cursor = try #require(frame.cursor)
      try session.wait(until: "the cursor at \(cursor) and\n\(frame.text)") { session in
        session.screenRows.elementsEqual(shown) { $0 == $1 }
          && session.cursor == (cursor.x, cursor.y)
      }
    }
  }
}
