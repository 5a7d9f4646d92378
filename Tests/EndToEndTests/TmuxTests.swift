import Foundation
import TerminalHarness
import Testing

private var isTmuxInstalled: Bool {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }
}

/// A look at the program inside tmux, which is a terminal of its own.
@Suite(.serialized, .enabled(if: isTmuxInstalled, "tmux is not installed"))
struct TmuxTests {
  /// Starts a server of its own for one session; it ends with its only program or its terminal.
  private func start(_ home: FireflyHome, _ arguments: [String]) throws -> TerminalSession {
    let settings = "\(home.path)/tmux.conf"
    try """
    set -g exit-unattached on
    set -g default-terminal tmux-256color
    set -g mouse on
    set -g status off
    set -as terminal-features ",xterm-256color:RGB"
    """.write(toFile: settings, atomically: false, encoding: .utf8)
    let command = [FireflyHome.binary, "--no-motion"] + arguments
    return try TerminalSession(
      ["tmux", "-S", "\(home.path)/tmux.socket", "-f", settings, "new-session"] + command,
      environment: home.environment, directory: home.path)
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
}
