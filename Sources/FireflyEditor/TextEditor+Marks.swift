// Marks on parts of the text, such as misspelt words.
extension TextEditor {
  /// Marks parts of the text, replacing all earlier marks.
  ///
  /// Marks move with the text until it is changed inside of them.
  /// - Parameter ranges: the ranges in order, without overlaps.
  package mutating func mark(_ ranges: [Range<TextPosition>]) { marks = ranges }

  /// Returns the mark that contains or touches a position; nil if there is none.
  package func mark(at position: TextPosition) -> Range<TextPosition>? {
    let index = marks.partitioningIndex { $0.upperBound >= position }
    guard index < marks.count, marks[index].lowerBound <= position else { return nil }
    return marks[index]
  }

  /// Returns the first mark after a position, wrapping around at the end.
  package func mark(after position: TextPosition) -> Range<TextPosition>? {
    let index = marks.partitioningIndex { $0.lowerBound > position }
    return index < marks.count ? marks[index] : marks.first
  }

  /// Returns the text of a range.
  package func text(in range: Range<TextPosition>) -> String {
    content.text(in: content.rounded(range.lowerBound)..<content.rounded(range.upperBound))
  }

  /// Replaces a range and adjusts the marks.
  ///
  /// - Parameter text: the new text.
  /// - Returns: the position after the new text.
  @discardableResult
  mutating func splice(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let end = range.lowerBound.advanced(over: text)
    if !marks.isEmpty { moveMarks(from: range, to: end, text) }
    return content.replace(range, with: text)
  }

  private mutating func moveMarks(
    from range: Range<TextPosition>, to end: TextPosition, _ text: String
  ) {
    let first = marks.partitioningIndex { $0.upperBound >= range.lowerBound }
    guard first < marks.count else { return }
    // A letter changes an adjacent word; a space doesn't.
    let touchesLeft = text.first.map { WordKind($0).isWord } ?? true
    let touchesRight = text.last.map { WordKind($0).isWord } ?? true
    func moved(_ place: TextPosition) -> TextPosition {
      let isSame = place.paragraph == range.upperBound.paragraph
      return TextPosition(
        paragraph: place.paragraph + end.paragraph - range.upperBound.paragraph,
        offset: isSame ? place.offset + end.offset - range.upperBound.offset : place.offset)
    }
    marks.replaceSubrange(
      first...,
      with: marks[first...].compactMap { mark in
        if mark.upperBound < range.lowerBound { return mark }
        if mark.upperBound == range.lowerBound { return touchesLeft ? nil : mark }
        guard mark.lowerBound >= range.upperBound else { return nil }
        if mark.lowerBound == range.upperBound, touchesRight { return nil }
        return moved(mark.lowerBound)..<moved(mark.upperBound)
      })
  }
}
