import FireflyScreen
import Testing

@Suite("Glyph")
struct GlyphTests {
  private func texts(_ text: String) -> [String] { Glyph.glyphs(of: text).map(\.text) }
  private func widths(_ text: String) -> [UInt8] { Glyph.glyphs(of: text).map(\.width) }

  @Test
  func lettersAreACellHanAndEmojiAreTwo() {
    #expect(widths("aé~ ") == [1, 1, 1, 1])
    #expect(widths("漢カ글🦊") == [2, 2, 2, 2])
    #expect(widths("│▁☐…•") == [1, 1, 1, 1, 1])
    #expect(Glyph.glyphs(of: "a漢b").displayWidth == 4)
    #expect(Glyph.glyphs(of: "").isEmpty)
  }

  @Test(arguments: [
    ("🫠", 2), ("🩷", 2), ("🪿", 2), ("🫩", 2), ("\u{31350}", 2), ("\u{2EBF0}", 2),
    ("\u{1C89}", 1), ("☰", 2),
  ])
  func charactersNewerThanTheCLibraryHaveAWidth(text: String, width: UInt8) {
    #expect(texts(text) == [text] && widths(text) == [width])
    #expect(Glyph.glyphs(of: text).map(\.isNew) == [text != "🫠"] || text == "🫠")
    #expect(Glyph.glyphs(of: "aé日🦊│▀⣿e\u{301}한").allSatisfy { !$0.isNew })
  }

