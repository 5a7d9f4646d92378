import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// A newcomer's profile, on a server of others.
@Suite(.serialized, .ownThreads) struct ProfileTests {
  @Test func aNewcomerWritesTheirProfileAndIsKnownByIt() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("<f3>")
    try terminal.wait(for: "e write your profile")
    #expect(!server.requests.contains { $0.hasSuffix("/profile") })
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("Ada the Sailor<tab>to sail<tab>Words.<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "Ada the Sailor")
    try terminal.wait(until: "its creation") { _ in
      server.requests.contains("POST /api/users/profile/create")
    }
    #expect(!server.requests.contains("POST /api/users/profile/update"))
    // The list is loaded again, and one's own posts have the name.
    try terminal.wait(until: "the list again") { _ in
      server.requests.last { !$0.contains("notifications") } == "GET /api/users/recent"
    }
    try terminal.send("<f1>")
    try terminal.wait(for: "Ada the Sailor · ")
    // A change is a change.
    try terminal.send("i")
    try terminal.wait(for: "e your profile")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<end>!<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "Ada the Sailor!")
    try terminal.wait(until: "its change") { _ in
      server.requests.contains("POST /api/users/profile/update")
    }
    try terminal.wait(forNo: "saving…")
    #expect(try session.quit() == .code(0))
    // Who one is, is known by that name at the next start.
    #expect(try home.run(["whoami", "--server", server.address]).output.contains("Sailor!"))
    await server.stop()
  }
}
