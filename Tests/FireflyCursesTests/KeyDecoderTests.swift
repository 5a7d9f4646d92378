import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyCurses

/// Bytes of a terminal, and the keys they are.
@Suite struct KeyDecoderTests {
  private static let escape = "\u{1B}"

  static let table: [(String, [Key])] = [
    ("a", [.character("a")]), (" ~", [.character(" "), .character("~")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
    ("\u{8}", [.backspace]), ("\u{0}", [.control("@")]), ("\u{3}", [.control("c")]),
    ("\u{1A}", [.control("z")]),
    (
      "\u{1C}\u{1D}\u{1E}\u{1F}",
      [.control("\\"), .control("]"), .control("^"), .control("_")]
    ),
    ("é日🙂", [.character("é"), .character("日"), .character("🙂")]),
    ("e\u{301}x", [.character("e\u{301}"), .character("x")]),
    ("\(escape)[A\(escape)[B\(escape)[C\(escape)[D", [.up, .down, .right, .left]),
    ("\(escape)OA\(escape)OB\(escape)OC\(escape)OD", [.up, .down, .right, .left]),
    ("\(escape)[H\(escape)[F\(escape)OH\(escape)OF", [.home, .end, .home, .end]),
    ("\(escape)[1~\(escape)[4~\(escape)[7~\(escape)[8~", [.home, .end, .home, .end]),
    ("\(escape)[2~\(escape)[3~\(escape)[5~\(escape)[6~", [.insert, .delete, .pageUp, .pageDown]),
    ("\(escape)OP\(escape)OQ\(escape)OR\(escape)OS", (1...4).map { .function($0) }),
    ("\(escape)[11~\(escape)[12~\(escape)[13~\(escape)[14~", (1...4).map { .function($0) }),
    ("\(escape)[[A\(escape)[[E", [.function(1), .function(5)]),
    ("\(escape)[15~\(escape)[17~\(escape)[18~\(escape)[19~", (5...8).map { .function($0) }),
    ("\(escape)[20~\(escape)[21~\(escape)[23~\(escape)[24~", (9...12).map { .function($0) }),
    ("\(escape)[Z", [.backTab]),
    (
      "\(escape)[1;2A\(escape)[1;5B\(escape)[1;2P\(escape)[5;5~",
      [Key(.up, .shift), Key(.down, .control), Key(.function(1), .shift), Key(.pageUp, .control)]
    ),
    (
      "\(escape)[1;5D\(escape)[1;3C\(escape)[3;5~\(escape)[1;8H",
      [
        Key(.left, .control), Key(.right, .alt), Key(.delete, .control),
        Key(.home, [.shift, .alt, .control]),
      ]
    ),
    (
      "\(escape)[7^\(escape)[8^\(escape)[7$\(escape)[8@\(escape)[3^\(escape)[5$x",
      [
        Key(.home, .control), Key(.end, .control), Key(.home, .shift),
        Key(.end, [.shift, .control]), Key(.delete, .control), Key(.pageUp, .shift),
        .character("x"),
      ]
    ),
    // rxvt: Shift and Ctrl.
    ("\(escape)[a\(escape)Od", [Key(.up, .shift), Key(.left, .control)]),
    (
      "\(escape)OM\(escape)Op\(escape)Oy\(escape)Ok",
      [.enter, .character("0"), .character("9"), .character("+")]
    ),
    ("\(escape)x\(escape)é\(escape)\u{7F}", [.alt("x"), .alt("é"), Key(.backspace, .alt)]),
    ("\(escape)\(escape)[A", [.escape, .up]),
    // Everything below is no key, and must not become letters.
    ("\(escape)[200;5Xa", [.character("a")]), ("\(escape)[?1;2ca", [.character("a")]),
    ("\(escape)[>0;276;0cb", [.character("b")]),
    ("\(escape)[24;80Rc", [.character("c")]),
    ("\(escape)[Id\(escape)[Oe", [.character("d"), .character("e")]),
    ("\(escape)[97;5uf", [.control("a"), .character("f")]),
    ("\(escape)[?2026;2$yg", [.character("g")]),
    ("\(escape)P1$r0m\(escape)\\h", [.character("h")]),
    ("\(escape)_Gi=1;OK\(escape)\\i", [.character("i")]),
    ("\(escape)]4;1;rgb:ff/ff/ff\u{7}j", [.character("j")]),
    ("\(escape)OZ\(escape)O{k", [.character("k")]),
    ("\(escape)[12\(escape)[A", [.up]), ("\(escape)[1;\u{3}", [.control("c")]),
    ("\(escape)]11;rgb:1\u{3}l", [.character("l")]),
  ]

  @Test(arguments: table.indices) func keys(of index: Int) {
    let (bytes, keys) = Self.table[index]
    var decoder = KeyDecoder()
    decoder.feed(Array(bytes.utf8))
    #expect(decoder.takeKeys() == keys)
    #expect(!decoder.isUndecided)
  }

  @Test(arguments: table.indices) func keysOfBytesThatComeOneByOne(_ index: Int) {
    let (bytes, keys) = Self.table[index]
    var decoder = KeyDecoder()
    for byte in bytes.utf8 { decoder.feed([byte]) }
    let decoded = decoder.takeKeys()
    // A mark that comes alone is a character of its own.
    let joined = decoded.contains(.character("\u{301}")) ? keys.count + 1 : keys.count
    #expect(decoded.count == joined)
    if joined == keys.count { #expect(decoded == keys) }
  }

  @Test(arguments: [("", Key.escape), ("[", .alt("[")), ("O", .alt("O")), ("]", .alt("]"))])
  func aLoneEscapeIsDecidedByWaiting(rest: String, key: Key) {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}\(rest)".utf8))
    #expect(decoder.takeKeys().isEmpty)
    #expect(decoder.isUndecided)
    decoder.finishPending()
    #expect(decoder.takeKeys() == [key])
    decoder.feed([0x61])
    #expect(decoder.takeKeys() == [.character("a")])
  }

  @Test func aLongSequenceCutInTwoIsNotAnEscape() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[1;".utf8))
    decoder.finishPending()
    decoder.feed(Array("2A".utf8))
    #expect(decoder.takeKeys() == [Key(.up, .shift)])
  }

  @Test func altWithALetterOfAnotherLayout() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}з\u{1B}éзз".utf8))
    #expect(decoder.takeKeys() == [.alt("p"), .alt("é"), .character("з"), .character("з")])
  }