  @Test
  func theFirstAndTheLastOfAKindHaveTheWidthOfThatKind() {
    let widths: [(UInt8, Int)] = [
      (0, -1), (0x1F, -1), (0x20, 1), (0x7E, 1), (0x7F, -1), (0x9F, -1), (0xA0, 1), (0xFF, 1),
    ]
    for (value, width) in widths { #expect(Unicode.Scalar(value).displayWidth == width) }
    #expect(Unicode.Scalar(0x2FF as UInt16)?.displayWidth == 1)
    #expect(Unicode.Scalar(0x300 as UInt16)?.displayWidth == 0)
  }

  @Test
  func marksStayWithTheirBaseFourAtMost() {
    #expect(texts("e\u{301}a") == ["e\u{301}", "a"])
    #expect(widths("e\u{301}a") == [1, 1])
    let stack = Glyph.glyphs(of: "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}")
    #expect(stack.count == 1)
    #expect(stack[0].marks == [0x300, 0x301, 0x302, 0x303] && stack[0].hasMarks)
    #expect(Glyph.glyphs(of: "\u{301}").map(\.base) == [0xFFFD])
  }

  @Test
  func marksComeBackAsTheyWerePutOnWhereverTheyAreKept() {
    // Of the basic plane and beyond, in lists of any length, with many lists in between.
    let some: [UInt32] = [0x300, 0x5B8, 0x20E3, 0xFE20, 0x1D165, 0x1D244, 0xE34]
    func check(_ marks: [UInt32]) {
      var glyph = Glyph("a")
      for mark in marks { glyph.add(mark: mark) }
      #expect(glyph.marks == Array(marks.prefix(4)) && glyph.base == 0x61 && glyph.width == 1)
      #expect(glyph.hasMarks == !marks.isEmpty)
      var same = Glyph("a")
      for mark in marks { same.add(mark: mark) }
      #expect(glyph == same && glyph.hashValue == same.hashValue)
      if let last = marks.prefix(4).last {
        var other = Glyph("a")
        for mark in marks.prefix(4).dropLast() + [last + 1] { other.add(mark: mark) }
        #expect(glyph != other)
      }
    }
    var lists: [[UInt32]] = [[]]
    for _ in 0..<5 {
      for marks in lists { check(marks) }
      lists = lists.prefix(400).flatMap { list in some.map { list + [$0] } }
    }
  }

  @Test(arguments: [
    ("👍🏽", ["👍"]), ("👨‍🚀", ["👨"]), ("👩‍👩‍👧‍👦", ["👩"]), ("🇬🇧", ["G", "B"]),
    ("❤️", ["❤"]), ("1️⃣", ["1\u{20E3}"]), ("🏳️‍🌈", ["🏳"]), ("🏽", ["🏽"]),
  ])
  func emojiSequencesAreReducedToWhatAllTerminalsDrawAlike(text: String, glyphs: [String]) {
    #expect(texts(text) == glyphs)
  }

  @Test
  func breaksAndTabsAreSpacesOtherControlsCantBeShown() {
    #expect(texts("a\tb\nc\r\nd") == ["a", " ", "b", " ", "c", " ", "d"])
    #expect(texts("\u{1B}\u{7F}") == [" ", " "])
    #expect(texts("\u{9B}") == ["\u{FFFD}"])
    #expect(Glyph("\u{7}") == .replacement)
    #expect(Glyph("\u{301}") == .replacement)
    #expect(Glyph("漢").width == 2)
  }

  @Test
  func directionAndZeroWidthCharactersLeaveNothingBehind() {
    for value in [0x200B, 0x200E, 0x202E, 0x2066, 0x2060, 0xFEFF, 0xE0041] as [UInt32] {
      let character = Character(Unicode.Scalar(value)!)
      let shown = Glyph.glyphs(of: "a\(character)b").flatMap { [$0.base] + $0.marks }
      #expect(shown == [0x61, 0x62], "\(String(value, radix: 16))")
    }
    #expect(Glyph.glyphs(of: "ی\u{200C}خ").map(\.marks) == [[0x200C], []])
    #expect(Glyph.glyphs(of: "a\u{200C}b").map(\.marks) == [[], []])
  }

  @Test
  func truncatedToAWidthWithAnEllipsis() {
    func cut(_ text: String, _ width: Int) -> String {
      Glyph.glyphs(of: text).truncated(to: width).map(\.text).joined()
    }
    #expect(cut("abcdef", 6) == "abcdef")
    #expect(cut("abcdef", 5) == "abcd…")
    #expect(cut("abc def", 5) == "abc…")
    #expect(cut("漢字漢字", 8) == "漢字漢字")
    #expect(cut("漢字漢字", 7) == "漢字漢…")
    #expect(cut("漢字漢字", 6) == "漢字…")
    #expect(cut("漢字", 1) == "…")
    #expect(cut("abc", 0) == "")
    #expect(cut("", 0) == "")
    for width in 1...8 {
      #expect(Glyph.glyphs(of: "a漢b字c").truncated(to: width).displayWidth <= width)
    }
  }

  @Test
  func theWidthOfEveryScalarIs012OrNotPrintable() {
    #expect(("\u{1B}" as Unicode.Scalar).displayWidth == -1)
    #expect(("\u{85}" as Unicode.Scalar).displayWidth == -1)
    #expect(("\u{301}" as Unicode.Scalar).displayWidth == 0)
    for value in 0...UInt32(0x1FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if !(-1...2).contains(scalar.displayWidth) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test
  func textThatIsTakenScalarByScalarHasTheGlyphsOfItsCharacters() {
    // Each beside a letter, beside itself and beside what might join it.
    let neighbours: [Unicode.Scalar] = ["a", "·", "字", "\u{301}", "\u{200D}", "\u{FE0F}", "ー", "👥"]
    for value in UInt32(0x20)...0x1F64F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for neighbour in neighbours + [scalar] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: [neighbour, scalar, neighbour])
        let text = String(view)
        var expected: [Glyph] = []
        for character in text { Glyph.append(character, to: &expected) }
        let glyphs = Glyph.glyphs(of: text)
        if glyphs != expected {
          Issue.record(
            "U+\(String(value, radix: 16)) beside \(neighbour): \(glyphs) != \(expected)")
        }
      }
    }
  }

  @Test
  func howeverManyClustersOfMarksThereWereTheNextOneIsShown() {
    func glyph(_ number: Int) -> Glyph {
      var glyph = Glyph("a")
      for place in [number % 112, number / 112 % 112, number / 12_544 % 112] {
        glyph.add(mark: UInt32(0x300 + place))
      }
      return glyph
    }
    #expect((0...70_000).allSatisfy { glyph($0).marks.count == 3 })
    #expect(glyph(0).marks == [0x300, 0x300, 0x300])
    #expect(glyph(70_000) == glyph(70_000))
  }
}
