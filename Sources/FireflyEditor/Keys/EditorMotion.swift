/// A way to go in a text.
public enum EditorMotion: Hashable, Sendable {
  /// A character back or on.
  case left, right
  /// A row up or down, at the same column where there is one.
  case up, down
  /// To the beginning or the end of a word.
  case wordLeft, wordRight
  /// To the beginning or the end of the row; from there, of the paragraph.
  case rowStart, rowEnd
  /// To the beginning or the end of the paragraph; from there, of the one before or behind.
  case paragraphUp, paragraphDown
  /// To the beginning or the end of the paragraph.
  case paragraphStart, paragraphEnd
  /// To the beginning or the end of the text.
  case textStart, textEnd
  /// As many rows as can be seen.
  case pageUp, pageDown
}
