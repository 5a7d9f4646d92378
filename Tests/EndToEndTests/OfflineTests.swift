import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// The lists of the last time, and the place where one was, by the real program on a plain server.
@Suite(.serialized, .ownThreads) struct OfflineTests {
  private func start(
    _ server: PlainServer, _ home: FireflyHome, resumes: Bool = true
  ) throws -> TerminalSession {
    try FireflySession.start(["--server", server.address], home: home, resumes: resumes).terminal
  }

  private func quit(_ terminal: TerminalSession) throws {
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .code(0))
  }

  @Test func theLastTimeIsSeenFirst() async throws {
    let server = try await PlainServer()
    let top = server.add("the oldest")
    server.add("below it", below: top)
    server.add("the newest")
    let home = try FireflyHome()

    var terminal = try start(server, home)
    try terminal.wait(for: "1 of 3")
    try terminal.send("<end>")
    try terminal.wait(for: "3 of 3")
    try terminal.send("<right>")
    try terminal.wait(for: "below it")
    try terminal.wait(for: "1 of 1")
    try quit(terminal)

    // A slow server: what was read stands there before it has answered, and then is as it is now.
    server.delay("/", by: 2)
    server.add("added meanwhile", below: top)
    terminal = try start(server, home)
    try terminal.wait(for: "below it")
    try terminal.wait(for: "as of")
    #expect(!terminal.screenText.contains("added meanwhile"))
    try terminal.wait(for: "added meanwhile")
    try terminal.wait(forNo: "as of")
    #expect(terminal.screenText.contains("below it"))
    server.delay("/", by: 0)
    try terminal.send("<left>")
    try terminal.wait(for: "4 of 4")
    try quit(terminal)

    // No server at all.
    await server.stop()
    terminal = try start(server, home)
    try terminal.wait(for: "the newest")
    try terminal.wait(for: "offline, as of")
    try terminal.wait(for: "4 of 4")
    try terminal.send("<right>")
    try terminal.wait(for: "offline, ")
    try terminal.wait(for: "of 2")
    #expect(terminal.screenText.contains("below it"))
    try terminal.send("<left>")
    try terminal.wait(for: "4 of 4")
    try quit(terminal)

    terminal = try start(server, home, resumes: false)
    try terminal.wait(for: "1 of 4")
    try terminal.wait(for: "offline")
    try quit(terminal)
  }

  /// A way through everything there is, and what is seen after each step of it.
  private static let journey: [(keys: String, words: String)] = [
    ("", "1 of 5"), ("<end>", "5 of 5"), ("<enter>", "Words of the oldest."), ("<right>", "1 of 2"),
    ("<down>", "2 of 2"), ("<enter>", "Words of below it."), ("<right>", "deepest"),
    ("<left>", "2 of 2"), ("<left>", "5 of 5"), ("<f2>", "the search"), ("<right>", "1 of 6"),
    ("<down>", "2 of"), ("<left>", "1 of 1"), ("<f3>", "Ada's profile"), ("<right>", "on a boat"),
    ("<f1>", "5 of 5"), ("<home>", "1 of 5"),
  ]

  /// Wherever on the way the server goes, the rest of it is seen as it was the last time; then it comes back.
  @Test(arguments: 0..<journey.count) func theServerGoesAway(before step: Int) async throws {
    let server = try await PlainServer()
    let top = server.add("the oldest")
    let middle = server.add("below it", below: top)
    server.add("deepest", below: middle)
    server.add("beside it", below: top)
    server.add("the search", template: "query")
    let profile = server.add("Ada's profile", template: "profile")
    server.add("on a boat", below: profile)
    let home = try FireflyHome()
    for away in [nil, step] {
      if away == 0 { await server.stop() }
      let terminal = try start(server, home, resumes: false)
      for (index, (keys, words)) in Self.journey.enumerated() {
        if index == away, index > 0 { await server.stop() }
        if !keys.isEmpty { try terminal.send(keys) }
        try terminal.wait(for: words)
        // While the server is there, it has told all of it before it goes.
        if away.map({ index < $0 }) ?? true { try terminal.wait(forNo: "as of") }
      }
      if away != nil {
        try terminal.send("r")
        try terminal.wait(for: "offline, ")
        #expect(terminal.screenText.contains("on a boat"))
        try await server.resume()
        server.add("written meanwhile")
        try terminal.send("r")
        try terminal.wait(for: "of 6")
        try terminal.wait(forNo: "offline")
      }
      try quit(terminal)
    }
    await server.stop()
  }

  /// What a search found the last time is worth more than what came of it before the server went.
  @Test func aSearchThatBreaksOffLeavesTheLastOne() async throws {
    let server = try await PlainServer()
    for number in 1...6 { server.add("the boat \(number)") }
    server.add("the search", template: "query")
    let home = try FireflyHome()
    for isAway in [false, true] {
      let terminal = try start(server, home, resumes: false)
      try terminal.wait(for: "1 of 6")
      try terminal.send("<f2>")
      try terminal.wait(for: "1 of 1")
      if isAway { server.delay("/api/posts/1", by: 20) }
      let before = server.requests.count
      try terminal.send("<right>")
      if isAway {
        try terminal.wait(until: "the last hit") { _ in
          server.requests.dropFirst(before).contains("GET /api/posts/1")
        }
        await server.stop()
        try terminal.wait(for: "offline, ")
      }
      try terminal.wait(for: "1 of 6")
      #expect(terminal.screenText.contains("the boat 6"))
      try terminal.send("<end>")
      try terminal.wait(for: "the boat 1")
      try terminal.wait(forNo: "searching")
      try quit(terminal)
    }
  }

  @Test func everyEndKeepsThePlace() async throws {
    let server = try await PlainServer()
    for number in 1...3 { server.add("number \(number)") }
    let home = try FireflyHome()
    var place = 1
    for end in [SIGTERM, SIGHUP, SIGINT] {
      let terminal = try start(server, home)
      try terminal.wait(for: "\(place) of 3")
      try terminal.send(place == 1 ? "<down>" : place == 2 ? "<down>" : "<up>")
      place = place == 3 ? 2 : place + 1
      try terminal.wait(for: "\(place) of 3")
      terminal.signal(end)
      _ = try terminal.waitForExit()
    }
    let terminal = try start(server, home)
    try terminal.wait(for: "\(place) of 3")
    try quit(terminal)
  }
}
