import FireflyScreen

/// Finds pasted text among keys, for terminals that don't mark it, and for programs that type.
///
/// Nobody types so much at once: lines of text that arrive together are pasted, and inserted as they
/// are.
enum TypedBurst {
  /// Minimum number of characters.
  private static let minimum = 32
  /// Number of characters that are a paste even if they have a single line break.
  private static let many = 100
  /// Number of line breaks in fewer characters.
  private static let breaks = 3

  /// Replaces the keys of pasted lines by a paste.
  ///
  /// - Parameter events: the events that arrived together.
  static func joined(_ events: [ScreenEvent]) -> [ScreenEvent] {
    guard events.count >= minimum else { return events }
    var joined: [ScreenEvent] = []
    var text = ""
    var breaks = 0
    var start = 0
    func close(at end: Int) {
      let isPaste = text.count >= minimum && breaks >= (text.count >= many ? 1 : Self.breaks)
      joined += isPaste ? [.paste(text)] : Array(events[start..<end])
    }
    for (index, event) in events.enumerated() {
      if let character = character(of: event, isAfterBreak: breaks > 0) {
        text.append(character)
        if character == "\n" { breaks += 1 }
        continue
      }
      close(at: index)
      joined.append(event)
      (text, breaks, start) = ("", 0, index + 1)
    }
    close(at: events.count)
    return joined
  }

  /// The character that a key inserts; nil for other events.
  ///
  /// Tab is text in later lines only; before, it goes to the next field.
  private static func character(of event: ScreenEvent, isAfterBreak: Bool) -> Character? {
    guard case .key(let key) = event else { return nil }
    switch key {
    case .enter: return "\n"
    case .tab: return isAfterBreak ? "\t" : nil
    default: return key.typed
    }
  }
}
