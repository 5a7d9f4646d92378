// Access to the text for spell checking, menus and external editors.
extension TextEditor {
  /// Number of paragraphs, at least one.
  public var paragraphCount: Int { content.paragraphs.count }

  /// Returns a paragraph, without its line break.
  public func paragraph(_ index: Int) -> String { content.paragraphs[index].text }

  /// The range of the whole text.
  public var wholeRange: Range<TextPosition> { .start..<content.end }

  /// Returns the word that contains a position or ends there; nil if there is none.
  public func word(at position: TextPosition) -> Range<TextPosition>? {
    let place = content.rounded(position)
    let paragraph = content.paragraphs[place.paragraph]
    for offset in [place.offset, paragraph.offset(before: place.offset)]
    where offset < paragraph.count {
      guard WordKind(paragraph.cluster(at: offset)).isWord else { continue }
      let run = paragraph.run(around: offset)
      return TextPosition(
        paragraph: place.paragraph, offset: run.lowerBound)..<TextPosition(
          paragraph: place.paragraph, offset: run.upperBound)
    }
    return nil
  }

  /// Returns the row, from the beginning of the text, and column of a position.
  public func cell(of position: TextPosition) -> (row: Int, column: Int) {
    let caret = Caret(content.rounded(position))
    let row = content.row(of: caret)
    return (row, RowLayout(self, row: row).column(of: caret.position.offset))
  }

  /// Replaces a range as one undo step, and moves the caret behind it.
  ///
  /// - Parameters:
  ///   - range: the range; clipped to the text, as it may come from an older version.
  ///   - text: the new text.
  /// - Returns: the outcome.
  @discardableResult
  public mutating func replace(
    _ range: Range<TextPosition>, with text: String
  ) -> EditorOutcome {
    select(from: range.lowerBound, to: range.upperBound)
    guard text.isEmpty else { return apply(.commit(text)) }
    var outcome = EditorOutcome()
    if caret.selection != nil { outcome = apply(.erase(.left)) }
    return outcome
  }
}
