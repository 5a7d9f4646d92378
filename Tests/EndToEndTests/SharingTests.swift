import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What leaves the program: links, the clipboard; and what is pasted into it.
@Suite(.serialized, .ownThreads) struct SharingTests {
  /// Starts on a single card with that body, expands it and waits for its last word.
  private func start(body: String, endingIn word: String) throws -> FireflySession {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", children: [SamplePost(title: "card", body: body)]))
    let session = try FireflySession.start(
      ["--post", id], home: home, environment: ["BROWSER": home.browser()])
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: word)
    return session
  }

  /// A link to a post at the top level without replies; the place is the same after a restart.
  @Test func aLinkToAnotherPostShowsIt() throws {
    let home = try FireflyHome()
    try home.write(
      #"{"posts":[{"id":1,"title":"the boat","body":"All of its text."},"#
        + #"{"id":2,"title":"the harbour","body":"See [a boat](post:1)."}]}"#, to: "posts.json")
    let imported = try home.run(["import", "posts.json"])
    #expect(imported.status == 0)
    var session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "the harbour")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "See a boat[1].")
    try session.terminal.send("o")
    try session.terminal.wait(until: "the post alone") {
      $0.screenText.contains("❮ the boat") && $0.screenText.contains("All of its text.")
    }
    #expect(try session.quit() == .code(0))
    session = try FireflySession.start(home: home, resumes: true)
    try session.terminal.wait(for: "All of its text.")
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "See a boat[1].")
    #expect(try session.quit() == .code(0))
  }

  @Test func linksAreOpenedInTheBrowser() throws {
    let link = "https://example.org/a?b=1&c='d';$(id)"
    let session = try start(body: "See [the page](<\(link)>), please.", endingIn: "please")
    try session.terminal.send("o")
    try session.terminal.wait(for: "Opened https://example.org/a")
    #expect(try session.home.asked() == link + "\n")
  }

  @Test func aClickOnALinkOpensItAndThePostStaysOpen() throws {
    let session = try start(
      body: "See ![a cat](https://pics.example/cat.png), please.", endingIn: "please")
    let rows = try session.settledRows()
    let row = try #require(rows.firstIndex { $0.contains("▣ a cat[1]") })
    let place = try #require(rows[row].range(of: "cat"))
    try session.terminal.click(rows[row][..<place.lowerBound].count, row)
    try session.terminal.wait(for: "Opened https://pics.example/cat.png")
    #expect(try session.home.asked() == "https://pics.example/cat.png\n")
    #expect(session.terminal.screenText.contains("▣ a cat[1]"))
  }

  @Test func theTwelfthLinkHasItsNumber() throws {
    let links = (1...12).map { "- [page](https://example.org/\($0))" }
    let session = try start(body: links.joined(separator: "\n"), endingIn: "page[12]")
    try session.terminal.send("o")
    try session.terminal.wait(for: "Press its number, 1 to 12.")
    try session.terminal.send("1")
    try session.terminal.wait(for: "1_ Enter opens https://example.org/1")
    try session.terminal.send("2")
    try session.terminal.wait(for: "Opened https://example.org/12")
    #expect(try session.home.asked() == "https://example.org/12\n")
  }

  @Test func copyingIsOSC52() throws {
    let session = try FireflySession.start(
      among: [SamplePost(title: "card 🧭", summary: "summary", body: "The *body*.")])
    try session.terminal.send("y")
    try session.terminal.wait(for: "Copied “card")
    let text = "card 🧭\n\nsummary\n\nThe *body*."
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    let output = session.terminal.output.flatMap(\.bytes)
    #expect(String(decoding: output, as: UTF8.self).contains(sequence))
  }

  @Test func aBrowserThatFailsIsNotSaidToHaveOpened() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(
        title: "the root",
        children: [SamplePost(title: "card", body: "See <https://example.org/a> please")]))
    let session = try FireflySession.start(
      ["--post", id], home: home, environment: ["BROWSER": "false"])
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "please")
    try session.terminal.send("o")
    try session.terminal.wait(for: "false could not open it (exit code 1).")
    #expect(!session.terminal.screenText.contains("Opened"))
  }

  @Test func aBrowserOfTheTerminalIsUsedInIt() throws {
    let home = try FireflyHome()
    try """
    #!/bin/sh
    printf 'page of %s, then a key: ' "$1"
    stty -icanon -echo
    key=$(dd bs=1 count=1 2>/dev/null)
    [ "$key" = x ]
    """.write(toFile: "\(home.path)/w3m", atomically: false, encoding: .utf8)
    chmod("\(home.path)/w3m", 0o700)
    let id = try home.add(
      SamplePost(
        title: "the root",
        children: [SamplePost(title: "card", body: "See <https://example.org/a> please")]))
    let session = try FireflySession.start(
      ["--post", id], home: home, environment: ["BROWSER": "/nowhere/none:\(home.path)/w3m"])
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("<enter>")
    try terminal.wait(for: "please")
    for (key, note) in [("x", "Opened https"), ("y", "w3m could not open it (exit code 1).")] {
      try terminal.send("o")
      try terminal.wait(for: "page of https://example.org/a, then a key:")
      #expect(!terminal.isOnAlternateScreen)
      try terminal.send(key)
      try terminal.wait(for: note)
      #expect(terminal.isOnAlternateScreen && terminal.screenText.contains("please"))
    }
    try terminal.send("o")
    try terminal.wait(until: "the browser") { !$0.isOnAlternateScreen }
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signal(SIGTERM))
    #expect(try terminal.leftovers() == [])
  }

  @Test(arguments: [
    ("xterm-256color", 240_000, "Copied only the first 74 of 240 kB: terminals accept no more."),
    ("linux", 20, "This terminal has no clipboard."),
  ])
  func onlyWhatWasCopiedIsSaidToBe(type: String, length: Int, note: String) throws {
    let body = String(repeating: "words ", count: length / 6)
    let session = try FireflySession.start(
      among: [SamplePost(title: "card", body: body)], environment: ["TERM": type])
    try session.terminal.send("y")
    try session.terminal.wait(for: note)
    let output = String(decoding: session.terminal.output.flatMap(\.bytes), as: UTF8.self)
    #expect(output.contains("\u{1B}]52;") == (type != "linux"))
  }

  @Test func pastingIntoFind() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 30) + [SamplePost(title: "the needle", body: "b")])
    try session.terminal.send("/")
    try session.terminal.paste("nee\u{1B}[31mdle\n")
    try session.terminal.wait(until: "the needle") {
      $0.screenRows.dropFirst().contains { $0.contains("the needle") }
    }
  }

  @Test func pastedTextIsNoKeys() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 9))
    try session.terminal.paste("jjjjq")
    try session.go("j", to: "2 of 9")
    #expect(session.terminal.exitStatus == nil)
  }

  @Test func aDragOfTwoColumnsIsNone() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 4, children: SamplePost.numbered("grandchild", 3)))
    let row = try #require(session.settledRows().firstIndex { $0.contains("summary") })
    try session.terminal.mouse(.press, 30, row)
    try session.terminal.mouse(.move, 29, row)
    try session.terminal.mouse(.move, 28, row)
    try session.terminal.mouse(.release, 28, row)
    #expect(try !session.settledRows().contains { $0.contains("grandchild") })
  }
}
