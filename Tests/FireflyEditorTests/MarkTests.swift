import SeededRandom
import Testing

@testable import FireflyEditor

@Suite("Marks") struct MarkTests {
  /// The words of a text that begin with `x`.
  private func words(_ editor: TextEditor) -> [Range<TextPosition>] {
    (0..<editor.content.paragraphs.count).flatMap { index in
      var found: [Range<TextPosition>] = []
      var offset = 0
      for word in editor.content.paragraphs[index].text.split(
        separator: " ", omittingEmptySubsequences: false)
      {
        let end = offset + word.utf8.count
        if word.hasPrefix("x") {
          found.append(
            TextPosition(
              paragraph: index, offset: offset)..<TextPosition(
                paragraph: index, offset: end))
        }
        offset = end + 1
      }
      return found
    }
  }

  private func marked(_ editor: TextEditor) -> [String] { editor.marks.map(editor.text(in:)) }

  @Test
  func theyMoveWithTheTextUntilTheirWordChanges() {
    var editor = TextEditor("xone two\nxthree four xfive", width: 20)
    editor.mark(words(editor))
    #expect(marked(editor) == ["xone", "xthree", "xfive"])
    editor.place(at: .start)
    editor.apply(.type("a "))
    #expect(marked(editor) == ["xone", "xthree", "xfive"])
    editor.apply(.type("b"))
    #expect(marked(editor) == ["xthree", "xfive"], "bxone is another word")
    editor.place(at: TextPosition(paragraph: 1, offset: 6))
    editor.apply(.type(" "))
    #expect(marked(editor) == ["xthree", "xfive"], "a space behind a word leaves it as it was")
    editor.apply(.newline)
    #expect(marked(editor) == ["xthree", "xfive"])
    editor.apply(.erase(.left))
    editor.apply(.erase(.left))
    #expect(marked(editor).last == "xfive")
    let end = editor.content.paragraphs[1].count
    editor.place(at: TextPosition(paragraph: 1, offset: end - 1))
    editor.apply(.erase(.left))
    #expect(!marked(editor).contains("xfive"))
  }

  @Test
  func theyAreFoundByPlaces() throws {
    var editor = TextEditor("a xb c xd", width: 20)
    editor.mark(words(editor))
    func place(_ offset: Int) -> TextPosition { TextPosition(paragraph: 0, offset: offset) }
    for offset in 0...9 {
      let inside = editor.mark(at: place(offset)).map(editor.text(in:))
      #expect(inside == [2: "xb", 3: "xb", 4: "xb", 7: "xd", 8: "xd", 9: "xd"][offset])
      let next = try #require(editor.mark(after: place(offset)))
      #expect(editor.text(in: next) == (2..<7 ~= offset ? "xd" : "xb"))
    }
    editor.mark([])
    #expect(editor.mark(after: .start) == nil)
  }

  @Test(arguments: 0..<8)
  func aMarkNeverCoversAnythingButItsWordWhateverIsDone(seed: Int) {
    var random = SplitMix(seed: UInt64(seed + 300))
    var editor = TextEditor("", width: 30)
    let pieces = ["xa", "b", " ", " ", "\n", "xé", "👩‍👧", "e\u{301}", "x", "xlong word "]
    let motions: [EditorMotion] = [.left, .right, .wordLeft, .up, .down, .rowStart, .textEnd]
    for step in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: editor.apply(.type(pieces.randomElement(using: &random) ?? ""))
      case 4: editor.apply(.erase(motions.randomElement(using: &random) ?? .left))
      case 5: editor.apply([.undo, .redo, .newline, .yank].randomElement(using: &random) ?? .undo)
      default:
        editor.apply(
          .move(motions.randomElement(using: &random) ?? .left, selecting: step % 9 == 0))
      }
      if step % 20 == 0 { editor.mark(words(editor)) }
      let all = Set(words(editor))
      for mark in editor.marks {
        #expect(all.contains(mark), "seed \(seed), step \(step): “\(editor.text(in: mark))”")
      }
      #expect(editor.marks == editor.marks.sorted { $0.lowerBound < $1.lowerBound })
    }
  }
}
