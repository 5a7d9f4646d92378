import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// One journey by keys and by the automation port: what one does, the other does too, on our server and on
/// a plain one.
@Suite(.serialized, .ownThreads) struct JourneyTests {
  enum Server: String, CaseIterable { case own, plain }

  /// What drives the program: its keys, or the port.
  private struct Driver {
    let session: FireflySession
    /// Nil for the keys.
    var port: Int?
    /// The screen after each step.
    var screens: [String] = []

    var terminal: TerminalSession { session.terminal }

    /// Presses keys, or asks the port, and waits for words.
    mutating func go(_ keys: String, _ requests: [LocalRequest], until words: String) throws {
      if let port {
        for request in requests {
          let response = try request.send(to: port)
          #expect(response.status == 200, "\(request.target): \(response.body)")
        }
      } else {
        try terminal.send(keys)
      }
      try terminal.wait(for: words)
      try terminal.waitForRest(.milliseconds(40))
      // Each journey has a server with a port of its own.
      screens.append(terminal.screenText.replacing(/127\.0\.0\.1:[0-9]+/, with: "the server"))
    }

    /// The post that is selected.
    func selected(_ port: Int) throws -> Int? {
      let state = try LocalRequest("GET", "/state").send(to: port).json()
      let list = state["list"] as? [String: Any]
      return (list?["selected"] as? [String: Any])?["id"] as? Int
    }

    mutating func select(_ title: String) throws {
      let id = title.replacing(" ", with: "%20")
      try go(
        "/\(title)<enter><esc>", [LocalRequest("GET", "/trigger/scroll-to-\(id)?settled")],
        until: title)
    }

    /// Taps something; `ID` in its name is the number of the selected post.
    mutating func tap(_ keys: String, _ id: String, until words: String) throws {
      var id = id
      if let port, let number = try selected(port) { id = id.replacing("ID", with: "\(number)") }
      try go(keys, [LocalRequest("POST", "/test/tap?id=\(id)&settled")], until: words)
    }

    mutating func write(_ text: String, in field: String, _ keys: String) throws {
      let words = text.replacing(" ", with: "%20")
      try go(
        text + keys, [LocalRequest("POST", "/test/set-text?id=editor-\(field)&text=\(words)")],
        until: text)
    }
  }

  /// The screens of the whole journey.
  private func journey(_ arguments: [String], _ home: FireflyHome, byPort: Bool) throws -> [String]
  {
    // Wide enough for all hints of the edit row, which can be pressed.
    let session = try FireflySession.start(
      arguments + ["--automation", "0"], home: home, size: TerminalSize(columns: 120, rows: 30))
    try session.terminal.wait(matching: "http://127[.]0[.]0[.]1:[0-9]+")
    let match = session.terminal.screenText.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/)
    let port = try #require(match.flatMap { Int($0.1) })
    try session.terminal.wait(forNo: "http://127.0.0.1:\(port)")
    var driver = Driver(session: session, port: byPort ? port : nil)
    try driver.select("the tree")
    try driver.tap("<enter>", "card-ID", until: "Words of the tree.")
    try driver.tap("<right>", "navigate-to-children-ID", until: "of 2")
    try driver.select("the left branch")
    try driver.tap("<enter>", "card-ID", until: "Words of the left branch.")
    try driver.tap("<enter>", "card-ID", until: "of 2")
    try driver.select("the right branch")
    try driver.tap("<right>", "navigate-to-children-ID", until: "Ctrl-S save")
    try driver.write("At length.", in: "body", "")
    try driver.tap("<s-tab>", "editor-previous-field", until: "Summary")
    try driver.write("in short", in: "summary", "<s-tab>")
    try driver.write("a leaf", in: "title", "")
    try driver.tap("<c-s>", "editor-save", until: "1 of 1")
    try driver.tap("e", "edit", until: "Ctrl-S save")
    try driver.tap("<esc>", "editor-cancel", until: "1 of 1")
    try driver.tap("<left>", "back", until: "of 2")
    try driver.tap("<left>", "back", until: "the tree")
    try driver.tap("<f2>", "toolbar-search", until: "the search")
    try driver.tap("<right>", "navigate-to-children-ID", until: "❮ the search")
    try driver.tap("<left>", "back", until: "1 of 1")
    try driver.tap("<f3>", "toolbar-users", until: "recent users")
    try driver.tap("?", "toolbar-help", until: "F1")
    try driver.tap("<esc>", "close", until: "recent users")
    try driver.tap("<f1>", "toolbar-makepost", until: "the tree")
    #expect(try session.quit() == .code(0))
    return driver.screens
  }

  private func prepare(_ home: FireflyHome) throws {
    let branches = ["the left branch", "the right branch"].map {
      SamplePost(title: $0, summary: "s", body: "Words of \($0).")
    }
    _ = try home.add(SamplePost(title: "the tree", body: "Words of the tree.", children: branches))
    let query = try home.run(
      ["post", "--template", "query", "--title", "the search", "--summary", "branch"], input: "s")
    #expect(query.status == 0, "\(query.error)")
  }

  private func plain(_ home: FireflyHome) async throws -> PlainServer {
    let server = try await PlainServer()
    let tree = server.add("the tree")
    server.add("the left branch", below: tree)
    server.add("the right branch", below: tree)
    server.add("the search", template: "query")
    try home.signIn(on: server)
    return server
  }

  /// Leaves out the time that posts of today have, and what stands beside the title while keys are in it.
  private static func comparable(_ screen: String) -> String {
    screen.replacing(/\d\d:\d\d/, with: "")
      .replacing(#/ +(Tab summary|below:).*/#, with: "")
  }

  @Test(arguments: Server.allCases) func byKeysAndByThePort(_ kind: Server) async throws {
    var journeys: [[String]] = []
    for byPort in [false, true] {
      let home = try FireflyHome()
      try home.configure("tunables: {note-seconds: 0.5}")
      switch kind {
      case .own:
        try prepare(home)
        journeys.append(try journey([], home, byPort: byPort))
      case .plain:
        let server = try await plain(home)
        journeys.append(try journey(["--server", server.address], home, byPort: byPort))
        #expect(server.titles.last == "a leaf")
        await server.stop()
      }
    }
    for (index, (one, other)) in zip(journeys[0], journeys[1]).enumerated() {
      #expect(Self.comparable(one) == Self.comparable(other), "step \(index)")
    }
    #expect(journeys[0].count == journeys[1].count)
  }
}
