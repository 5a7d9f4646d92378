import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What is read and saved on one machine, on the account's other one.
@Suite(.serialized, .ownThreads) struct SharedMarksTests {
  @Test func machinesOfAnAccountAgree() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let laptop = try server.signIn("ada@example.org")
    server.forgetWhatWasSaid()
    let desk = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    let place = ["--server", server.address]
    let session = try FireflySession.start(place, home: laptop)
    try session.go("", to: "1 of 50+")
    let other = try FireflySession.start(place, home: desk)
    try other.go("", to: "1 of 50+")
    for title in ["first", "second", "third"] {
      let result = try ben.run(["post", "--title", title] + place, input: "words of Ben")
      #expect(result.status == 0, "\(result.error)")
    }
    for terminal in [session.terminal, other.terminal] {
      try terminal.wait(for: "3 new · 4 of")
      try terminal.send("g")
      try terminal.wait(for: "• third")
    }
    // Read and saved here: on the other screen, too, by the server's event.
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "words of Ben")
    try session.terminal.send("s")
    try session.terminal.wait(for: "Saved for later")
    try other.terminal.wait(forNo: "• third")
    try other.terminal.wait(for: "• second")
    try other.terminal.send("<f2>")
    try other.terminal.wait(for: "saved for later")
    // All read there; the end of the program waits for the server.
    try other.terminal.send("<f1>R")
    try other.terminal.wait(for: "Marked 2 posts read.")
    #expect(try other.quit() == .code(0))
    try session.terminal.wait(forNo: "• second")
    #expect(try session.quit() == .code(0))
    // By verbs, and on a third machine that was never there.
    let id = try #require(
      try desk.run(["search", "second", "--fields", "id"] + place).lines.first)
    #expect(try desk.run(["mark", id, "--unread"] + place).status == 0)
    let third = try FireflyHome()
    try third.write(
      String(contentsOfFile: desk.path + "/state/firefly/accounts.json", encoding: .utf8),
      to: "state/firefly/accounts.json")
    for home in [laptop, third] {
      let unread = try home.run(["posts", "--unread", "--fields", "title"] + place)
      #expect(unread.lines == ["second"], "\(unread.error)")
      let saved = try home.run(["posts", "--later", "--fields", "title"] + place)
      #expect(saved.lines == ["third"], "\(saved.error)")
    }
    // Nobody else's.
    #expect(try ben.run(["posts", "--later"] + place).lines == [])
  }

  /// `marks: this machine` tells the server nothing, and asks it nothing.
  @Test func marksCanStayOnAMachine() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let laptop = try server.signIn("ada@example.org")
    server.forgetWhatWasSaid()
    let desk = try server.signIn("ada@example.org")
    try desk.configure("marks: this machine\n")
    let place = ["--server", server.address]
    func unread(_ home: FireflyHome) throws -> Int {
      try home.run(["posts", "--unread", "--all"] + place).lines.count
    }
    _ = try (unread(laptop), unread(desk))
    let ben = try server.signIn("ben@example.org")
    let id = try #require(
      try ben.run(["post", "--title", "new"] + place, input: "words").lines.first)
    #expect(try unread(laptop) == 1 && unread(desk) == 1)
    #expect(try laptop.run(["mark", id, "--read"] + place).status == 0)
    #expect(try unread(laptop) == 0 && unread(desk) == 1)
    #expect(try desk.run(["mark", id, "--saved"] + place).status == 0)
    #expect(try laptop.run(["posts", "--later"] + place).lines == [])
  }
}
