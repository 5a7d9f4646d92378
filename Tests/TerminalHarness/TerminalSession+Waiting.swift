import Glibc

extension TerminalSession {
  /// Waits until the screen meets a condition; never looks inside a synchronised update.
  ///
  /// - `what`: What is waited for, in words, for the error.
  /// - `condition`: Asked anew after every output, and now and then: it may be about something else.
  /// - Returns: When the output that met it was read; the start of waiting if it was met already.
  /// - Throws: `TerminalError.timedOut`, or `TerminalError.ended`, with the screen.
  @discardableResult
  package func wait(
    until what: String, timeout: Duration = .seconds(30),
    _ condition: (TerminalSession) throws -> Bool
  ) throws -> SuspendingClock.Instant {
    let start = SuspendingClock.now
    let deadline = start + timeout
    var met = start
    while true {
      let count = log.count
      let hasEnded = log.hasEnded
      catchUp()
      if !scanner.isUpdating || hasEnded, try condition(self) { return met }
      if hasEnded { throw TerminalError.ended(what, screen: screenText) }
      if SuspendingClock.now >= deadline {
        throw TerminalError.timedOut(what, screen: screenText)
      }
      log.wait(beyond: count, until: min(deadline, .now + .milliseconds(50)))
      met = log.chunk(at: count)?.time ?? met
    }
  }

  /// Waits until a text is on the screen; `\n` stands between rows.
  ///
  /// - Returns: When the output that brought it was read.
  /// - Throws: `TerminalError.timedOut`, or `TerminalError.ended`, with the screen.
  @discardableResult
  package func wait(
    for text: String, timeout: Duration = .seconds(30)
  ) throws -> SuspendingClock.Instant {
    try wait(until: "“\(text)”", timeout: timeout) { $0.screenText.contains(text) }
  }

  /// Waits until a text is gone from the screen.
  ///
  /// - Throws: `TerminalError.timedOut`, or `TerminalError.ended`, with the screen.
  package func wait(forNo text: String, timeout: Duration = .seconds(30)) throws {
    try wait(until: "no “\(text)”", timeout: timeout) { !$0.screenText.contains(text) }
  }

  /// Waits until the screen's text has a match of a regular expression.
  ///
  /// - Returns: When the output that brought it was read.
  /// - Throws: `TerminalError.timedOut`, or `TerminalError.ended`, with the screen; the regular
  ///   expression's own error if it makes no sense.
  @discardableResult
  package func wait(
    matching pattern: String, timeout: Duration = .seconds(30)
  ) throws -> SuspendingClock.Instant {
    let expression = try Regex(pattern)
    return try wait(until: "a match of \(pattern)", timeout: timeout) {
      try expression.firstMatch(in: $0.screenText) != nil
    }
  }

  /// What came out of the program after something was done to it.
  package struct Response: Sendable {
    /// When the first output was read; nil if there was none.
    package let first: SuspendingClock.Instant?
    /// When the last output before the silence was read.
    package let last: SuspendingClock.Instant?
    /// How many bytes came.
    package let bytes: Int
  }

  /// Waits until the program has written nothing for a while; nothing is emulated meanwhile.
  ///
  /// - Parameters:
  ///   - quiet: How long the silence must be.
  ///   - firstWithin: How long to wait for the first output; the same as `quiet` unless told.
  ///   - count: How many chunks there were before, to count from there.
  ///   - limit: When to give up waiting for a silence.
  /// - Returns: what was written meanwhile.
  package func waitForQuiet(
    _ quiet: Duration = .milliseconds(100), firstWithin: Duration? = nil, since count: Int? = nil,
    limit: Duration = .seconds(30)
  ) -> Response {
    let start = SuspendingClock.now
    let before = count ?? log.count
    var seen = before
    while !log.hasEnded, SuspendingClock.now < start + limit {
      let newest = log.last(from: seen)?.time
      seen = log.count
      let last = newest ?? log.last(from: before)?.time
      let silence = last.map { $0 + quiet } ?? start + (firstWithin ?? quiet)
      log.wait(beyond: seen, until: min(silence, start + limit))
      if log.count == seen { break }
    }
    let chunks = log.chunks(from: before)
    return Response(
      first: chunks.first?.time, last: chunks.last?.time,
      bytes: chunks.reduce(0) { $0 + $1.bytes.count })
  }

  /// Waits until the program sleeps and has done nothing for a while: neither written nor woken up.
  ///
  /// Unlike silence alone this is no guess on a busy machine: who waits for a processor doesn't sleep.
  ///
  /// - `rest`: how long it must have done nothing.
  /// - Throws: `TerminalError.timedOut` with the screen, if it never rests.
  package func waitForRest(
    _ rest: Duration = .milliseconds(200), timeout: Duration = .seconds(30)
  ) throws {
    let deadline = SuspendingClock.now + timeout
    var since = SuspendingClock.now
    var known = (log.count, ProcessActivity(of: processID))
    while SuspendingClock.now < deadline {
      // Answers what it asks of the terminal.
      catchUp()
      log.wait(beyond: known.0, until: min(deadline, .now + .milliseconds(20)))
      let now = (log.count, ProcessActivity(of: processID))
      if log.hasEnded { return catchUp() }
      if now != known || !now.1.isAsleep {
        since = .now
        known = now
      } else if SuspendingClock.now >= since + rest {
        return catchUp()
      }
    }
    throw TerminalError.timedOut("the program to rest", screen: screenText)
  }

  /// Waits until the program itself has been stopped: only what has stopped can be continued.
  ///
  /// - Throws: `TerminalError.timedOut`, or `TerminalError.ended`, with the screen.
  package func waitForStop(timeout: Duration = .seconds(30)) throws {
    let deadline = SuspendingClock.now + timeout
    while !child.isStopped {
      if exitStatus != nil { throw TerminalError.ended("a stop", screen: screenText) }
      if SuspendingClock.now >= deadline {
        throw TerminalError.timedOut("a stop", screen: screenText)
      }
      // No output comes with it.
      usleep(1_000)
    }
  }

  /// Waits until the program has ended and its last output is shown.
  ///
  /// - Returns: How it ended.
  /// - Throws: `TerminalError.timedOut` with the screen.
  @discardableResult
  package func waitForExit(timeout: Duration = .seconds(30)) throws -> TerminationStatus {
    let deadline = SuspendingClock.now + timeout
    while true {
      if let status = exitStatus {
        // What it wrote last may still be on its way; its own children may never stop writing.
        while !log.hasEnded, SuspendingClock.now < deadline {
          let count = log.count
          log.wait(beyond: count, until: min(deadline, .now + .milliseconds(200)))
          if log.count == count { break }
        }
        catchUp()
        return status
      }
      let count = log.count
      guard SuspendingClock.now < deadline else {
        throw TerminalError.timedOut("the program to end", screen: screenText)
      }
      catchUp()
      // The terminal may be closed a moment before the program is gone; then waiting is polling.
      if log.hasEnded { usleep(1_000) }
      log.wait(beyond: count, until: min(deadline, .now + .milliseconds(5)))
    }
  }
}
