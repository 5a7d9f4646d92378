import Foundation
import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// Unread posts, from one program to the next.
@Suite(.serialized, .ownThreads, .endsServices) struct ReadMarksTests {
  @Test func postsByOthersAreUnreadUntilReadAlsoAfterAKill() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let ada = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    func write(_ title: String) throws {
      let result = try ben.run(
        ["post", "--title", title, "--server", server.address], input: "words of Ben")
      #expect(result.status == 0, "\(result.error)")
    }
    let session = try FireflySession.start(["--server", server.address], home: ada)
    try session.go("", to: "1 of 50+")
    #expect(!session.terminal.screenText.contains("•"))
    for title in ["first", "second", "third"] { try write(title) }
    try session.terminal.wait(for: "3 new · 4 of")
    try session.terminal.send("g")
    try session.terminal.wait(for: "• third")
    try session.terminal.wait(for: "• first")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "words of Ben")
    try session.terminal.wait(forNo: "• third")
    try session.terminal.send("<enter>N")
    try session.terminal.wait(until: "the next one") { $0.screenRows[0].contains("2 of") }
    // The mark is on the disk when other programs see it.
    try session.terminal.wait(until: "the mark of the third") { _ in
      try !ada.run(["posts", "--unread", "--server", server.address]).output.contains("third")
    }
    kill(session.terminal.processID, SIGKILL)
    let again = try FireflySession.start(["--server", server.address], home: ada)
    try again.terminal.wait(for: " new · ")
    _ = try again.settledRows()
    try again.terminal.send("g")
    try again.terminal.wait(for: "• second")
    try again.terminal.wait(for: "• first")
    #expect(!again.terminal.screenText.contains("• third"))
    try again.terminal.send("R")
    try again.terminal.wait(for: "Marked 2 posts read.")
    #expect(!again.terminal.screenText.contains("• second"))
    try again.terminal.send("u")
    try again.terminal.wait(for: "• second")
    #expect(try again.quit() == .code(0))
    let unread = try ada.run(["posts", "--unread", "--server", server.address])
    #expect(unread.lines.map { $0.contains("second") || $0.contains("first") } == [true, true])
    #expect(try ben.run(["posts", "--unread", "--server", server.address]).lines == [])
    // Who answered.
    let own = try ada.run(
      ["post", "--title", "mine", "--server", server.address], input: "a question")
    let reply = try ben.run(
      ["post", "--title", "yours", "--parent", own.lines[0], "--server", server.address],
      input: "an answer")
    #expect(reply.status == 0, "\(reply.error)")
    let answers = try ada.run(["posts", "--to-me", "--server", server.address])
    #expect(answers.lines.count == 1 && answers.output.contains("yours"))
    let third = try FireflySession.start(["--server", server.address], home: ada)
    try third.terminal.wait(for: "1 reply to you")
    try third.terminal.send("A")
    try third.terminal.wait(for: "❮ replies to you")
    try third.terminal.wait(for: "yours")
    try third.terminal.send("<right>")
    try third.terminal.wait(for: "❮ mine")
    #expect(try third.quit() == .code(0))
    // Off.
    try ada.configure("read-marks: false\n")
    let off = try FireflySession.start(["--server", server.address], home: ada)
    try off.terminal.wait(for: "mine")
    #expect(!off.terminal.screenText.contains("•"))
    try off.terminal.send("N")
    try off.terminal.wait(for: "Read marks are off")
    #expect(try off.quit() == .code(0))
  }

  @Test func whatOneWindowMarksTheOtherShows() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let ada = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    let one = try FireflySession.start(["--server", server.address], home: ada)
    try one.terminal.wait(for: "1 of 50+")
    for title in ["first", "second"] {
      let result = try ben.run(
        ["post", "--title", title, "--server", server.address], input: "words")
      #expect(result.status == 0, "\(result.error)")
    }
    try one.terminal.wait(for: "2 new · 3 of")
    let two = try FireflySession.start(["--server", server.address], home: ada)
    try two.terminal.wait(for: "2 new · 3 of")
    for session in [one, two] {
      try session.terminal.send("g")
      try session.terminal.wait(for: "• second")
    }
    try two.terminal.send("R")
    try two.terminal.wait(forNo: "• second")
    try one.terminal.wait(forNo: "• second")
    try one.terminal.wait(forNo: "• first")
    try two.terminal.send("u")
    try one.terminal.wait(for: "• first")
    #expect(try two.quit() == .code(0))
    #expect(try one.quit() == .code(0))
  }

  @Test func whatIsSilencedIsSoInTheShellToo() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let ada = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    func write(_ title: String, below parent: String? = nil) throws -> String {
      let result = try ben.run(
        ["post", "--title", title, "--server", server.address]
          + (parent.map { ["--parent", $0] } ?? []), input: "words")
      return try #require(result.lines.first, "\(result.error)")
    }
    func output(_ command: String, _ words: String...) throws -> String {
      try ada.run([command, "--server", server.address] + words).output
    }
    #expect(try output("posts", "--unread") == "")
    let loud = try write("a loud thread")
    let session = try FireflySession.start(["--server", server.address], home: ada)
    try session.terminal.wait(for: "a loud thread")
    try session.terminal.send("gM<enter>")
    try session.terminal.wait(for: "is silenced: nothing in it is new.")
    #expect(try session.quit() == .code(0))
    let reply = try write("first noise", below: loud)
    _ = try write("second noise", below: reply)
    _ = try write("something else")
    let unread = try output("posts", "--unread")
    #expect(unread.contains("something else") && !unread.contains("noise"), "\(unread)")
    let posts = try output("posts", "--limit", "4").split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)[1]
    }
    #expect(
      posts == [
        "something else", "silenced: second noise", "silenced: first noise",
        "silenced: a loud thread",
      ])
    let found = try output("search", "noise")
    #expect(found.contains("silenced: first noise"), "\(found)")
    // Whoever names it has opened it.
    let opened = try output("posts", "--parent", loud)
    #expect(opened.contains("\tfirst noise\t"), "\(opened)")
  }

  @Test func aServerWithoutExtensionsCountsWhatIsLoaded() async throws {
    let server = try await PlainServer()
    let old = server.add("an old one", by: "ben@example.org")
    let home = try FireflyHome()
    try home.signIn(on: server)
    let first = try FireflySession.start(["--server", server.address], home: home)
    try first.terminal.wait(for: "an old one")
    try first.terminal.waitForRest()
    #expect(!first.terminal.screenText.contains("•"))
    #expect(try first.quit() == .code(0))
    server.add("an answer", by: "ben@example.org", below: old)
    server.add("a new one", by: "ben@example.org")
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "2+ new")
    try session.terminal.send("g")
    try session.terminal.wait(for: "• a new one")
    try session.terminal.wait(for: "1 new below")
    try session.terminal.send("R")
    try session.terminal.wait(for: "Marked 2 posts read.")
    #expect(!session.terminal.screenText.contains("•"))
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["posts", "--unread", "--server", server.address]).lines == [])
    await server.stop()
  }

  @Test func aStoryOfASourceSaysWhatCameSinceItWasOpened() async throws {
    typealias Item = FakeHackerNews.Item
    var story = Item(
      100, by: "grace", title: "A lighthouse", link: "https://example.org/light",
      [Item(101, by: "linus", text: "How bright is it?")])
    let fake = try await FakeHackerNews([story])
    let home = try FireflyHome()
    let first = try FireflySession.start(
      ["hn"], home: home, environment: ["FIREFLY_SOURCE_HN": fake.address])
    try first.terminal.wait(for: "A lighthouse")
    try first.terminal.send("<right>")
    try first.terminal.wait(for: "How bright is it?")
    try first.terminal.waitForRest()
    #expect(!first.terminal.screenText.contains("•"))
    #expect(try first.quit() == .code(0))
    var answer = Item(102, by: "ada", text: "Brighter than the moon.")
    answer.time = Int(Date().timeIntervalSince1970) + 3_600
    story.children[0].children = [answer]
    let later = try await FakeHackerNews([story])
    let environment = ["FIREFLY_SOURCE_HN": later.address]
    let session = try FireflySession.start(["hn"], home: home, environment: environment)
    try session.terminal.wait(for: "2 replies, 1 new")
    try session.terminal.send("N")
    try session.terminal.wait(for: "• ada")
    try session.terminal.wait(for: "Brighter than the moon.")
    // Resting on it for a second reads it.
    try session.terminal.wait(forNo: "• ada")
    try session.terminal.send("<home><left>")
    try session.terminal.wait(forNo: "1 new")
    #expect(try session.quit() == .code(0))
  }
}
