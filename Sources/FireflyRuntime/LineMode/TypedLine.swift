/// A line of input: typed, or a part of a paste, which is never a command.
struct TypedLine: Equatable {
  /// The text, without the marks of a paste.
  var text: String
  /// Whether something in it was pasted.
  var isPasted = false
  /// Whether it ends within a paste, so that Enter was not pressed.
  var goesOn = false
  /// The character set in which it has bytes that are no letters; nil for none.
  var unreadable: String?

  /// Whether it only asks, or moves, so that who quits needs no answer.
  var canBeDropped: Bool {
    !isPasted
      && ["", ".", "where", "again", "?", "r", "up", "down", "next", "previous", "esc"]
        .contains(text.trimmed.lowercased())
  }
}

/// Tells what was pasted from what was typed: terminals mark it, if they are asked to.
struct PasteReader {
  /// What asks a terminal to mark what is pasted, and what asks it to stop.
  static let (on, off) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  private static let (start, end) = ("\u{1B}[200~", "\u{1B}[201~")
  private var isPasting = false

  /// Returns a line without the marks in it.
  mutating func read(_ line: String) -> TypedLine {
    guard isPasting || line.contains("\u{1B}") else { return TypedLine(text: line) }
    var (result, rest) = (TypedLine(text: ""), line[...])
    func add(_ words: Substring) {
      result.text += words
      if isPasting, !words.isEmpty { result.isPasted = true }
    }
    while let mark = rest.firstRange(of: isPasting ? Self.end : Self.start) {
      add(rest[..<mark.lowerBound])
      isPasting.toggle()
      rest = rest[mark.upperBound...]
    }
    add(rest)
    result.goesOn = isPasting
    if isPasting { result.isPasted = true }
    return result
  }
}
