/// What is known of the spelling of what is written.
struct SpellingState: Hashable, Sendable {
  /// When the dictionary is to be asked, in seconds of the monotonic clock; nil if it has been.
  private(set) var dueAt: Double?
  /// The revision that it was asked about and has not answered for yet.
  private var asked: Int?
  /// Whether words were asked for before it has answered.
  private(set) var wantsSuggestions = false
  /// Why there is no dictionary, as a sentence.
  private(set) var complaint: String?

  /// Whether the dictionary has not answered for all that is written.
  var isBehind: Bool { complaint == nil && (dueAt != nil || asked != nil) }

  /// The words have changed: the dictionary is to be asked.
  ///
  /// - `due`: when, in seconds of the monotonic clock.
  mutating func changed(language: Settings.Spelling, due: Double) {
    dueAt = complaint == nil && language != .none ? due : nil
  }

  /// Words are wanted as soon as it is known which are misspelt.
  mutating func requestSuggestions(at now: Double) {
    wantsSuggestions = true
    dueAt = now
  }

  /// Whether the time to ask has come; it is over then.
  mutating func isDue(at now: Double, for revision: Int) -> Bool {
    guard let dueAt, now >= dueAt else { return false }
    self.dueAt = nil
    asked = revision
    return true
  }

  /// The dictionary has answered.
  ///
  /// - Returns: whether words were asked for meanwhile.
  mutating func checked(_ revision: Int) -> Bool {
    guard asked == revision else { return false }
    asked = nil
    defer { wantsSuggestions = false }
    return wantsSuggestions
  }

  /// There is no dictionary.
  ///
  /// - Returns: whether words were asked for meanwhile.
  mutating func dictionaryMissing(_ complaint: String) -> Bool {
    self.complaint = complaint
    (dueAt, asked) = (nil, nil)
    defer { wantsSuggestions = false }
    return wantsSuggestions
  }
}
