import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// A post that somebody else changes while one writes, by the real program.
@Suite(.serialized, .ownThreads) struct ConflictTests {
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
    try session.terminal.wait(for: "Someone changed this post while you were editing")
    try session.terminal.wait(for: "cold water")
    try session.terminal.wait(for: "calm water and wind")
    session.terminal.signal(SIGKILL)
    _ = try session.terminal.waitForExit()
    #expect(try home.run(["drafts", "--json"]).output.contains("calm water and wind"))

    session = try FireflySession.start(home: home)
    let terminal = session.terminal
    try terminal.wait(for: "e on “the sea” continues it.")
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

  /// A server that names no versions is read once more before it is written to: what somebody has changed there
  /// by another device is shown, whatever one does with it then.
  @Test(arguments: [
    ("m", "calm water and wind"), ("t", "cold water"), ("b", "calm water and wind"),
  ])
  func onAPlainServer(key: String, kept: String) async throws {
    let server = try await PlainServer()
    let id = server.add("the sea")
    let (here, there) = (try FireflyHome(), try FireflyHome())
    for home in [here, there] { try home.signIn(on: server) }
    func change(_ home: FireflyHome, _ body: String) throws {
      let result = try home.run(
        ["edit", "\(id)", "--body", "-", "--server", server.address], input: body)
      #expect(result.status == 0, "\(result.error)")
    }
    try change(there, "calm water")
    let session = try FireflySession.start(["--server", server.address], home: here)
    let terminal = session.terminal
    try terminal.wait(for: "the sea")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<tab><tab> and wind")
    try terminal.wait(for: "calm water and wind")
    try change(there, "cold water")
    try terminal.send("<c-s>")
    try terminal.wait(for: "Someone changed this post while you were editing")
    try terminal.wait(for: "cold water")
    #expect(server.post(id)?["body"] == "cold water")
    try terminal.send(key)
    if key == "b" {
      // Both stand in the card, and one of them has to go.
      try terminal.wait(for: "Ctrl-S save")
      try terminal.send("<c-s>")
      try terminal.wait(for: "Both versions are still in the text")
      #expect(server.post(id)?["body"] == "cold water")
      terminal.signal(SIGTERM)
      _ = try terminal.waitForExit()
      let drafts = try here.run(["drafts", "--json", "--server", server.address]).output
      #expect(drafts.contains(kept) && drafts.contains("cold water"))
    } else {
      if key == "t" {
        try terminal.wait(for: "Discard your version?")
        try terminal.send("t<right><enter>")
      }
      try terminal.wait(forNo: "Someone changed")
      try terminal.wait(forNo: "Ctrl-S save")
      try terminal.waitForRest()
      #expect(server.post(id)?["body"] == kept)
      #expect(try here.run(["drafts", "--server", server.address]).output == "")
      #expect(try session.quit() == .code(0))
    }
    await server.stop()
  }
}
