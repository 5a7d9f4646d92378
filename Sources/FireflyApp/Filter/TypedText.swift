/// How much of a typed text to erase.
public enum TextErasure: Hashable, Sendable {
  /// The last character.
  case character
  /// The last word.
  case word
  /// All of it.
  case everything
}

/// A short text that is typed and erased at its end: of find, and of filters.
struct TypedText: Hashable, Sendable {
  /// Maximum number of characters.
  static let maximumLength = 200

  /// The text.
  private(set) var text = ""

  /// Appends text without line breaks, up to the maximum length.
  mutating func append(_ more: String) {
    text += more.filter { !$0.isNewline }.prefix(Self.maximumLength - text.count)
  }

  /// Erases the end of the text, if there is one.
  mutating func erase(_ erasure: TextErasure) {
    switch erasure {
    case .character: text = String(text.dropLast())
    case .everything: text = ""
    case .word:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    }
  }
}
