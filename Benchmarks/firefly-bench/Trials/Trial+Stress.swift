import TerminalHarness

extension Trial {
  /// How many keys come at once.
  private static let flood = 2_000

  /// Writes 2,000 keys at once, from the first item, and looks where they led.
  mutating func measureFlood(_ session: TerminalSession) throws {
    try session.send(contestant.home)
    _ = session.waitForQuiet(.milliseconds(500))
    let count = session.outputCount
    let before = ProcessUsage(session: session.processID)
    let sent = try session.send(contestant.down, times: Self.flood)
    let response = session.waitForQuiet(
      .milliseconds(500), firstWithin: .seconds(10), since: count, limit: .seconds(60))
    let cpu = ProcessUsage(session: session.processID).cpu(since: before)
    set(.floodCPU, cpu.milliseconds)
    set(.flood, response.last.map { ($0 - sent).milliseconds })
    set(.floodExact, contestant.position(session) == Self.flood + 1 ? 1 : 0)
  }

  /// Changes the size forty times between the whole and a third of it, and looks who survives.
  mutating func measureResizes(_ session: TerminalSession) throws {
    let size = Self.size
    let count = session.outputCount
    let start = SuspendingClock.now
    for index in 0..<40 {
      let isWhole = index % 2 == 1
      try session.resize(
        columns: isWhole ? size.columns : size.columns / 3,
        rows: isWhole ? size.rows : size.rows / 3)
      pause(until: .now + .milliseconds(2))
    }
    let response = session.waitForQuiet(
      .milliseconds(500), since: count, limit: .seconds(60))
    set(.resizeSettled, response.last.map { ($0 - start).milliseconds })
    // Alive is who still runs, fills the screen and obeys.
    let later = session.outputCount
    _ = try? session.send(contestant.up)
    let answer = session.waitForQuiet(
      .milliseconds(100), firstWithin: .seconds(2), since: later)
    let isAlive = session.exitStatus == nil && answer.bytes > 0 && Contestant.showsItems(session)
    set(.resizeAlive, isAlive ? 1 : 0)
  }
}
