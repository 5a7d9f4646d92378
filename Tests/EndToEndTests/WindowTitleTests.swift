import OwnThreads
import TerminalHarness
import Testing

/// What the program says to the terminal besides its screen.
@Suite(.serialized, .ownThreads) struct WindowTitleTests {
  /// Titles that were given to the window, in order.
  private func titles(_ terminal: TerminalSession) -> [String] {
    let text = String(decoding: terminal.output(since: 0).flatMap(\.bytes), as: UTF8.self)
    return text.matches(of: /\u{1B}\]2;([^\u{1B}]*)\u{1B}\\/).map { String($0.output.1) }
  }

  @Test func theWindowIsCalledAfterWhatIsOpenAndGetsItsTitleBack() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 3))
    let terminal = session.terminal
    #expect(titles(terminal).last == "Firefly: the root")
    try terminal.send("<enter>")
    try terminal.wait(until: "its title") { titles($0).last == "Firefly: card 3" }
    try terminal.send("<enter>")
    try terminal.wait(until: "the list's") { titles($0).last == "Firefly: the root" }
    let count = titles(terminal).count
    try terminal.send("<down><up>")
    _ = terminal.waitForQuiet(.milliseconds(200))
    #expect(titles(terminal).count == count)
    #expect(try session.quit() == .code(0))
    #expect(try !terminal.leftovers().contains("window title"))
  }

  @Test func withoutALocaleItSaysWhyItDrawsInASCII() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["LANG": "", "LC_ALL": ""])
    try session.terminal.wait(for: "LANG is not set")
    #expect(try session.quit() == .code(0))
    let chosen = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["LANG": "C", "LC_ALL": "C"])
    _ = chosen.terminal.waitForQuiet(.milliseconds(300))
    #expect(!chosen.terminal.screenText.contains("LANG"))
    #expect(try chosen.quit() == .code(0))
  }
}
