import TerminalHarness
import Testing

/// Cards that move, told by the frames the program shows.
@Suite(.serialized) struct MotionTests {
  private static let body = String(
    repeating: "A paragraph of words that fills a line or two of the card.\n\n", count: 4)

  @Test func expandingIsShownInFrames() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 12, body: Self.body), moves: true)
    _ = session.settledRows()
    let count = session.terminal.updates.count
    let sent = try session.terminal.send("<enter>")
    _ = session.settledRows()
    let updates = session.terminal.updates.dropFirst(count)
    // Three tenths of a second at sixty frames; a busy machine may leave many of them out.
    #expect((5...24).contains(updates.count))
    let duration = try #require(updates.last).end - sent
    #expect(duration > .milliseconds(200) && duration < .milliseconds(900))
  }

  @Test func reversingHalfWayEndsWhereItBegan() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 12, body: Self.body), moves: true)
    let compact = session.settledRows()
    try session.terminal.send("<enter>")
    try session.terminal.wait(until: "a card on its way") { $0.screenRows != compact }
    try session.terminal.send("<enter>")
    #expect(session.settledRows() == compact)
  }

  @Test func keysInMotionAreObeyed() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 12), moves: true)
    try session.go("<enter><down><down><enter><down>", to: "4 of 12")
    try session.go("gG", to: "12 of 12")
  }

  @Test func noMotionIsOneFrame() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 12, body: Self.body), moves: false)
    _ = session.settledRows()
    let count = session.terminal.updates.count
    try session.terminal.send("<enter>")
    _ = session.settledRows()
    #expect((1...2).contains(session.terminal.updates.count - count))
  }
}
