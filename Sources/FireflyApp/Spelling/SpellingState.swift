/// The state of the spelling check.
struct SpellingState: Hashable, Sendable {
  /// When the next check is due, in seconds of the monotonic clock; nil if none is.
  private(set) var dueAt: Double?
  /// The revision being checked; nil if there is none.
  private var asked: Int?
  /// Whether suggestions were requested before the check was complete.
  private(set) var wantsSuggestions = false
  /// Why there is no dictionary, as a sentence.
  private(set) var complaint: String?
  /// The words that are left as they are in this text.
  var ignored: Set<String> = []

  /// Whether the latest text has not been checked.
  var isBehind: Bool { complaint == nil && (dueAt != nil || asked != nil) }

  /// Schedules a check after a change of the text.
  ///
  /// - Parameters:
  ///   - language: the configured language.
  ///   - due: when to check, in seconds of the monotonic clock.
  mutating func changed(language: Settings.Spelling, due: Double) {
    dueAt = complaint == nil && language != .none ? due : nil
  }

  /// Requests suggestions as soon as the text has been checked.
  mutating func requestSuggestions(at now: Double) {
    wantsSuggestions = true
    dueAt = now
  }

  /// Whether a check is due; starts it.
  mutating func isDue(at now: Double, for revision: Int) -> Bool {
    guard let dueAt, now >= dueAt else { return false }
    self.dueAt = nil
    asked = revision
    return true
  }

  /// Handles a completed check.
  ///
  /// - Returns: whether suggestions were requested meanwhile.
  mutating func checked(_ revision: Int) -> Bool {
    guard asked == revision else { return false }
    asked = nil
    defer { wantsSuggestions = false }
    return wantsSuggestions
  }

  /// Handles a missing dictionary.
  ///
  /// - Returns: whether suggestions were requested meanwhile.
  mutating func dictionaryMissing(_ complaint: String) -> Bool {
    self.complaint = complaint
    (dueAt, asked) = (nil, nil)
    defer { wantsSuggestions = false }
    return wantsSuggestions
  }
}
