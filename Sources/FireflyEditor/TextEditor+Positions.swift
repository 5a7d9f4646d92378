// Positions in the text, and changes from outside: of the spelling check and of completions.
extension TextEditor {
  /// The text of the caret's paragraph before the caret.
  package var textBeforeCaret: String {
    content.text(in: content.start(of: caret.position.paragraph)..<caret.position)
  }

  /// The range of the whole text.
  package var wholeRange: Range<TextPosition> { .start..<content.end }

  /// Returns the row, from the beginning of the text, and column of a position.
  package func cell(of position: TextPosition) -> (row: Int, column: Int) {
    let caret = Caret(content.rounded(position))
    let row = content.row(of: caret)
    return (row, RowLayout(self, row: row).column(of: caret.position.offset))
  }

  /// Replaces a range as one undo step, and moves the caret behind it.
  ///
  /// - Parameters:
  ///   - range: the range; clipped to the text, as it may come from an older version.
  ///   - text: the new text.
  @discardableResult
  package mutating func replace(
    _ range: Range<TextPosition>, with text: String
  ) -> EditorOutcome {
    select(from: range.lowerBound, to: range.upperBound)
    guard text.isEmpty else { return apply(.commit(text)) }
    return caret.selection == nil ? EditorOutcome() : apply(.erase(.left))
  }
}
