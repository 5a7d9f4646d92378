import OwnThreads
import TerminalHarness
import Testing

/// The notification of a reply, in a terminal that rings the bell.
@Suite(.serialized, .ownThreads) struct NotificationTests {
  @Test(arguments: [true, false])
  func aReplyRingsWhileTheWindowIsInTheBackground(isOn: Bool) throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let ada = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    let own = try ada.run(
      ["post", "--title", "mine", "--server", server.address], input: "a question")
    func reply() throws {
      let result = try ben.run(
        ["post", "--title", "yours", "--parent", own.lines[0], "--server", server.address],
        input: "an answer")
      #expect(result.status == 0, "\(result.error)")
    }
    try ada.configure("notify: \(isOn)\n")
    let session = try FireflySession.start(["--server", server.address], home: ada)
    let terminal = session.terminal
    func bells() -> Int { terminal.output.flatMap(\.bytes).count { $0 == 0x07 } }
    try terminal.wait(for: "mine")
    try terminal.waitForRest()
    var before = bells()
    try reply()
    try terminal.wait(for: "1 reply to you")
    #expect(bells() == before)
    // The window loses the focus.
    try terminal.send("\u{1B}[O")
    try terminal.waitForRest()
    before = bells()
    try reply()
    try terminal.wait(for: "2 replies to you")
    try terminal.waitForRest()
    #expect((bells() > before) == isOn)
    #expect(try session.quit() == .code(0))
  }
}
