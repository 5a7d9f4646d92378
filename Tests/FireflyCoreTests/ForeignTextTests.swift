import FireflyCore
import SeededRandom
import Testing

@Suite("ForeignText")
struct ForeignTextTests {
  /// What is sent, what is shown, and what it would have done.
  @Test(arguments: [
    ("a\u{1B}[31mb", "ab", "colour"),
    ("a\u{1B}[38;2;1;2;3mb", "ab", "true colour"),
    ("a\u{1B}[2J\u{1B}[1;1Hb", "ab", "clear the screen"),
    ("a\u{1B}[?1049hb", "ab", "the other screen"),
    ("a\u{1B}[>4;2mb", "ab", "key mode"),
    ("a\u{1B}[ qb", "ab", "cursor form, with an intermediate byte"),
    ("a\u{1B}[3\u{7}1mb", "ab", "a bell inside"),
    ("a\u{9B}31mb", "a31mb", "8-bit CSI: only a letter in UTF-8"),
    ("a\u{1B}]0;title\u{7}b", "ab", "window title, ended by BEL"),
    ("a\u{1B}]0;title\u{1B}\\b", "ab", "window title, ended by ST"),
    ("a\u{1B}]0;title\u{9C}b", "ab", "window title, ended by 8-bit ST"),
    ("a\u{9D}0;title\u{9C}b", "a0;titleb", "8-bit OSC"),
    ("a\u{1B}]52;c;cm0gLXJm\u{7}b", "ab", "clipboard"),
    ("a\u{1B}]8;;http://x\u{1B}\\b\u{1B}]8;;\u{1B}\\c", "abc", "hyperlink"),
    ("a\u{1B}]8;;http://x/é漢🦊\u{1B}\\b", "ab", "letters beyond ASCII in a string"),
    ("a\u{1B}P$q\"p\u{1B}\\b", "ab", "DCS"),
    ("a\u{90}1;1|17/ab\u{9C}b", "a1;1|17/abb", "8-bit DCS: key definition"),
    ("a\u{1B}Xsos\u{1B}\\b", "ab", "SOS"),
    ("a\u{98}sos\u{9C}b", "asosb", "8-bit SOS"),
    ("a\u{1B}^pm\u{1B}\\b", "ab", "PM"),
    ("a\u{9E}pm\u{9C}b", "apmb", "8-bit PM"),
    ("a\u{1B}_Gf=100;AAAA\u{1B}\\b", "ab", "APC: a picture"),
    ("a\u{9F}apc\u{9C}b", "aapcb", "8-bit APC"),
    ("a\u{1B}Ptmux;\u{1B}\u{1B}]0;t\u{7}\u{1B}\\b", "ab", "passed through tmux"),
    ("a\u{1B}cb", "ab", "reset"),
    ("a\u{1B}(0b", "ab", "line-drawing characters"),
    ("a\u{1B}#8b", "ab", "screen full of E"),
    ("a\u{1B}%@b", "ab", "leave UTF-8"),
    ("a\u{1B}\u{1B}\u{1B}[mb", "ab", "ESC over and over"),
    ("a\u{1B}]0;x\u{1B}[31mb", "ab", "a string broken off by a sequence"),
    ("a\u{1B}]0;x\u{18}b", "ab", "a string cancelled"),
    ("a\u{1B}[31\u{1A}b", "ab", "a sequence cancelled"),
    ("a\u{1B}[31éb", "aéb", "a sequence broken off by a letter"),
    ("a\u{1B}éb", "aéb", "ESC before a letter beyond ASCII"),
    ("a\u{1B}", "a", "ESC at the end"),
    ("a\u{1B}[", "a", "CSI at the end"),
    ("\u{9B}", "", "8-bit CSI alone"),
  ])
  func escapeSequencesGoAsAWhole(text: String, shown: String, attack: String) {
    #expect(ForeignText.clean(text) == shown, "\(attack)")
    #expect(ForeignText.cleanLine(text) == shown, "\(attack)")
  }

