import FireflyScreen
import Testing

@testable import FireflyCurses

/// Which colours a terminal gets.
@Suite struct ColorTests {
  struct Case: Sendable {
    var environment: [String: String]
    var colors: Int?
    var direct = false
    var depth: ScreenAbilities.ColorDepth
  }

  @Test(arguments: [
    Case(environment: ["TERM": "xterm-256color"], colors: 256, depth: .indexed),
    Case(
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], colors: 256,
      depth: .trueColor),
    Case(environment: ["TERM": "xterm", "COLORTERM": "24bit"], colors: 8, depth: .trueColor),
    Case(environment: ["TERM": "xterm", "COLORTERM": "yes"], colors: 8, depth: .eight),
    Case(environment: ["TERM": "xterm-16color"], colors: 16, depth: .sixteen),
    Case(environment: ["TERM": "foot"], colors: 256, depth: .trueColor),
    Case(environment: ["TERM": "tmux-256color"], colors: 256, direct: true, depth: .trueColor),
    Case(
      environment: ["TERM": "screen-256color", "COLORTERM": "truecolor", "STY": "1.pts"],
      colors: 256, depth: .indexed),
    Case(environment: ["TERM": "vt220", "COLORTERM": "truecolor"], colors: nil, depth: .none),
    Case(
      environment: ["TERM": "foot", "COLORTERM": "truecolor", "NO_COLOR": "1"], colors: 256,
      depth: .none),
    Case(environment: ["TERM": "xterm-256color", "NO_COLOR": ""], colors: 256, depth: .indexed),
  ])
  func depth(_ example: Case) {
    #expect(
      ColorSupport.depth(
        environment: example.environment, colors: example.colors,
        hasDirectColor: example.direct) == example.depth)
  }

  @Test func terminalReplyOutranksItsEnvironment() {
    let claims = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    func depth(_ environment: [String: String], _ answer: Bool?) -> ScreenAbilities.ColorDepth {
      ColorSupport.depth(
        environment: environment, colors: 256, hasDirectColor: false, answer: answer)
    }
    #expect(depth(claims, false) == .indexed && depth(claims, nil) == .trueColor)
    #expect(depth(["TERM": "xterm-256color"], true) == .trueColor)
    #expect(depth(["TERM": "xterm-256color", "NO_COLOR": "1"], true) == .none)
    let xterm = ["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"]
    #expect(DirectColorQuery.isDue(xterm) && !DirectColorQuery.isDue(claims))
    #expect(!DirectColorQuery.isDue(xterm.merging(["TMUX": "x"]) { $1 }))
    #expect(!DirectColorQuery.isDue(xterm.merging(["NO_COLOR": "1"]) { $1 }))
  }

  @Test(
    arguments: [
      ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?64;1;2c", true, ""),
      ("\u{1B}P1$r0;48:2:1:2:3m\u{1B}\\\u{1B}[?64c", true, ""),
      ("j\u{1B}P1$r48;2;1;2;3m\u{1B}\\\u{1B}[A\u{1B}[?64ck", true, "j\u{1B}[Ak"),
      ("\u{1B}P1$r0;48:5:16m\u{1B}\\\u{1B}[?64c", false, ""),
      ("\u{1B}P0$r\u{1B}\\\u{1B}[?64c", false, ""), ("q\u{1B}[?6c", nil, "q"),
    ] as [(String, Bool?, String)])
  func theAnswerIsReadAndTypedKeysAreKept(input: String, answer: Bool?, typed: String) {
    let bytes = Array(input.utf8)
    let found = DirectColorQuery.parse(bytes)
    #expect(found.answer == answer && found.typed == Array(typed.utf8) && found.isComplete)
    for count in 0..<input.utf8.count - typed.suffix(1).utf8.count - 1 {
      #expect(!DirectColorQuery.parse(Array(bytes.prefix(count))).isComplete)
    }
  }

  // terminfo has one terminal for the whole process.
  @Test(
    .serialized,
    arguments: [
      (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006", "TMUX": "x"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "4600"], false), (["TERM": "linux"], false),
    ])
  func curlyLinesWhereTheyAreDrawn(environment: [String: String], hasThem: Bool) throws {
    let description = try TerminalDescription(type: environment["TERM"] ?? "")
    #expect(description.hasCurlyUnderline(environment) == hasThem)
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.eight, .sixteen])
  func blackIsNotBrightened(depth: ScreenAbilities.ColorDepth) {
    var pairs = ColorPairs(depth: depth, limit: 64, hasDefaults: true) {
      _, _, _ in true
    }
    let bold = UInt32(Attributes.bold.rawValue)
    func unwanted(_ foreground: Color, on background: Color) -> UInt32 {
      pairs.answer(to: .init(foreground: foreground, background: background, isText: true))
        .unwanted
    }
    #expect(unwanted(.black, on: .white) == bold)
    #expect(unwanted(.white, on: .black) == 0)
    #expect(unwanted(Color(hex: 0xC00A0A), on: .white) == 0)
  }

  @Test func pairsAreSharedAndTakenBack() {
    var set: [Int32: (Int32, Int32)] = [:]
    var pairs = ColorPairs(depth: .trueColor, limit: 1_000, hasDefaults: true) {
      set[$0] = ($1, $2)
      return true
    }
    func request(_ number: UInt32) -> ColorPairs.Use {
      .init(foreground: Color(hex: number), background: Color(hex: ~number), isText: true)
    }
    let kept = pairs.answer(to: request(7))
    for number in 0..<UInt32(100_000) {
      if pairs.isShort(forFrameOf: 200) { pairs.makeRoom(keeping: [kept.pair]) }
      let answer = pairs.answer(to: request(number))
      #expect(answer.pair > 0 && answer.pair < 1_000)
      if set[answer.pair]?.0 != Int32(number) { Issue.record("pair of another colour") }
      if answer.pair == kept.pair, number != 7 { Issue.record("a pair in use was taken") }
    }
    #expect(pairs.count < 1_000)
    #expect(pairs.answer(to: request(7)) == kept)
  }

  @Test func theTerminalsOwnColorsAreTheFirstPair() {
    var pairs = ColorPairs(depth: .trueColor, limit: 64, hasDefaults: true) {
      _, _, _ in
      true
    }
    let own = ColorPairs.Use(foreground: .terminal, background: .terminal, isText: true)
    #expect(pairs.answer(to: own) == ColorPairs.Answer())
  }

  @Test func withoutPairsLeftTheOwnColorsStandIn() {
    var pairs = ColorPairs(depth: .trueColor, limit: 4, hasDefaults: true) {
      _, _, _ in
      true
    }
    let answers = (0..<8).map {
      pairs.answer(to: .init(foreground: Color(hex: $0), background: .white, isText: true)).pair
    }
    #expect(answers == [1, 2, 3, 0, 0, 0, 0, 0])
  }

  @Test func withoutColorsBlendedTextIsDim() {
    var pairs = ColorPairs(depth: .none, limit: 0, hasDefaults: false) { _, _, _ in
      false
    }
    func answer(_ level: UInt8) -> ColorPairs.Answer {
      pairs.answer(to: .init(foreground: Color(white: level), background: .white, isText: true))
    }
    #expect(answer(0).attributes == 0)
    #expect(answer(128).attributes == UInt32(Attributes.dim.rawValue))
    #expect(answer(128).pair == 0)
  }
}
