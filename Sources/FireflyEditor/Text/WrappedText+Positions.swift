// Motions between caret positions.
extension WrappedText {
  /// Returns the position after the next character; at most the end.
  func position(after position: TextPosition) -> TextPosition {
    let paragraph = paragraphs[position.paragraph]
    if position.offset < paragraph.count {
      return TextPosition(
        paragraph: position.paragraph, offset: paragraph.offset(after: position.offset))
    }
    guard position.paragraph + 1 < paragraphs.count else { return position }
    return TextPosition(paragraph: position.paragraph + 1, offset: 0)
  }

  /// Returns the position before the previous character; at least the beginning.
  func position(before position: TextPosition) -> TextPosition {
    if position.offset > 0 {
      return TextPosition(
        paragraph: position.paragraph,
        offset: paragraphs[position.paragraph].offset(before: position.offset))
    }
    guard position.paragraph > 0 else { return position }
    return end(of: position.paragraph - 1)
  }

  /// Returns the end of the next word, or of the text.
  func endOfWord(after position: TextPosition) -> TextPosition {
    var offset = position.offset
    for index in position.paragraph..<paragraphs.count {
      if let end = paragraphs[index].endOfWord(after: offset) {
        return TextPosition(paragraph: index, offset: end)
      }
      offset = 0
    }
    return end
  }

  /// Returns the beginning of the previous word, or of the text.
  func startOfWord(before position: TextPosition) -> TextPosition {
    for index in (0...position.paragraph).reversed() {
      let offset = index == position.paragraph ? position.offset : paragraphs[index].count
      if let start = paragraphs[index].startOfWord(before: offset) {
        return TextPosition(paragraph: index, offset: start)
      }
    }
    return .start
  }

  /// Returns the beginning of a paragraph.
  func start(of paragraph: Int) -> TextPosition { TextPosition(paragraph: paragraph, offset: 0) }

  func end(of paragraph: Int) -> TextPosition {
    TextPosition(paragraph: paragraph, offset: paragraphs[paragraph].count)
  }

  /// Returns the range of some bytes of a paragraph.
  func range(_ offsets: Range<Int>, of paragraph: Int) -> Range<TextPosition> {
    let start = TextPosition(paragraph: paragraph, offset: offsets.lowerBound)
    return start..<TextPosition(paragraph: paragraph, offset: offsets.upperBound)
  }

  /// Returns the nearest valid caret position at or after a position, or the end of the text.
  func rounded(_ position: TextPosition) -> TextPosition {
    guard paragraphs.indices.contains(position.paragraph) else {
      return position.paragraph < 0 ? .start : end
    }
    return TextPosition(
      paragraph: position.paragraph,
      offset: paragraphs[position.paragraph].offset(roundingUp: position.offset))
  }

  // MARK: Rows

  func row(of caret: Caret) -> Int {
    let (index, offset) = (caret.position.paragraph, caret.position.offset)
    let row = paragraphs[index].row(at: offset)
    let leans = caret.leansBack && row > 0 && paragraphs[index].start(ofRow: row) == offset
    return firstRow(of: index) + (leans ? row - 1 : row)
  }

  /// Returns the caret at the beginning of a row.
  func caret(atStartOf row: Int) -> Caret {
    let (index, inner) = paragraph(ofRow: row)
    return Caret(TextPosition(paragraph: index, offset: paragraphs[index].start(ofRow: inner)))
  }

  func caret(atEndOf row: Int) -> Caret {
    let (index, inner) = paragraph(ofRow: row)
    return caret(at: paragraphs[index].lastCaretOffset(onRow: inner), row: inner, of: index)
  }

  /// Returns a caret at an offset, shown on a given row even if another row begins there.
  func caret(at offset: Int, row: Int, of paragraph: Int) -> Caret {
    var caret = Caret(TextPosition(paragraph: paragraph, offset: offset))
    caret.leansBack =
      row < paragraphs[paragraph].rowCount - 1 && offset == paragraphs[paragraph].end(ofRow: row)
    return caret
  }
}