  @Test
  func unterminatedSequenceIsDroppedToTheEndOfItsLine() {
    #expect(ForeignText.clean("one\u{1B}]0;two\nthree") == "one\nthree")
    #expect(ForeignText.clean("one\u{1B}Ptwo\r\nthree\nfour") == "one\nthree\nfour")
    #expect(ForeignText.clean("one\r\n") == "one\n")
    #expect(ForeignText.clean("one\r") == "one\n")
    #expect(ForeignText.clean("one\u{1B}[12;\nthree") == "one\nthree")
    #expect(ForeignText.clean("one\u{1B}\nthree") == "one\nthree")
    #expect(ForeignText.cleanLine("one\u{1B}]0;two\nthree") == "one three")
  }

  @Test
  func everyControlCharacterIsDroppedButForBreaksAndTabs() {
    let kept: Set<UInt32> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85]
    for value in Array(0..<UInt32(0x20)) + Array(0x7F..<0xA0) where !kept.contains(value) {
      let scalar = Character(Unicode.Scalar(value)!)
      #expect(ForeignText.clean("a\(scalar)\nb") == "a\nb", "\(value)")
      if value != 0x1B { #expect(ForeignText.cleanLine("a\(scalar)b") == "ab") }
    }
  }

  /// In UTF-8 it is a letter that was decoded wrongly, so what follows stays.
  @Test(arguments: 0x80..<0xA0 as Range<UInt32>)
  func aC1CharacterGoesAlone(value: UInt32) throws {
    let character = Character(try #require(Unicode.Scalar(value)))
    let between = value == 0x85 ? "\n" : ""
    #expect(ForeignText.clean("one\(character)two three\nfour") == "one\(between)two three\nfour")
    let line = value == 0x85 ? "one two three" : "onetwo three"
    #expect(ForeignText.cleanLine("one\(character)two three") == line)
    #expect(ForeignText.clean("one\u{1B}]0;\(character)two") == "one\(between)two")
    let letter = try #require(WindowsLetters.letter(of: value))
    let isLetter = letter.value != value
    let shown = isLetter ? String(letter) : ""
    #expect(ForeignText.cleanMarkup("one\(character)two") == "one\(shown)two")
    for reference in [
      "&#\(value);", "&#0\(value);", "&#x\(String(value, radix: 16));", "&#\(value)",
    ] {
      #expect(WindowsLetters.decoded(html: "a&b \(reference) &amp;") == "a&b \(letter) &amp;")
    }
  }

  @Test
  func otherReferencesStay() {
    let html = "&#127; &#160; &#x26; &#; &#x; & &#99999999999999; &amp;#146; &#1460;"
    #expect(WindowsLetters.decoded(html: html) == html)
  }

  @Test
  func inMarkupASequenceEndsAtATag() {
    #expect(ForeignText.cleanMarkup("<p>a\u{1B}]0;b</p><p>c</p>") == "<p>a</p><p>c</p>")
    #expect(ForeignText.cleanMarkup("<b>a\u{1B}[31</b>") == "<b>a</b>")
  }

  @Test
  func everyKindOfLineBreakBecomesOneLineFeed() {
    #expect(ForeignText.clean("a\r\nb\rc\nd") == "a\nb\nc\nd")
    #expect(ForeignText.clean("a\r\r\n\n\rb") == "a\n\n\n\nb")
    #expect(ForeignText.clean("a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f") == "a\nb\nc\nd\ne\nf")
    #expect(ForeignText.clean("\ta\tb") == "\ta\tb")
  }

  @Test
  func oneLineBreaksTabsAndSpacesCollapseTheEndsAreTrimmed() {
    #expect(
      ForeignText.cleanLine("title with\na newline\tand a tab")
        == "title with a newline and a tab")
    #expect(ForeignText.cleanLine("  a \r\n \t b  ") == "a b")
    #expect(ForeignText.cleanLine("a \u{200B} \u{3000}é") == "a é")
    #expect(ForeignText.cleanLine("\u{A0}\u{2003}é \u{A0}") == "é")
    #expect(ForeignText.cleanLine(" \n\t ") == "")
    #expect(ForeignText.cleanLine("") == "")
    #expect(ForeignText.cleanLine("a  b") == "a b")
    #expect(ForeignText.cleanLine("two words") == "two words")
  }

