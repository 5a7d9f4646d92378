import FireflyCore
import FireflyEditor

/// A request to the dictionary.
package enum SpellingRequest: Hashable, Sendable {
  /// Find the misspelt words of some texts.
  ///
  /// - Parameter revision: identifies the response.
  case check([EditorField: String], revision: Int)
  /// Suggest words for a misspelt one.
  case suggest(MisspeltWord)
  /// Add a word.
  case add(String)
}

/// A misspelt word.
package struct MisspeltWord: Hashable, Sendable {
  /// The word.
  package var text: String
  /// The field.
  package var field: EditorField
  /// The range in the field.
  package var range: Range<TextPosition>
}

extension MisspeltWord {
  /// Creates a word.
  ///
  /// - Parameters:
  ///   - line: the line in the field, from 0.
  ///   - bytes: the range in that line, in bytes of UTF-8.
  package init(_ text: String, field: EditorField, line: Int, bytes: Range<Int>) {
    let start = TextPosition(paragraph: line, offset: bytes.lowerBound)
    let end = TextPosition(paragraph: line, offset: bytes.upperBound)
    self.init(text: text, field: field, range: start..<end)
  }
}

/// An event of the spelling check.
package enum SpellingAction: Hashable, Sendable {
  // User input.
  /// Suggestions were requested for the misspelt word at the caret, or the next one.
  case suggestionsPressed
  /// Suggestions were requested for the word at the caret only.
  case caretSuggestionsPressed
  /// A suggestion was chosen.
  case chosen(MisspeltWord, String)
  /// Leaving a word as it is, in this text, was requested.
  case ignored(String)
  /// Adding a word to the dictionary was requested.
  case accepted(String)

  // Responses.
  /// The misspelt words of a revision.
  case checked([MisspeltWord], revision: Int)
  /// Suggestions for a word.
  case suggested([String], MisspeltWord)
  /// A word was added; the reason if it could not be stored for the next run.
  case added(complaint: String?)
  /// There is no dictionary; the reason, as a sentence.
  case missing(String)
}

extension JobID {
  /// Finding misspelt words.
  package static let spelling = JobID.named("spelling")
  /// Loading suggestions.
  package static let suggestions = JobID.named("suggestions")
}
