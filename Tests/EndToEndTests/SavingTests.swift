import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Saving while the server is silent, away, or no longer knows the user: no word is lost, no post is
/// made twice, and what is not sure is said so.
@Suite(.serialized, .ownThreads) struct SavingTests {
  /// The bodies of the drafts on the disk.
  private func drafts(of home: FireflyHome) throws -> [StoredDraft] {
    try StoredDraft.all(in: home)
  }

  /// Starts on a plain server among the children of a post, of which there is one.
  private func start(_ server: PlainServer, _ home: FireflyHome) throws -> TerminalSession {
    try home.signIn(on: server)
    let terminal = try FireflySession.start(
      ["--server", server.address, "--post", "1"], home: home
    )
    .terminal
    try terminal.wait(for: "1 of 1")
    return terminal
  }

  /// How the program ends while a save is on its way.
  enum End: CaseIterable {
    case kill, terminate, hangUp, quit

    func happen(to terminal: TerminalSession) throws {
      switch self {
      case .kill: terminal.signal(SIGKILL)
      case .terminate: terminal.signal(SIGTERM)
      case .hangUp: terminal.signal(SIGHUP)
      case .quit:
        try terminal.send("q")
        try terminal.wait(for: "still being saved")
        try terminal.send("q")
      }
      _ = try terminal.waitForExit()
    }
  }

  @Test(arguments: End.allCases) func draftIsWrittenBeforeItIsSent(end: End) async throws {
    let server = try await PlainServer()
    server.add("the child", below: server.add("the parent"))
    let home = try FireflyHome()
    let terminal = try start(server, home)
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    server.delay("/api/posts/2", by: 30)
    try terminal.send("<tab><tab>")
    try terminal.wait(for: "Words of the child.")
    func requests() -> Int { server.requests.count { $0.hasSuffix("/api/posts/2") } }
    let before = requests()
    try terminal.send(" typed at the last moment<c-s>")
    try terminal.wait(for: "saving…")
    // The draft is written before the request.
    if end == .kill {
      try terminal.wait(until: "the request") { _ in
        requests() > before
      }
    }
    try end.happen(to: terminal)
    #expect(try drafts(of: home).map(\.body) == ["Words of the child. typed at the last moment"])
    await server.stop()
  }

  /// Save, a lost answer, a word more, a save while the server is away, a save when it is back.
  @Test func anOutageMakesNoSecondPost() async throws {
    let server = try await PlainServer()
    server.add("the child", below: server.add("the parent"))
    let home = try FireflyHome()
    let terminal = try start(server, home)
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<s-tab><s-tab>fog<tab>of today<tab>grey")
    server.loseAnswers(after: 0)
    server.fail("/api/posts/1/children")
    try terminal.send("<c-s>")
    try terminal.wait(for: "Saving could not be confirmed.")
    #expect(server.titles.filter { $0 == "fog" }.count == 1)
    await server.stop()
    for word in [" and", " thick"] {
      try terminal.send(word)
      try terminal.wait(for: word)
      try terminal.send("<c-s>")
      // The note of the attempt before may stand there still.
      try terminal.waitForRest()
      try terminal.wait(for: "Saving could not be confirmed. Can't reach")
    }
    server.fail("/api/posts/1/children", false)
    try await server.resume()
    try terminal.send("<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    #expect(server.titles.filter { $0 == "fog" }.count == 1)
    #expect(server.post(3)?["body"] == "grey and thick")
    #expect(try drafts(of: home).isEmpty)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .code(0))
    await server.stop()
  }

  /// A delete whose answer is lost is looked for, and what is not sure is not said to be.
  @Test func aLostDeleteIsLookedFor() async throws {
    let server = try await PlainServer()
    let parent = server.add("the parent")
    server.add("the child", below: parent)
    let home = try FireflyHome()
    let terminal = try start(server, home)
    server.fail("/api/posts/2")
    try terminal.send("d")
    try terminal.wait(for: "Delete “the child”?")
    // The server fails before it deletes anything, and can't be asked.
    try terminal.send("<right><enter>")
    try terminal.wait(for: "Deleting could not be confirmed.")
    try terminal.wait(for: "1 of 1")
    server.fail("/api/posts/2", false)
    server.loseAnswers(after: 0)
    try terminal.send("d")
    try terminal.wait(for: "Delete “the child”?")
    try terminal.send("<right><enter>")
    try terminal.wait(for: "Deleted.")
    #expect(server.titles == ["the parent"])
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .code(0))
    await server.stop()
  }

  /// The device was signed out meanwhile: the code is asked for, and then what was written is saved.
  @Test func savingGoesOnAfterSigningInAgain() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    let home = try FireflyHome()
    let (email, place) = ("ada@example.org", ["--server", server.address])
    _ = try home.run(["login", email] + place)
    let code = try server.waitForCode(of: email)
    #expect(try home.run(["login", email, "--code", code] + place).status == 0)
    let session = try FireflySession.start(place, home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("written while signed out")
    let device = try #require(try home.run(["devices"] + place).output.split(separator: "\t").first)
    #expect(try home.run(["devices", "--revoke", String(device)] + place).status == 0)
    try terminal.send("<c-s>")
    try terminal.wait(for: "You are no longer signed in to 127.0.0.1:")
    #expect(try drafts(of: home).map(\.title) == ["written while signed out"])
    server.forgetWhatWasSaid()
    try terminal.send("<enter>")
    try terminal.wait(for: "Enter the 4-digit code for \(email)")
    try terminal.send(try server.waitForCode(of: email))
    try terminal.wait(forNo: "Enter the 4-digit code")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    let posts = try house.run(["export", "--flat"]).lines
    #expect(posts.filter { $0.contains("written while signed out") }.count == 1)
    #expect(try drafts(of: home).isEmpty)
    #expect(try session.quit() == .code(0))
  }
}

/// A draft on the disk, as far as tests of saving read it.
struct StoredDraft: Decodable {
  let title: String
  let summary: String
  let body: String

  /// Waits until a draft on the disk has a text: it survives a sudden end from then on.
  static func wait(for text: String, in home: FireflyHome, of terminal: TerminalSession) throws {
    try terminal.wait(until: "a draft of “\(text)”") { _ in
      // A file may be replaced meanwhile.
      let drafts = (try? all(in: home)) ?? []
      return drafts.contains { draft in
        [draft.title, draft.summary, draft.body].contains { $0.contains(text) }
      }
    }
  }

  /// All drafts of a home.
  static func all(in home: FireflyHome) throws -> [StoredDraft] {
    let folder = home.path + "/state/firefly/drafts"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(".json") }.compactMap { name in
      // One that was saved meanwhile is no draft any more.
      try FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        try JSONDecoder().decode(Self.self, from: $0)
      }
    }
  }
}
