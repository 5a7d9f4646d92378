import FireflyCore

/// A short note at the foot of the list, which goes away by itself.
struct Note: Hashable, Sendable {
  /// Seconds that a note stays.
  static let duration = 4.0

  /// What it says.
  var text: String
  /// Whether it tells of a failure.
  var isError: Bool
  /// When it goes away, in seconds of the monotonic clock.
  var until: Double
  /// The level that it is about, with which it goes as well; nil if it is about none.
  var level: LevelID?
  /// Whether it asks for a key.
  var isQuestion = false
}
