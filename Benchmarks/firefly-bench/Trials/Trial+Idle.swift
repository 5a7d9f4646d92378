import TerminalHarness

extension Trial {
  /// Does nothing for a while, and counts what the program does all the same; scaled to 10 seconds.
  ///
  /// Begins after a rest, in which time limits of the last requests run out.
  mutating func measureIdle(_ session: TerminalSession) {
    pause(until: SuspendingClock.now + .seconds(8))
    let before = ProcessUsage(session: session.processID)
    let count = session.outputCount
    let start = SuspendingClock.now
    pause(until: start + effort.idle)
    let scale = Duration.seconds(10) / (SuspendingClock.now - start)
    let after = ProcessUsage(session: session.processID)
    let bytes = session.output(since: count).reduce(0) { $0 + $1.bytes.count }
    set(.idleWakeUps, Double(after.wakeUps(since: before)) * scale)
    set(.idleBytes, Double(bytes) * scale)
  }
}
