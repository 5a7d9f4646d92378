import FireflyEditor

/// How much of a typed text to erase.
package enum TextErasure: Hashable, Sendable {
  /// The last character.
  case character
  /// The last word.
  case word
  /// All of it.
  case everything
}

/// A short text that is typed and erased at its end: of find, and of filters.
struct TypedText: Hashable, Sendable {
  static let maximumLength = 200

  private(set) var text = ""

  /// Appends text without line breaks, up to the maximum length.
  mutating func append(_ more: String) {
    text += more.filter { !$0.isNewline }.prefix(Self.maximumLength - text.count)
  }

  /// Erases the end of the text, if there is one, as the editor does.
  mutating func erase(_ erasure: TextErasure) {
    var editor = TextEditor(text, mode: .line, width: Self.maximumLength)
    switch erasure {
    case .character: editor.apply(.erase(.left))
    case .word: editor.apply(.kill(.wordLeft))
    case .everything: editor.apply(.kill(.textStart))
    }
    text = editor.text
  }
}
