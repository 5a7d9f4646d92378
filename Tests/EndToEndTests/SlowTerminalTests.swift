import TerminalHarness
import Testing

/// Motion on a line that takes 200 KB a second: frames are left out, never queued.
@Suite(.serialized) struct SlowTerminalTests {
  private func start() throws -> FireflySession {
    var posts = SamplePost.numbered("card", 8, body: "The body says unmistakably more.")
    for index in posts.indices { posts[index].imageURL = "/uploads/meadow.jpg" }
    let session = try FireflySession.start(
      among: posts, size: TerminalSize(columns: 120, rows: 40), moves: true,
      bytesPerSecond: 200_000)
    _ = session.terminal.waitForQuiet(.milliseconds(700))
    return session
  }

  @Test func theEndOfAMotionComesInTime() throws {
    let session = try start()
    let count = session.terminal.outputCount
    let sent = try session.terminal.send("<enter>")
    let shown = try session.terminal.wait(for: "unmistakably")
    let rest = session.terminal.waitForQuiet(.milliseconds(500), since: count)
    let last = try #require(rest.last)
    // 0.3 s and the time of a frame or two; sixty frames a second of them would take many seconds.
    #expect(shown - sent < .milliseconds(800))
    #expect(last - sent < .milliseconds(1_500))
    #expect(rest.bytes < 500_000)
    #expect(session.terminal.screenText.contains("unmistakably"))
  }

  @Test func aKeyIsObeyedBehindASlowFrame() throws {
    let session = try start()
    let before = session.settledRows()
    try session.terminal.send(" ")
    try session.terminal.wait(until: "a card on its way") { $0.screenRows != before }
    let sent = try session.terminal.send(" <down>")
    let shown = try session.terminal.wait(for: "2 of 8")
    #expect(shown - sent < .milliseconds(800))
    try session.terminal.wait(forNo: "unmistakably")
  }
}
