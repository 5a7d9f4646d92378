import FireflyCore

/// A short message at the bottom of the list, which expires.
struct Note: Hashable, Sendable {
  /// Default number of seconds for which a note is shown.
  static let duration = 4.0

  var text: String
  /// Whether it reports a failure.
  var isError: Bool
  /// When it expires, in seconds of the monotonic clock.
  var until: Double
  /// The level with which it is removed; nil if it is not about a level.
  var level: LevelID?
  /// Whether it is a question that waits for a key.
  var isQuestion = false
  /// Whether it says that a file of Firefly's own can't be used.
  var isAboutFile = false

  /// Whether the next key ends it: it was there long enough to be read, and does not report a failure.
  func goesWithKey(at now: Double, _ tunables: Tunables) -> Bool {
    !isError && !isQuestion && now >= until - tunables.noteSeconds + Self.readAfter
  }

  /// Seconds after which a note was read.
  private static let readAfter = 1.0

  /// Whether another note gives way to it: that of the action which has met the file.
  func outlasts(_ other: Note) -> Bool { isAboutFile && !other.isError && other.until < until + 1 }
}
