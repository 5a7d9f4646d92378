import OwnThreads
import TerminalHarness
import Testing

/// Reading a tree with the arrow keys, by the real program.
@Suite(.serialized, .ownThreads) struct BrowsingTests {
  @Test func startShowsTheFieldGuide() throws {
    let session = try FireflySession.start()
    try session.terminal.wait(matching: #"1 of \d\d"#)
    let screen = session.terminal.screenText
    for word in ["F1", "posts", "F2", "searches", "F3", "users", "help"] {
      #expect(screen.contains(word))
    }
    #expect(session.terminal.isOnAlternateScreen)
    #expect(!session.terminal.isCursorVisible)
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers().isEmpty)
  }

  @Test func scrolling() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 40))
    let top = try session.settledRows()
    try session.terminal.send("<down>", times: 20)
    try session.go("", to: "21 of 40")
    try session.go("<up>k", to: "19 of 40")
    try session.go("<end>", to: "40 of 40")
    try session.go("j", to: "40 of 40")
    try session.go("g", to: "1 of 40")
    #expect(try session.settledRows() == top)
    try session.terminal.send("<pgdn>")
    try session.terminal.wait(forNo: "1 of 40")
    try session.terminal.send("<pgup>")
    try session.terminal.wait(for: "1 of 40")
    #expect(try session.settledRows() == top)
  }

  @Test func threeLevelsDownAndBackToTheSameRows() throws {
    let deep = SamplePost.numbered(
      "third", 9,
      children: nil)
    let middle = SamplePost.numbered("second", 9, children: deep)
    let session = try FireflySession.start(
      among: SamplePost.numbered("first", 12, children: middle))
    try session.go("<down>", to: "2 of 12")
    try session.terminal.send("<down>", times: 5)
    try session.go("", to: "7 of 12")
    let first = try session.settledRows()

    try session.terminal.send("<right>")
    try session.terminal.wait(matching: #"❮ .*first \d+"#)
    try session.terminal.wait(for: "1 of 9")
    try session.go("<down><down><down><down>", to: "5 of 9")
    let second = try session.settledRows()

    try session.terminal.send("<right>")
    try session.terminal.wait(matching: #"❮ .*second \d"#)
    try session.terminal.wait(for: "third")
    try session.go("<down>", to: "2 of 9")
    #expect(try session.settledRows()[0].contains("second"))

    try session.go("<left>", to: "5 of 9")
    #expect(try session.settledRows() == second)
    try session.go("<left>", to: "7 of 12")
    #expect(try session.settledRows() == first)
  }

  @Test func explorersKeepTheirPlaces() throws {
    let session = try FireflySession.start()
    try session.terminal.wait(matching: #"1 of \d\d"#)
    try session.terminal.send("<down><down><down>")
    try session.terminal.wait(matching: #"4 of \d\d"#)
    let posts = try session.settledRows()
    try session.terminal.send("<f3>")
    try session.terminal.wait(matching: #"(^|\D)1 of \d"#)
    try session.terminal.send("<down>")
    try session.terminal.wait(matching: #"(^|\D)2 of \d"#)
    let users = try session.settledRows()
    #expect(users != posts)
    try session.terminal.send("<f1>")
    try session.terminal.wait(matching: #"(^|\D)4 of \d\d"#)
    #expect(try session.settledRows() == posts)
    try session.terminal.send("3")
    try session.terminal.wait(matching: #"(^|\D)2 of \d"#)
    #expect(try session.settledRows() == users)
  }

  @Test func expandingShowsTheBodyAndCollapsingHidesIt() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 5, body: "The body says *unmistakably* more."))
    let compact = try session.settledRows()
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "unmistakably")
    try session.terminal.send("<enter>")
    try session.terminal.wait(forNo: "unmistakably")
    #expect(try session.settledRows() == compact)
  }

  @Test func helpListsTheKeys() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 3))
    let before = try session.settledRows()
    try session.terminal.send("?")
    try session.terminal.wait(for: "next post")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "next post")
    #expect(try session.settledRows() == before)
  }

  @Test func titlesWithControlsAreHarmless() throws {
    let title = "\u{1B}]0;owned\u{7}\u{1B}[31mred\u{9B}5m \u{202E}txt 日本🧭"
    let session = try FireflySession.start(
      among: [SamplePost(title: title, body: "b"), SamplePost(title: "plain", body: "b")])
    let screen = try session.settledRows().joined()
    #expect(screen.contains("日本🧭"))
    #expect(!screen.contains("\u{202E}"))
    let output = session.terminal.output.flatMap(\.bytes)
    #expect(!String(decoding: output, as: UTF8.self).contains("]0;owned"))
  }

  /// Also among cards that are alike: ncurses would rather move rows about.
  @Test func movingTheSelectionTakesFewBytes() throws {
    let size = TerminalSize(columns: 120, rows: 40)
    let session = try FireflySession.start(among: SamplePost.numbered("card", 40), size: size)
    _ = try session.settledRows()
    for key in ["<down>", "<down>", "<down>", "<up>", "<up>"] {
      let count = session.terminal.outputCount
      try session.terminal.send(key)
      let response = session.terminal.waitForQuiet(
        .milliseconds(150), firstWithin: .seconds(2), since: count)
      #expect((1...400).contains(response.bytes))
    }
  }
}
