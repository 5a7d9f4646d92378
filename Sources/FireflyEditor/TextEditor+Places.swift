// For those who look at the text: what is misspelt, where a menu opens, what another program made of it.
extension TextEditor {
  /// How many paragraphs there are, at least one.
  public var paragraphCount: Int { content.paragraphs.count }

  /// A paragraph, without the line break at its end.
  public func paragraph(_ index: Int) -> String { content.paragraphs[index].text }

  /// From the beginning to the end of the text.
  public var wholeRange: Range<TextPosition> { .start..<content.end }

  /// The word in which a place is, or which ends there; nil where there is none.
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

  /// The row, from the first of the text, and the column at which a place is drawn.
  public func cell(of position: TextPosition) -> (row: Int, column: Int) {
    let caret = Caret(content.rounded(position))
    let row = content.row(of: caret)
    return (row, RowLayout(self, row: row).column(of: caret.position.offset))
  }

  /// Puts another text in the place of a range, as one step; the caret stands behind it then.
  ///
  /// - `range`: of this text; what lies beyond it, as places of an older one may, is left out.
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
