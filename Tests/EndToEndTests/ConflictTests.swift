import Foundation
import TerminalHarness
import Testing

/// A post that somebody else changes while one writes, by the real program.
@Suite(.serialized) struct ConflictTests {
  /// Both are shown, nothing is lost by kill -9 meanwhile, and one's own replaces the other at last.
  @Test func bothAreShownAndNothingIsLost() throws {
    let home = try FireflyHome()
    let id = try #require(
      try home.run(["post", "--title", "the sea", "--summary", "short"], input: "calm water")
        .lines.first)
    var session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "the sea")
    try session.terminal.send("e")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("<tab><tab> and wind")
    try session.terminal.wait(for: "calm water and wind")
    _ = try home.run(["edit", id, "--body", "-"], input: "cold water")
    try session.terminal.send("<c-s>")
    try session.terminal.wait(for: "It has changed on the server since you began")
    try session.terminal.wait(for: "cold water")
    try session.terminal.wait(for: "calm water and wind")
    session.terminal.signal(SIGKILL)
    _ = try session.terminal.waitForExit()
    #expect(try home.run(["drafts", "--json"]).output.contains("calm water and wind"))

    session = try FireflySession.start(home: home)
    let terminal = session.terminal
    try terminal.wait(for: "e on “the sea” goes on")
    try terminal.send("e")
    try terminal.wait(for: "calm water and wind")
    try terminal.send("<c-s>")
    try terminal.wait(for: "Body on the server")
    try terminal.send("<esc>")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<c-s>")
    try terminal.wait(for: "Body on the server")
    try terminal.send("m")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    #expect(try home.run(["export", "--flat"]).output.contains("calm water and wind"))
    #expect(try home.run(["drafts"]).output == "")
    #expect(try session.quit() == .code(0))
  }
}
