import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

private var isTmuxInstalled: Bool {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }
}

/// A look at the program inside tmux, which is a terminal of its own.
@Suite(.serialized, .ownThreads, .enabled(if: isTmuxInstalled, "tmux is not installed"))
struct TmuxTests {
  /// Starts a server of its own for one session; it ends with its only program or its terminal.
  private func start(
    _ home: FireflyHome, _ arguments: [String], settings: String = "",
    environment: [String: String] = [:], graphics: TerminalGraphics = .none
  ) throws -> TerminalSession {
    let file = "\(home.path)/tmux.conf"
    try """
    set -g exit-unattached on
    set -g default-terminal tmux-256color
    set -g mouse on
    set -g status off
    set -as terminal-features ",xterm-256color:RGB"
    \(settings)
    """.write(toFile: file, atomically: false, encoding: .utf8)
    let command = [BuiltProgram.firefly, "--no-motion"] + arguments
    return try TerminalSession(
      ["tmux", "-S", "\(home.path)/tmux.socket", "-f", file, "new-session"] + command,
      environment: home.environment.merging(environment) { $1 }, directory: home.path,
      graphics: graphics)
  }

  @Test func browsingInTmux() throws {
    let home = try FireflyHome()
    let children = SamplePost.numbered("grandchild", 3)
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9, children: children)))
    let tmux = try start(home, ["--post", id])
    try tmux.wait(for: "1 of 9")
    try tmux.send("<down>")
    try tmux.wait(for: "2 of 9")
    try tmux.send("<right>")
    try tmux.wait(for: "grandchild")
    try tmux.send("<left>")
    try tmux.wait(for: "2 of 9")
    try tmux.resize(columns: 100, rows: 30)
    try tmux.wait(for: "2 of 9")
    try tmux.send("q")
    #expect(try tmux.waitForExit() == .code(0))
    #expect(try tmux.leftovers() == [])
  }

  @Test func wideTitlesInTmux() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(
        title: "the root",
        children: [SamplePost(title: "日本 🧭 👩‍👩‍👧 ❤️ end", summary: "s", body: "b")]))
    let tmux = try start(home, ["--post", id])
    try tmux.wait(for: "1 of 1")
    try tmux.wait(matching: #"日本 🧭 .* end"#)
    try tmux.send("q")
    #expect(try tmux.waitForExit() == .code(0))
  }

  /// tmux ignores what programs want to copy, unless it is told otherwise.
  @Test func copyingInTmux() throws {
    let home = try FireflyHome()
    let body = String(repeating: "many words ", count: 10_000)
    let id = try home.add(
      SamplePost(title: "the root", children: [SamplePost(title: "card", body: body)]))
    let tmux = try start(home, ["--post", id], settings: "set -s set-clipboard external")
    try tmux.wait(for: "1 of 1")
    try tmux.send("y")
    try tmux.wait(for: "Copied “card”.")
    let file = "\(home.path)/copied"
    try home.runTmux("save-buffer", file)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "card\n\n" + body)
    try tmux.send("q")
    #expect(try tmux.waitForExit() == .code(0))
  }

  /// tmux may not know them.
  @Test func newEmojiInTmux() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(
        title: "the root", children: [SamplePost(title: "[🩷] end", summary: "s", body: "b")]))
    let tmux = try start(home, ["--post", id])
    try tmux.wait(for: "1 of 1")
    try tmux.wait(matching: #"\[(🩷|� )\] end"#)
    try tmux.send("q")
    #expect(try tmux.waitForExit() == .code(0))
  }

  @Test(arguments: [true, false]) func sharpPicturesInTmuxWherePassthroughAllows(
    isAllowed: Bool
  ) throws {
    let home = try FireflyHome()
    func begin() throws -> TerminalSession {
      let tmux = try start(
        home, [], settings: "set -g allow-passthrough \(isAllowed ? "on" : "off")",
        environment: ["KITTY_WINDOW_ID": "7"], graphics: .kitty)
      try tmux.wait(for: "1 of ")
      return tmux
    }
    var tmux = try begin()
    if isAllowed {
      func waitForPictures() throws {
        try tmux.wait(until: "placeholders") {
          $0.screenText.unicodeScalars.contains("\u{10EEEE}")
        }
      }
      do {
        try waitForPictures()
      } catch {
        // A slow line turns sharp pictures off, and on a busy machine every line is slow: once more.
        try tmux.send("q")
        _ = try tmux.waitForExit()
        tmux = try begin()
        try waitForPictures()
      }
    } else {
      _ = tmux.waitForQuiet(.seconds(1))
    }
    let output = String(decoding: tmux.output.flatMap(\.bytes), as: UTF8.self)
    #expect(output.contains("\u{1B}_Ga=t,f=100") == isAllowed)
    #expect(tmux.screenText.unicodeScalars.contains("\u{10EEEE}") == isAllowed)
    #expect(!tmux.screenText.contains("Gi=31"))
    try tmux.send("q")
    #expect(try tmux.waitForExit() == .code(0))
  }
}

extension FireflyHome {
  /// Tells the tmux server of this home to do something.
  fileprivate func runTmux(_ arguments: String...) throws {
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tmux", "-S", "\(path)/tmux.socket"] + arguments
    try process.run()
    process.waitUntilExit()
  }
}
