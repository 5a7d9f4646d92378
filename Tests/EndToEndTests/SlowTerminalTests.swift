import OwnThreads
import TerminalHarness
import Testing

/// Motion on a line that takes 200 KB a second: frames are left out, never queued.
///
/// Told by the bytes, which are the time that such a line takes, whatever else the machine does.
@Suite(.serialized, .ownThreads) struct SlowTerminalTests {
  private func start() throws -> FireflySession {
    var posts = SamplePost.numbered("card", 8, body: "The body says unmistakably more.")
    for index in posts.indices { posts[index].imageURL = "/uploads/meadow.jpg" }
    let session = try FireflySession.start(
      among: posts, size: TerminalSize(columns: 120, rows: 40), moves: true,
      bytesPerSecond: 200_000)
    try session.terminal.waitForRest(.milliseconds(700))
    return session
  }

  private func bytes(of session: FireflySession, since count: Int) -> Int {
    session.terminal.output(since: count).reduce(0) { $0 + $1.bytes.count }
  }

  @Test func theEndOfAMotionComesInTime() throws {
    let session = try start()
    let count = session.terminal.outputCount
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "unmistakably")
    try session.terminal.waitForRest()
    // 0.3 s and the time of a frame or two; sixty frames a second of them would take many seconds.
    #expect(bytes(of: session, since: count) < 300_000)
    #expect(session.terminal.screenText.contains("unmistakably"))
  }

  @Test func aKeyIsObeyedBehindASlowFrame() throws {
    let session = try start()
    let before = try session.settledRows()
    try session.terminal.send("<enter>")
    try session.terminal.wait(until: "a card on its way") { $0.screenRows != before }
    let count = session.terminal.outputCount
    try session.terminal.send("<enter>")
    try session.terminal.wait(until: "the card is closed again") { $0.screenRows == before }
    #expect(bytes(of: session, since: count) < 300_000)
  }
}