  @Test func namesOfTheTerminalComeFirst() {
    var decoder = KeyDecoder(named: [Array("\u{1B}[Q".utf8): .function(7)])
    decoder.feed(Array("\u{1B}[Q".utf8))
    #expect(decoder.takeKeys() == [.function(7)])
  }

  /// - SeeAlso: kitty, "Comprehensive keyboard handling in terminals".
  @Test(arguments: [
    ("27u", Key.escape), ("13;3u", Key(.enter, .alt)), ("13;2u", Key(.enter, .shift)),
    ("9;2u", .backTab), ("127;5u", Key(.backspace, .control)), ("97;5u", .control("a")),
    ("122;6u", Key(.character("z"), [.control, .shift])), ("32;5u", .control(" ")),
    ("98;3u", .alt("b")), ("228;3u", .alt("ä")), ("57414u", .enter), ("57399u", .character("0")),
    ("57413u", .character("+")), ("57417;2u", Key(.left, .shift)), ("57426u", .delete),
    // With Num Lock and Caps Lock on.
    ("1;129A", .up), ("1;194B", Key(.down, .shift)), ("27;129u", .escape),
    ("3;197~", Key(.delete, .control)),
    // Other layouts: the key at the same place of an English keyboard, and without it.
    ("1099::115;5u", .control("s")), ("1099;5u", .control("s")), ("1099;3u", .alt("s")),
    ("1099:1067:115;6u", Key(.character("s"), [.control, .shift])), ("963;5u", .control("s")),
    ("1377::97;5u", .control("a")), ("246::59;5u", .control("ö")), ("111::115;5u", .control("o")),
    // With what else kitty can tell: other letters of the key, its being pressed.
    ("97:65;5:1u", .control("a")),
  ])
  func kittysKeyboardProtocol(sequence: String, key: Key) {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[\(sequence)".utf8))
    #expect(decoder.takeKeys() == [key])
  }

  @Test(arguments: ["57358u", "57441;2u", "u", "0u", "99999999u", "55296u", "?1;2u"])
  func invalidKeySequencesAreDropped(sequence: String) {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[\(sequence)".utf8))
    #expect(decoder.takeKeys() == [])
    #expect(decoder.hasKeyboardProtocol == (sequence == "?1;2u"))
  }

  @Test func theMouse() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[<0;5;3M\u{1B}[<32;6;3M\u{1B}[<0;6;3m".utf8))
    decoder.feed(Array("\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M\u{1B}[<35;9;9M".utf8))
    #expect(
      decoder.popEvents() == [
        .mouse(MouseEvent(.press, at: Point(x: 4, y: 2))),
        .mouse(MouseEvent(.drag, at: Point(x: 5, y: 2))),
        .mouse(MouseEvent(.release, at: Point(x: 5, y: 2))),
        .mouse(MouseEvent(.wheelUp, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.wheelDown, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.menuPress, at: Point(x: 0, y: 0))),
      ])
  }

  @Test func theMouseInItsOldForm() {
    var decoder = KeyDecoder()
    decoder.expectsMouse = true
    decoder.feed([0x1B, 0x5B, 0x4D, 32, 37, 35, 0x1B, 0x5B, 0x4D, 35, 37, 35])
    #expect(
      decoder.popEvents() == [
        .mouse(MouseEvent(.press, at: Point(x: 4, y: 2))),
        .mouse(MouseEvent(.release, at: Point(x: 4, y: 2))),
      ])
  }

  @Test func pastedText() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[200~one\r\ntwo\rthree\u{7}\u{1B}[A é\u{9B}1m\u{1B}[201~x".utf8))
    #expect(
      decoder.popEvents() == [.paste("one\ntwo\nthree[A é1m"), .key(.character("x"))])
  }

  @Test func aPasteWhoseEndNeverComesIsTakenAndTakesNoMoreKeys() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[200~all of\rit\u{1B}[20".utf8))
    #expect(decoder.isPasting && decoder.popEvents().isEmpty)
    decoder.finishPending()
    decoder.feed(Array("q\u{1B}[201~".utf8))
    #expect(decoder.popEvents() == [.paste("all of\nit"), .key(.character("q"))])
    #expect(!decoder.isPasting)
  }

  @Test func otherSeparatorsAreBlanks() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[200~a\u{B}b\u{C}c\u{85}d\u{86}e\u{1B}[201~".utf8))
    #expect(decoder.popEvents() == [.paste("a b c de")])
  }

  /// Terminals that pass the end of a paste on within one: what follows it must not become keys.
  @Test func anEndInsideAPasteIsText() {
    let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")
    var decoder = KeyDecoder()
    decoder.feed(Array("\(begin)one\(end)\u{13}two\(end)three\(end)x\(begin)four\(end)q".utf8))
    #expect(
      decoder.popEvents() == [
        .paste("onetwothree"), .key(.character("x")), .paste("four"), .key(.character("q")),
      ])
  }

  @Test func pastedTextIsBounded() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<4_100 { decoder.feed(Array(repeatElement("日", count: 1_365).joined().utf8)) }
    decoder.feed(Array("\u{1B}[201~".utf8))
    guard case .paste(let text) = decoder.popEvents().first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count <= KeyDecoder.pasteLimit)
    #expect(text.utf8.count > KeyDecoder.pasteLimit - 3)
    #expect(text.allSatisfy { $0 == "日" })
  }

  @Test func answersAreNoKeys() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\\u{1B}[?62;4c".utf8))
    decoder.feed(Array("\u{1B}]11;rgb:f/0/8\u{7}\u{1B}_Gi=31;OK\u{1B}\\".utf8))
    decoder.feed(Array("\u{1B}[6;20;10t\u{1B}[6;1t".utf8))
    #expect(
      decoder.popEvents() == [
        .background(Color(hex: 0xFF8000)), .answer("[?62;4c"), .background(Color(hex: 0xFF0088)),
        .answer("_Gi=31;OK"), .answer("[6;20;10t"),
      ])
    #expect(decoder.popAttributes() == 1)
    #expect(decoder.popAttributes() == 0)
  }

  @Test func theTerminalBecomesDarkOrLight() {
    var decoder = KeyDecoder()
    for byte in "\u{1B}[?997;1na\u{1B}[?997;2n\u{1B}[?997;3n\u{1B}[?996;1n\u{1B}[?997n".utf8 {
      decoder.feed([byte])
    }
    #expect(
      decoder.popEvents() == [
        .scheme(isDark: true), .key(.character("a")), .scheme(isDark: false),
      ])
  }

