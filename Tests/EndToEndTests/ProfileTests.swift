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
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("Ada the Sailor<tab>to sail<tab>Words.<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "Ada the Sailor")
    try terminal.wait(until: "its creation") { _ in
      server.requests.contains("POST /api/users/profile/create")
    }
    #expect(!server.requests.contains("POST /api/users/profile/update"))
    #expect(!server.requests.contains { $0.hasPrefix("GET /api/users/ada") })
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

  /// Asking for others' profiles would make blank ones in their names.
  @Test func readingCreatesNoProfile() async throws {
    let server = try await PlainServer(users: ["ben@example.org": "Ben Marsh"])
    server.add("a post of Ben's", by: "ben@example.org")
    let session = try FireflySession.start(
      ["--server", server.address], home: try FireflyHome())
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("p")
    try terminal.wait(for: "No profile yet")
    #expect(server.titles == ["a post of Ben's"])
    #expect(!server.requests.contains { $0.hasPrefix("GET /api/users/ben") })
    server.add("Ben", by: "ben@example.org", template: "profile")
    try terminal.send("r")
    try terminal.wait(for: "About Ben.")
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// Somebody has asked for it, so that it can't be created any more.
  @Test func aBlankProfileIsChanged() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("<f3>")
    try terminal.wait(for: "e write your profile")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    server.makeBlankProfile(of: "ada@example.org")
    try terminal.send("<c-u>Ada the Sailor<tab>to sail<tab>Words.<c-s>")
    try terminal.wait(until: "its change") { _ in
      server.requests.contains("POST /api/users/profile/update")
    }
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "Ada the Sailor")
    #expect(server.texts.last?["title"] == "Ada the Sailor")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["drafts", "--server", server.address]).output == "")
    await server.stop()
  }

  /// That server skips empty fields: the text stays in the editor, and it is said.
  @Test func aClearedSummaryThatComesBackIsSaid() async throws {
    let server = try await PlainServer()
    server.add("Ada", below: -1, template: "profile")
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "F3")
    try terminal.send("<f3>")
    try terminal.wait(for: "About Ada.")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<tab><c-a><c-k><c-s>")
    try terminal.wait(for: "This server kept the old summary")
    try terminal.wait(for: "Ctrl-S save")
    // It is a draft as long as it isn't what the server has.
    try terminal.send("new<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(until: "the new one") { _ in server.texts.last?["summary"] == "new" }
    // No key counts before the answer has come.
    try terminal.wait(for: "e your profile")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["drafts", "--server", server.address]).output == "")
    await server.stop()
  }
}