  @Test(
    arguments: [
      0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D,
      0x202E, 0x2060, 0x2061, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206F, 0x3164, 0xFEFF,
      0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1_D173, 0x1_FFFE,
      0x10_FFFF, 0xE_0001, 0xE_0041, 0xE_007F, 0xE_0100, 0xE_01EF,
    ] as [UInt32])
  func directionMarksAndInvisibleCharactersAreDropped(value: UInt32) {
    let scalar = Character(Unicode.Scalar(value)!)
    #expect(ForeignText.clean("pay\(scalar)pal") == "paypal")
    #expect(ForeignText.clean("пей\(scalar)пал") == "пейпал")
    #expect(ForeignText.cleanLine("\(scalar)pay\(scalar)") == "pay")
  }

  @Test(arguments: [
    "plain ASCII, with punctuation!", "Zoë Müller-O’Neil", "Ελληνικά, русский, ქართული",
    "שלום עולם", "السلام عليكم", "陳美玲、東京タワー", "한국어",
    "👨‍🚀 🏳️‍🌈 ❤️‍🔥 👍🏽 🇬🇧 1️⃣",
    "क्‍ष र्‍य", "می‌خواهم", "ක්‍ර", "e\u{301}", "ไทยที่นี่", "→ ≠ ½ © ™ • …", "\u{E0A0}",
  ])
  func ordinaryTextStaysUnchanged(text: String) {
    #expect(ForeignText.clean(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(ForeignText.cleanLine(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test
  func joinersStayOnlyBetweenTwoCharactersThatCanBeJoined() {
    #expect(ForeignText.clean("ad\u{200D}min\u{200C}s") == "admins")
    #expect(ForeignText.clean("ж\u{200D}ж") == "жж")
    #expect(ForeignText.clean("\u{200D}क\u{200D}") == "क")
    #expect(ForeignText.clean("क\u{200D}\u{200D}ष") == "क\u{200D}ष")
    #expect(ForeignText.clean("क\u{200D} ष") == "क ष")
    #expect(ForeignText.cleanLine("क \u{200D}ष") == "क ष")
  }

  @Test
  func joinersJoinAFewCharactersInARowAsManyAsAnyEmojiHas() {
    let heads = ["👩", "👨", "👧", "👦"]
    let family = heads.joined(separator: "\u{200D}")
    let kiss = "👩🏻\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏿"
    for text in [
      family, kiss, family + kiss, "می\u{200C}خواهم\u{200C}ها\u{200C}یی\u{200C}را\u{200C}که",
    ] {
      #expect(ForeignText.clean(text) == text)
    }
    for link in ["👩", "👩🏻", "❤\u{FE0F}", "क"] {
      let chain = Array(repeating: link, count: 200).joined(separator: "\u{200D}")
      let cleaned = ForeignText.clean(chain)
      #expect(cleaned.count >= 40, "\(link)")
      #expect(cleaned.allSatisfy { $0.unicodeScalars.count <= 14 }, "\(link)")
      #expect(ForeignText.clean(cleaned) == cleaned)
    }
  }

  @Test
  func aBaseKeepsFourMarksAndAMarkNeedsABase() {
    let stack = String(repeating: "\u{301}\u{335}", count: 500)
    #expect(
      Array(ForeignText.clean("a\(stack)b").unicodeScalars)
        == Array("a\u{301}\u{335}\u{301}\u{335}b".unicodeScalars))
    #expect(ForeignText.clean("\u{301}a\n\u{301}b") == "a\nb")
    #expect(ForeignText.clean("☎\u{FE0F}\u{FE0F}\u{FE0E}!") == "☎\u{FE0F}!")
    #expect(ForeignText.clean("\u{FE0F}a") == "a")
  }

