import TerminalHarness

extension Trial {
  /// Shows a long thread, walks through it, and folds its first branch.
  mutating func measureThread() throws {
    guard let command = contestant.thread else { return }
    let session = try launch(command)
    try session.wait(until: "the replies", timeout: .seconds(60)) {
      $0.screenText.contains("the fold")
    }
    _ = session.waitForQuiet(.milliseconds(1_000))
    let sent = try session.send("v")
    let shown = try session.wait(until: "the thread") { $0.screenText.contains("│") }
    set(.threadScreen, (shown - sent).milliseconds)
    _ = session.waitForQuiet(.milliseconds(500))
    var keys: Samples = []
    for _ in 0..<effort.keys {
      let count = session.outputCount
      let sent = try session.send(contestant.down)
      let response = session.waitForQuiet(
        .milliseconds(40), firstWithin: .milliseconds(500), since: count)
      if let first = response.first { keys.append((first - sent).milliseconds) }
    }
    set(.threadKey, keys.median)
    // All of it is loaded at its end.
    try session.send("<end>")
    try session.wait(until: "the end", timeout: .seconds(60)) {
      $0.screenText.contains("of 4759 ") || $0.screenText.contains("4759 of 4759")
    }
    try session.send(contestant.home)
    _ = session.waitForQuiet(.milliseconds(500))
    try session.send("}")
    _ = session.waitForQuiet(.milliseconds(500))
    let motion = try Motion(expandingIn: session, times: effort.expansions)
    set(.threadFold, motion.frames.median)
    set(.threadGap, motion.intervals.maximum)
    set(.threadMemory, Double(ProcessUsage(session: session.processID).peakMemory) / 1_000_000)
  }
}
