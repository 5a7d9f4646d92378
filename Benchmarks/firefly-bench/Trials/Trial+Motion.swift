import TerminalHarness

extension Trial {
  /// Looks at Firefly's motion: cards that expand, without and with pictures, and levels that slide.
  mutating func measureMotion() throws {
    guard let motion = contestant.motion else { return }
    let session = try open(motion.plain)
    let plain = try Motion(expandingIn: session, times: effort.expansions)
    set(.frames, plain.frames.median)
    set(.frameMedian, plain.intervals.median)
    set(.frame99, plain.intervals.percentile(99))
    set(.longestGap, plain.intervals.maximum)
    set(.motionCPU, plain.cpu.median)
    set(.frameBytes, plain.bytes.median)
    try measureKeysInMotion(session)
    try measureLevels(session)

    let pictures = try Motion(expandingIn: try open(motion.pictures), times: effort.expansions)
    set(.pictureFrames, pictures.frames.median)
    set(.pictureFrame99, pictures.intervals.percentile(99))
    set(.pictureGap, pictures.intervals.maximum)
    set(.pictureClosing, pictures.closing.median)
    set(.pictureCPU, pictures.cpu.median)
    set(.pictureBytes, pictures.bytes.median)
  }

  /// Starts Firefly, and waits for its cards.
  func open(
    _ command: [String], in more: [String: String] = [:], size: TerminalSize = size
  ) throws -> TerminalSession {
    let session = try launch(command, in: more, size: size)
    try session.wait(until: "the cards", timeout: .seconds(60), contestant.isReady)
    _ = session.waitForQuiet(.milliseconds(1_000))
    return session
  }

  /// Turns a card round again and again while it moves.
  private mutating func measureKeysInMotion(_ session: TerminalSession) throws {
    var delays: Samples = []
    for index in 0..<effort.motionKeys {
      let start = try session.send("<enter>")
      // Not in step with the frames: each key falls on another moment between two of them.
      pause(until: start + .microseconds(60_000 + index * 7_300 % 120_000))
      let count = session.outputCount
      let sent = try session.send("<enter>")
      let response = session.waitForQuiet(.milliseconds(150), since: count)
      if let first = response.first { delays.append((first - sent).milliseconds) }
    }
    set(.motionKey95, delays.percentile(95))
  }

  /// Goes down a level and back, after a first time that loads it.
  private mutating func measureLevels(_ session: TerminalSession) throws {
    try session.send(contestant.home)
    _ = session.waitForQuiet(.milliseconds(500))
    var down: Samples = []
    var back: Samples = []
    for round in 0..<6 {
      let into = try firstFrame(after: "<right>", in: session)
      guard session.screenText.contains("grandchild") else { return }
      let out = try firstFrame(after: "<left>", in: session)
      if round > 0, let into, let out {
        down.append(into)
        back.append(out)
      }
    }
    set(.drillIn, down.median)
    set(.drillBack, back.median)
  }

  /// Milliseconds from a key to the end of the first frame after it.
  private func firstFrame(after key: String, in session: TerminalSession) throws -> Double? {
    let count = session.updates.count
    let sent = try session.send(key)
    _ = session.waitForQuiet(.milliseconds(500), firstWithin: .seconds(5))
    return session.updates.dropFirst(count).first.map { ($0.end - sent).milliseconds }
  }
}