  @Test
  func theLengthIsBoundedInScalars() {
    #expect(ForeignText.clean("abcdef", limit: 6) == "abcdef")
    #expect(ForeignText.clean("abcdef", limit: 5) == "abcd…")
    #expect(ForeignText.clean("漢字漢字", limit: 3) == "漢字…")
    #expect(ForeignText.clean("\u{1B}[31mabc\u{1B}[m", limit: 3) == "abc")
    #expect(ForeignText.cleanLine("one two three", limit: 9) == "one two…")
    #expect(ForeignText.cleanLine("one two three", limit: 8) == "one two…")
    #expect(ForeignText.cleanLine("one   ", limit: 3) == "one")
    #expect(ForeignText.clean("abc", limit: 1) == "…")
    #expect(ForeignText.clean("abc", limit: 0) == "")
    let long = ForeignText.clean(String(repeating: "é", count: 1_200_000))
    #expect(long.unicodeScalars.count == ForeignText.defaultLimit)
  }

  /// Whatever comes in: safe, no longer than before, and cleaning again changes nothing.
  @Test
  func whateverComesInSafeNoLongerThanBefore() {
    var random = SplitMix(seed: 20_251_103)
    for _ in 0..<4000 {
      let text = random.text()
      let limit = random.next() % 4 == 0 ? Int(random.next() % 12) : ForeignText.defaultLimit
      for clean in [ForeignText.clean, ForeignText.cleanLine] as [(String, Int) -> String] {
        let once = clean(text, limit)
        let isStable = clean(once, limit).unicodeScalars.elementsEqual(once.unicodeScalars)
        #expect(isStable, "\(text.debugDescription), limit \(limit)")
        #expect(once.unicodeScalars.count <= min(limit, text.unicodeScalars.count))
        #expect(once.unicodeScalars.allSatisfy(isHarmless), "\(text.debugDescription)")
      }
      let line = ForeignText.cleanLine(text, limit: limit)
      #expect(!line.contains("\n") && !line.contains("\t") && !line.contains("  "))
    }
  }

  /// Every scalar of Unicode's first planes, and a sample of the rest, between letters.
  @Test
  func everyScalarOfUnicodesFirstPlanesAndASampleOfTheRest() {
    for value in 0...UInt32(0x10FFFF) where value < 0x3000 || value % 13 == 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(Character(scalar)) + "b"
      let once = ForeignText.clean(text)
      if !once.unicodeScalars.allSatisfy(isHarmless) || ForeignText.clean(once) != once {
        Issue.record("U+\(String(value, radix: 16)): \(once.debugDescription)")
      }
    }
  }

  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xE0000...0xE0FFF:
      false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }
}

extension SplitMix {
  /// Up to 24 scalars, most of them from where the trouble lies.
  fileprivate mutating func text() -> String {
    let pieces: [String] = [
      "a", "b", " ", "  ", "\n", "\r", "\r\n", "\t", "\u{1B}", "[", "]", "P", "\\", "31m", ";",
      "\u{7}", "\u{9B}", "\u{9D}", "\u{9C}", "\u{90}", "\u{18}", "\u{7F}", "\u{85}", "\u{301}",
      "\u{200D}", "\u{200C}", "\u{200B}", "\u{202E}", "\u{2066}", "\u{FE0F}", "\u{AD}", "क", "ष",
      "\u{94D}", "👩", "❤", "é", "漢", "\u{3000}", "\u{A0}", "\u{2028}", "ש", "\u{E0041}",
      "\u{FFFF}",
    ]
    var text = ""
    for _ in 0..<(next() % 24) {
      if next() % 8 == 0, let scalar = Unicode.Scalar(UInt32(next() % 0x110000)) {
        text.unicodeScalars.append(scalar)
      } else {
        let piece = pieces[Int(next() % UInt64(pieces.count))]
        text.unicodeScalars.append(contentsOf: piece.unicodeScalars)
      }
    }
    return text
  }
}
