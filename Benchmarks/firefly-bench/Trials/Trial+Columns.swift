import TerminalHarness

extension Trial {
  /// Looks at a wide screen: keys in one and in three columns, and a slide between levels in three.
  mutating func measureColumns() throws {
    guard let motion = contestant.motion else { return }
    let wide = TerminalSize(columns: 200, rows: 60)
    let one = try open(motion.plain, in: ["FIREFLY_COLUMNS": "one"], size: wide)
    let three = try open(motion.plain, size: wide)
    var (alone, beside): (Samples, Samples) = ([], [])
    for _ in 0..<effort.keys {
      try alone.append(keyDelay(one))
      try beside.append(keyDelay(three))
    }
    set(.wideKey, alone.median)
    set(.columnsKey, beside.median)
    try measureSlides(three)
  }

  /// Presses a key; returns the milliseconds to the first byte after it.
  func keyDelay(_ session: TerminalSession) throws -> Double {
    let count = session.outputCount
    let sent = try session.send(contestant.down)
    let response = session.waitForQuiet(
      .milliseconds(40), firstWithin: .milliseconds(500), since: count)
    return response.first.map { ($0 - sent).milliseconds } ?? 500
  }

  /// Goes down a level and back, after a first time that loads it.
  private mutating func measureSlides(_ session: TerminalSession) throws {
    try session.send(contestant.home)
    _ = session.waitForQuiet(.milliseconds(500))
    var slides = Motion()
    for round in 0..<effort.expansions {
      for key in ["<right>", "<left>"] {
        try slides.watch(session, key: key, counts: round > 0)
        _ = session.waitForQuiet(.milliseconds(500))
      }
    }
    set(.columnsFrames, slides.frames.median)
    set(.columnsFrameMedian, slides.intervals.median)
    set(.columnsFrame99, slides.intervals.percentile(99))
    set(.columnsCPU, slides.cpu.median)
    set(.columnsBytes, slides.bytes.median)
  }
}
