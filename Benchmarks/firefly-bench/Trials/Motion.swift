import TerminalHarness

/// What was seen of cards that expand and collapse, or of levels that slide.
struct Motion {
  /// Frames of each motion.
  private(set) var frames: Samples = []
  /// Milliseconds between frames that follow each other.
  private(set) var intervals: Samples = []
  /// The first of them when a card collapses, in milliseconds.
  private(set) var closing: Samples = []
  /// Bytes of each frame.
  private(set) var bytes: Samples = []
  /// Per cent of a core while moving, of each motion.
  private(set) var cpu: Samples = []

  /// Begins without having seen anything.
  init() {}

  /// Expands and collapses the selected card.
  ///
  /// - Throws: `TerminalError` where the program does not read.
  init(expandingIn session: TerminalSession, times: Int) throws {
    // The first expansion measures the text and loads the picture.
    for _ in 0..<2 {
      try session.send("<enter>")
      _ = session.waitForQuiet(.milliseconds(500))
    }
    for _ in 0..<times {
      try watch(session)
      _ = session.waitForQuiet(.milliseconds(500))
      try watch(session, isClosing: true)
      _ = session.waitForQuiet(.milliseconds(500))
    }
  }

  /// Presses a key, and watches what moves.
  ///
  /// - `counts`: whether what is seen counts.
  mutating func watch(
    _ session: TerminalSession, key: String = "<enter>", isClosing: Bool = false,
    counts: Bool = true
  ) throws {
    let count = session.updates.count
    let before = ProcessUsage(session: session.processID)
    let sent = try session.send(key)
    _ = session.waitForQuiet(.milliseconds(150), firstWithin: .seconds(1))
    let after = ProcessUsage(session: session.processID)
    let updates = session.updates.dropFirst(count)
    guard counts, let last = updates.last else { return }
    frames.append(Double(updates.count))
    for (one, next) in zip(updates, updates.dropFirst()) {
      intervals.append((next.end - one.end).milliseconds)
    }
    if isClosing, let first = updates.first, let second = updates.dropFirst().first {
      closing.append((second.end - first.end).milliseconds)
    }
    for update in updates { bytes.append(Double(update.bytes)) }
    cpu.append(after.cpu(since: before) / (last.end - sent) * 100)
  }
}