  @Test func theKeyboardsComingAndGoing() {
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}[Ia\u{1B}[O".utf8))
    #expect(decoder.popEvents() == [.focus(true), .key(.character("a")), .focus(false)])
  }

  /// A character in its place, and one report.
  @Test func brokenTextIsMarked() {
    var decoder = KeyDecoder()
    decoder.feed([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0x97, 0x1B, 0x5B, 0x41, 0x80])
    let events = decoder.popEvents()
    let broken = Key.character("\u{FFFD}")
    #expect(
      events.compactMap { if case .key(let key) = $0 { key } else { nil } }
        == [broken, .character("a"), broken, .character("b"), broken, .up, broken])
    #expect(events.count { if case .unreadable = $0 { true } else { false } } == 1)
  }

  @Test func anyBytesInAnyPiecesDoNoHarm() {
    var generator = SplitMix(seed: 250)
    let likely = Array("\u{1B}\u{1B}[[O]P_~<;0123456789mMAc\u{7}\\é".utf8)
    for _ in 0..<300 {
      var decoder = KeyDecoder()
      for _ in 0..<20 {
        decoder.feed(
          (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            Bool.random(using: &generator)
              ? likely.randomElement(using: &generator) ?? 0
              : UInt8.random(in: 0...255, using: &generator)
          })
        decoder.finishPending()
      }
      // However confused it is, these bring it back.
      decoder.feed(Array("\u{3}\u{1B}[201~\u{3}".utf8))
      _ = decoder.takeKeys()
      decoder.feed([0x71])
      #expect(decoder.takeKeys() == [.character("q")])
    }
  }

  @Test func manyKeysAtOnceAreKept() {
    let bytes = Array(repeatElement("j\u{1B}[B\u{1B}OBé", count: 500).joined().utf8)
    var decoder = KeyDecoder()
    decoder.feed(bytes)
    let keys: [Key] = [.character("j"), .down, .down, .character("é")]
    #expect(decoder.takeKeys() == Array(repeatElement(keys, count: 500).joined()))
  }
}

extension KeyDecoder {
  /// The keys among what was decoded; the rest is forgotten.
  fileprivate mutating func takeKeys() -> [Key] {
    popEvents().compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}
