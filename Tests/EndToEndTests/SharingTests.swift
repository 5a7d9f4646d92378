import Foundation
import TerminalHarness
import Testing

/// What leaves the program: links, the clipboard; and what is pasted into it.
@Suite(.serialized) struct SharingTests {
  @Test func linksAreOpenedInTheBrowser() throws {
    let home = try FireflyHome()
    let program = "\(home.path)/browser"
    try """
    #!/bin/sh
    printf '%s\\n' "$@" > "\(home.path)/asking"
    mv "\(home.path)/asking" "\(home.path)/asked"
    """.write(toFile: program, atomically: false, encoding: .utf8)
    chmod(program, 0o700)
    let link = "https://example.org/a?b=1&c='d';$(id)"
    let id = try home.add(
      SamplePost(
        title: "the root",
        children: [SamplePost(title: "card", body: "See [the page](<\(link)>), please.")]))
    let session = try FireflySession.start(
      ["--post", id], home: home, environment: ["BROWSER": program])
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "please")
    try session.terminal.send("o")
    try session.terminal.wait(for: "Opened https://example.org/a")
    let deadline = SuspendingClock.now + .seconds(10)
    while !FileManager.default.fileExists(atPath: "\(home.path)/asked"), .now < deadline {
      usleep(5_000)
    }
    #expect(try String(contentsOfFile: "\(home.path)/asked", encoding: .utf8) == link + "\n")
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
    #expect(!session.settledRows().contains { $0.contains("grandchild") })
  }
}
