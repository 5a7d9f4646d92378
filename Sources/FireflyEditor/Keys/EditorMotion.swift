/// A motion of the caret.
package enum EditorMotion: Hashable, Sendable {
  /// By a character.
  case left, right
  /// By a row, in the preferred column.
  case up, down
  /// To the beginning or the end of a word.
  case wordLeft, wordRight
  /// To the beginning or the end of the row; from there, of the paragraph.
  case rowStart, rowEnd
  /// To the beginning or the end of the paragraph; from there, of the previous or next one.
  case paragraphUp, paragraphDown
  /// To the beginning or the end of the paragraph.
  case paragraphStart, paragraphEnd
  /// To the beginning or the end of the text.
  case textStart, textEnd
  /// By the visible number of rows.
  case pageUp, pageDown
}
