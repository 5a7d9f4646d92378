// Places of a text that a cursor can take.
extension WrappedText {
  /// The place behind the next character; the end stays.
  func position(after position: TextPosition) -> TextPosition {
    let paragraph = paragraphs[position.paragraph]
    if position.offset < paragraph.count {
      return TextPosition(
        paragraph: position.paragraph, offset: paragraph.offset(after: position.offset))
    }
    guard position.paragraph + 1 < paragraphs.count else { return position }
    return TextPosition(paragraph: position.paragraph + 1, offset: 0)
  }

  /// The place before the last character; the beginning stays.
  func position(before position: TextPosition) -> TextPosition {
    if position.offset > 0 {
      return TextPosition(
        paragraph: position.paragraph,
        offset: paragraphs[position.paragraph].offset(before: position.offset))
    }
    guard position.paragraph > 0 else { return position }
    return end(of: position.paragraph - 1)
  }

  /// The end of the next word, or of the text.
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

  /// The beginning of the word before, or of the text.
  func startOfWord(before position: TextPosition) -> TextPosition {
    for index in (0...position.paragraph).reversed() {
      let offset = index == position.paragraph ? position.offset : paragraphs[index].count
      if let start = paragraphs[index].startOfWord(before: offset) {
        return TextPosition(paragraph: index, offset: start)
      }
    }
    return .start
  }

  /// The beginning of a paragraph.
  func start(of paragraph: Int) -> TextPosition { TextPosition(paragraph: paragraph, offset: 0) }

  /// The end of a paragraph.
  func end(of paragraph: Int) -> TextPosition {
    TextPosition(paragraph: paragraph, offset: paragraphs[paragraph].count)
  }

  /// The nearest place that a cursor can take, at or behind a place or, beyond the end, before it.
  func rounded(_ position: TextPosition) -> TextPosition {
    guard paragraphs.indices.contains(position.paragraph) else {
      return position.paragraph < 0 ? .start : end
    }
    return TextPosition(
      paragraph: position.paragraph,
      offset: paragraphs[position.paragraph].offset(roundingUp: position.offset))
  }

  // MARK: Rows and columns

  /// The row on which a caret stands.
  func row(of caret: Caret) -> Int {
    let (index, offset) = (caret.position.paragraph, caret.position.offset)
    let row = paragraphs[index].row(at: offset)
    let leans = caret.leansBack && row > 0 && paragraphs[index].start(ofRow: row) == offset
    return firstRow(of: index) + (leans ? row - 1 : row)
  }

  /// The column at which a caret stands: the width of what is before it on its row, which may be all of
  /// it.
  func column(of caret: Caret) -> Int {
    let index = caret.position.paragraph
    let row = row(of: caret) - firstRow(of: index)
    return paragraphs[index].column(of: caret.position.offset, onRow: row, width: width)
  }

  /// A caret on a row, next to a column from the left.
  func caret(row: Int, column: Int) -> Caret {
    let (index, inner) = paragraph(ofRow: row)
    let offset = paragraphs[index].offset(atColumn: column, onRow: inner)
    return caret(at: offset, row: inner, of: index)
  }

  /// A caret at the beginning of a row.
  func caret(atStartOf row: Int) -> Caret {
    let (index, inner) = paragraph(ofRow: row)
    return Caret(TextPosition(paragraph: index, offset: paragraphs[index].start(ofRow: inner)))
  }

  /// A caret at the end of a row.
  func caret(atEndOf row: Int) -> Caret {
    let (index, inner) = paragraph(ofRow: row)
    return caret(at: paragraphs[index].lastPlace(onRow: inner), row: inner, of: index)
  }

  /// A caret at an offset, shown on the row that is given even if another begins there.
  func caret(at offset: Int, row: Int, of paragraph: Int) -> Caret {
    var caret = Caret(TextPosition(paragraph: paragraph, offset: offset))
    caret.leansBack =
      row < paragraphs[paragraph].rowCount - 1 && offset == paragraphs[paragraph].end(ofRow: row)
    return caret
  }
}
