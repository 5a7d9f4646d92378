import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Moving, deleting and undoing both by keys, by the real program.
@Suite(.serialized, .ownThreads) struct MovingTests {
  /// On a server without our extensions, which moves posts in its own way.
  @Test func movesOnAPlainServer() async throws {
    let server = try await PlainServer()
    let (one, other) = (server.add("first"), server.add("second"))
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 2")
    try terminal.send("m")
    try terminal.wait(for: "Moving “second”")
    #expect(server.parent(of: other) == nil)
    try terminal.send("<down>m")
    try terminal.wait(for: "Moved under “first”. u undoes it.")
    #expect(server.parent(of: other) == one)
    try terminal.send("u")
    try terminal.wait(for: "Moved back.")
    #expect(server.parent(of: other) == nil)
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  @Test func movesAndUndoes() throws {
    let home = try FireflyHome()
    for title in ["first", "second"] {
      #expect(try home.run(["post", "--title", title], input: "words").status == 0)
    }
    let session = try FireflySession.start(home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    // Taken up, and put below the other one: + becomes the sign that leads there.
    try terminal.send("m")
    try terminal.wait(for: "Moving “second”")
    try terminal.send("<down>m")
    try terminal.wait(for: "Moved under “first”. u undoes it.")
    try terminal.send("<right>")
    try terminal.wait(for: "1 of 1")
    try terminal.wait(for: "second")
    // Into its own branch it doesn't go; at the root it does.
    try terminal.send("m<left>m")
    try terminal.wait(for: "It is already there.")
    try terminal.send("<esc>")
    try terminal.wait(forNo: "It is already there.")
    try terminal.send("<esc><right>d")
    try terminal.wait(for: "Delete “second”?")
    try terminal.send("<right><enter>")
    try terminal.wait(for: "Deleted. u undoes it.")
    #expect(try !home.run(["posts"]).output.contains("second"))
    try terminal.send("u")
    try terminal.wait(for: "“second” is restored.")
    try terminal.wait(for: "1 of 1")
    try terminal.send("u")
    try terminal.wait(for: "Moved back.")
    try terminal.waitForRest()
    let exported = try home.run(["export", "--flat"]).lines
    #expect(exported.contains { $0.contains("\"second\"") && !$0.contains("\"parent_id\":1") })
    #expect(exported.count { $0.contains("\"second\"") } == 1)
    #expect(try session.quit() == .code(0))
  }

  @Test func aPlainServerMovesNothing() async throws {
    let server = try await PlainServer(reparents: false)
    let home = try FireflyHome()
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "No posts yet")
    try terminal.send("n")
    try session.signIn(on: server)
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("fog<tab>white<tab>and thick<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "1 of 1")
    try terminal.send("m")
    try terminal.wait(for: "This server can't move posts.")
    try terminal.send("<esc>")
    try terminal.wait(forNo: "This server can't move posts.")
    try terminal.send("d<right><enter>")
    try terminal.wait(for: "Deleted.")
    #expect(!terminal.screenText.contains("undoes"))
    try terminal.send("u")
    try terminal.wait(for: "There is nothing to undo.")
    #expect(server.titles == [])
    #expect(try session.quit() == .code(0))
    await server.stop()
  }
}
