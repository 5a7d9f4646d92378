import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Dark on dark terminals from the first frame on.
@Suite(.ownThreads) struct BackgroundTests {
  private static let turquoise = "48;2;64;224;208"
  private static let dark = "48;2;12;59;56"
  private let black = DefaultColors(background: 0)
  private let white = DefaultColors(foreground: 0, background: 0xFFFFFF)

  /// What a run writes before anything has come from the terminal, and all it writes.
  private func output(
    _ home: FireflyHome, _ colors: DefaultColors, _ environment: [String: String] = [:]
  ) throws -> (first: String, all: String) {
    let session = try FireflySession.start(home: home, environment: environment, colors: colors)
    try session.terminal.wait(for: "1 of")
    _ = try session.settledRows()
    #expect(try session.quit() == .code(0))
    let all = String(decoding: session.terminal.output.flatMap(\.bytes), as: UTF8.self)
    let end = all.range(of: "\u{1B}[?2026l")?.lowerBound ?? all.startIndex
    return (String(all[..<end]), all)
  }

  @Test func reportedBackgroundHoldsFromTheNextStart() throws {
    let home = try FireflyHome()
    // Nothing is known at the very first, and most terminals are dark.
    for _ in 1...2 {
      let start = try output(home, black)
      #expect(start.first.contains(Self.dark) && !start.all.contains(Self.turquoise))
    }
    // It has been made light since, and tells so.
    #expect(try output(home, white).first.contains(Self.dark))
    let fourth = try output(home, white)
    #expect(fourth.first.contains(Self.turquoise) && !fourth.all.contains(Self.dark))
  }

  @Test func anotherTerminalIsNotMistakenForIt() throws {
    let home = try FireflyHome()
    _ = try output(home, white)
    let other = try output(home, black, ["TERM": "xterm"])
    #expect(other.first.contains(Self.dark))
    // Each keeps its own.
    #expect(try output(home, white).first.contains(Self.turquoise))
  }

  @Test(arguments: ["15;0", "15;default;0", "7;8", "15;232"]) func theEnvironmentTells(
    value: String
  ) throws {
    let start = try output(FireflyHome(), black, ["COLORFGBG": value])
    #expect(start.first.contains(Self.dark))
  }

  @Test(arguments: ["0;15", "0;231", "16;255", "0;default;231"])
  func terminalReportsALightBackground(value: String) throws {
    let start = try output(FireflyHome(), white, ["COLORFGBG": value])
    #expect(start.first.contains(Self.turquoise) && !start.all.contains(Self.dark))
  }

  @Test(arguments: ["default;default", "", "15;256", "x", ";;"])
  func terminalMayNotReportItsBackground(value: String) throws {
    let start = try output(FireflyHome(), black, ["COLORFGBG": value])
    #expect(start.first.contains(Self.dark) && !start.all.contains(Self.turquoise))
  }

  /// As a tmux without the terminal around it.
  @Test func aTerminalThatTellsNothingIsTakenForDark() throws {
    let home = try FireflyHome()
    for _ in 1...2 {
      let session = try FireflySession.start(home: home, colors: DefaultColors(isAnswered: false))
      try session.terminal.wait(for: "1 of")
      _ = try session.settledRows()
      #expect(session.terminal.cell(0, 12)?.background == .rgb(20, 22, 27))
      #expect(try session.quit() == .code(0))
    }
  }

  @Test func inAMultiplexerTheTerminalAroundItCounts() throws {
    let home = try FireflyHome()
    _ = try output(home, white)
    let inside = ["TERM": "tmux-256color", "TMUX": "/nowhere,1,0"]
    #expect(try output(home, white, inside).first.contains(Self.turquoise))
  }

  /// Mode 2031: the desktop turns to day or night while the program runs.
  @Test func aTerminalThatTurnsIsFollowed() throws {
    let shell = try ShellSession(FireflyHome())
    let terminal = shell.terminal
    func wait(for backdrop: ScreenColor) throws {
      try terminal.wait(until: "the backdrop \(backdrop)") {
        $0.cell(0, 12)?.background == backdrop
      }
    }
    try shell.run("\(BuiltProgram.firefly) --no-motion")
    let (night, day) = (ScreenColor.rgb(20, 22, 27), ScreenColor.rgb(208, 208, 208))
    try terminal.wait(for: "1 of")
    try wait(for: night)
    terminal.colors = white
    try terminal.send("\u{1B}[?997;2n")
    try wait(for: day)
    terminal.colors = black
    try terminal.send("\u{1B}[?997;1n")
    try wait(for: night)
    // What happened while another program had the terminal is asked for, because nobody tells.
    #expect(terminal.isSet(mode: 2031))
    try terminal.send("<c-z>")
    try shell.waitForPrompt()
    #expect(!terminal.isSet(mode: 2031))
    terminal.colors = white
    try shell.run("fg")
    try wait(for: day)
    try terminal.send("q")
    try shell.waitForPrompt()
    #expect(!terminal.isSet(mode: 2031))
  }

  @Test func aDamagedFileIsNoHindrance() throws {
    let home = try FireflyHome()
    _ = try output(home, white)
    let file = URL(filePath: home.path).appending(path: "state/firefly/backgrounds")
    #expect(
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        == 0o600)
    try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: file)
    #expect(try output(home, white).first.contains(Self.dark))
    #expect(try output(home, white).first.contains(Self.turquoise))
  }

  @Test func aChosenThemeStays() throws {
    let home = try FireflyHome()
    try home.configure("theme: firefly\n")
    for _ in 0...1 {
      let start = try output(home, black)
      #expect(start.first.contains(Self.turquoise) && !start.all.contains(Self.dark))
    }
  }
}
