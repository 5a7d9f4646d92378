import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What a screen reader hears that speaks whatever is written to the terminal, in that order.
@Suite(.serialized, .ownThreads) struct ScreenReaderTests {
  /// What has been written since a moment, without control sequences and blanks.
  private func spoken(_ terminal: TerminalSession, since count: Int) throws -> String {
    let bytes = terminal.output(since: count).flatMap(\.bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let control = /\e\[[0-?]*[ -\/]*[@-~]|\e\].*?(\a|\e\\)|\e[()].|[\u{08}\u{0F}]/
    return text.replacing(control, with: "").filter { !$0.isWhitespace }
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func everyTitleComesFirst(columns: Int, rows: Int) throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 40), environment: ["FIREFLY_SCREEN_READER": "true"],
      size: TerminalSize(columns: columns, rows: rows))
    let terminal = session.terminal
    for number in 2...31 {
      try terminal.waitForRest()
      let before = terminal.outputCount
      try terminal.send("<down>")
      try terminal.wait(for: "\(number) of 40")
      try terminal.waitForRest()
      // The newest is the first one.
      let words = try spoken(terminal, since: before)
      #expect(words.hasPrefix("card\(41 - number)"), "\(words)")
      let drawn = words.unicodeScalars.contains { (0x2500...0x28FF).contains($0.value) }
      #expect(!drawn, "\(words)")
    }
    // Nobody has touched anything: nothing is said.
    let before = terminal.outputCount
    _ = terminal.waitForQuiet(.seconds(3))
    #expect(terminal.outputCount == before)
    #expect(try session.quit() == .code(0))
  }

  /// A list scrolls by pages: a row that is written again is spoken again.
  @Test func aKeySpeaksOneCard() throws {
    let posts = (1...40).map {
      SamplePost(
        title: "a title of some words, number \($0)", summary: "a line that says a little more",
        body: "The text.")
    }
    let session = try FireflySession.start(
      among: posts, environment: ["FIREFLY_SCREEN_READER": "true"])
    let terminal = session.terminal
    try terminal.waitForRest()
    let before = terminal.outputCount
    for number in 2...31 {
      try session.go("<down>", to: "\(number) of 40")
      try terminal.waitForRest()
    }
    let letters = try spoken(terminal, since: before).count
    #expect(letters / 30 <= 120, "\(letters / 30) letters a key")
    #expect(try session.quit() == .code(0))
  }

  @Test func aFilledFieldAndAQuestionAreSpokenAndWordsAreNotCounted() throws {
    let home = try FireflyHome()
    // After a text, keys that type mean nothing for a moment; this one types nothing.
    try home.configure("keys:\n  new: [n, F9]\n")
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), home: home,
      environment: ["FIREFLY_SCREEN_READER": "true"])
    let terminal = session.terminal
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    // A reply begins in its text.
    try terminal.send("<s-tab><s-tab>capsizing<tab>two lessons<tab>let go")
    try terminal.wait(for: "let go")
    try terminal.waitForRest()
    #expect(!terminal.screenText.contains("words"))
    var before = terminal.outputCount
    try terminal.send("<s-tab><s-tab>")
    try terminal.waitForRest()
    let title = try spoken(terminal, since: before)
    #expect(title.contains("capsizing"), "\(title)")
    before = terminal.outputCount
    // What was left is asked for where one begins again.
    try terminal.send("<esc>")
    try terminal.wait(for: "Draft kept.")
    try terminal.waitForRest()
    try terminal.send("<f9>")
    try terminal.wait(for: ", 1 of 2")
    try terminal.waitForRest()
    let words = try spoken(terminal, since: before)
    let question = try #require(words.range(of: "Continueyourdraft"))
    let answer = try #require(words.range(of: ",1of2"))
    #expect(question.upperBound < answer.lowerBound)
    try terminal.send("<right>")
    try terminal.wait(for: ", 2 of 2")
    try terminal.send("<esc>")
    try terminal.wait(forNo: "Continue your draft")
    #expect(try session.quit(by: "<c-c>") == .code(0))
  }
}
