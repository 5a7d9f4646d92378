import FireflyCore
import FireflyEditor

/// What is asked of the dictionary.
public enum SpellingRequest: Hashable, Sendable {
  /// Which words of some texts it doesn't know.
  ///
  /// - `revision`: of what is written, by which the answer is known.
  case check([EditorField: String], revision: Int)
  /// What may have been meant by a word.
  case suggest(MisspeltWord)
  /// To take a word for right from now on.
  case add(String)
}

/// A word that the dictionary doesn't know.
public struct MisspeltWord: Hashable, Sendable {
  /// The word.
  public var text: String
  /// The field it is in.
  public var field: EditorField
  /// Where it is.
  public var range: Range<TextPosition>

  /// A word.
  ///
  /// - `line`: of the field's text, from 0.
  /// - `bytes`: of that line, in UTF-8.
  public init(_ text: String, field: EditorField, line: Int, bytes: Range<Int>) {
    self.text = text
    self.field = field
    range =
      TextPosition(
        paragraph: line, offset: bytes.lowerBound)..<TextPosition(
        paragraph: line, offset: bytes.upperBound)
  }

  init(_ text: String, field: EditorField, _ range: Range<TextPosition>) {
    self.text = text
    self.field = field
    self.range = range
  }
}

/// Something that happened with the spelling of what is written.
public enum SpellingAction: Hashable, Sendable {
  // What the user does.
  /// Words were asked for, in the place of the misspelt one at the caret or the next behind it.
  case suggestionsPressed
  /// The same, for the word at the caret only.
  case caretSuggestionsPressed
  /// A word is to stand in the place of a misspelt one.
  case chosen(MisspeltWord, String)
  /// A word is right.
  case accepted(String)

  // What the dictionary says.
  /// What it doesn't know of the texts of a revision.
  case checked([MisspeltWord], revision: Int)
  /// What may have been meant.
  case suggested([String], MisspeltWord)
  /// It takes a word for right now; and why it won't in the next run, as a sentence, if so.
  case added(complaint: String?)
  /// There is none, and why, as a sentence.
  case missing(String)
}

extension JobID {
  /// Which words are misspelt.
  public static let spelling = JobID.named("spelling")
  /// What may have been meant by one of them.
  public static let suggestions = JobID.named("suggestions")
}
