/// A text of paragraphs, wrapped to a width.
///
/// A change wraps only the affected rows. Rows are found by binary search.
struct WrappedText: Equatable, Sendable {
  /// The paragraphs, at least one.
  private(set) var paragraphs: [Paragraph]
  /// Width in columns; nil for one row per paragraph.
  private(set) var width: Int?
  /// Cumulative number of rows at the end of each paragraph.
  private var rowEnds: [Int] = []
  /// Size in bytes of UTF-8, including line breaks.
  private(set) var count: Int
  /// What is counted in it.
  private(set) var counted = TextCount()

  /// Creates a text wrapped to a width; its line breaks must be `\n`.
  init(_ text: String, width: Int?) {
    self.width = width
    paragraphs = Self.lines(of: text).map { Paragraph($0, width: width) }
    count = text.utf8.count
    for paragraph in paragraphs { counted += paragraph.counted }
    countRows(from: 0)
  }

  /// The whole text.
  var text: String { text(in: .start..<end) }

  /// The position after the last character.
  var end: TextPosition {
    TextPosition(paragraph: paragraphs.count - 1, offset: paragraphs[paragraphs.count - 1].count)
  }

  /// Wraps everything to another width.
  mutating func wrap(width: Int?) {
    guard width != self.width else { return }
    self.width = width
    for index in paragraphs.indices { paragraphs[index].wrap(width: width) }
    countRows(from: 0)
  }

  /// Returns the text between two positions.
  func text(in range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    let first = paragraphs[start.paragraph]
    if start.paragraph == end.paragraph {
      return String(first.text[first.index(start.offset)..<first.index(end.offset)])
    }
    var text = String(first.text[first.index(start.offset)...])
    for paragraph in paragraphs[(start.paragraph + 1)..<end.paragraph] {
      text += "\n"
      text += paragraph.text
    }
    let last = paragraphs[end.paragraph]
    text += "\n"
    text += last.text[..<last.index(end.offset)]
    return text
  }

  /// Replaces a range.
  ///
  /// - Returns: the position after the new text; it may be inside of a cluster that the text has
  ///   joined.
  @discardableResult
  mutating func replace(_ range: Range<TextPosition>, with new: String) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    let lines = Self.lines(of: new)
    let touched = start.paragraph...end.paragraph
    let rows = rowEnds[end.paragraph]
    for paragraph in paragraphs[touched] { counted -= paragraph.counted }
    let removed = bytes(in: range)
    var changed = start.paragraph
    if lines.count == 1, touched.count == 1 {
      paragraphs[changed].replace(start.offset..<end.offset, with: lines[0], width: width)
    } else {
      let head = paragraphs[start.paragraph]
      let tail = paragraphs[end.paragraph]
      var made: [Paragraph] = []
      if lines.count == 1 {
        made = [
          Paragraph(
            head, upTo: start.offset, lines[0], tail, from: end.offset, width: width)
        ]
      } else {
        let none = Paragraph()
        made.reserveCapacity(lines.count)
        made.append(
          Paragraph(head, upTo: start.offset, lines[0], none, from: 0, width: width))
        for line in lines[1..<(lines.count - 1)] { made.append(Paragraph(line, width: width)) }
        made.append(
          Paragraph(
            none, upTo: 0, lines[lines.count - 1], tail, from: end.offset, width: width))
      }
      paragraphs.replaceSubrange(touched, with: made)
      changed += made.count - 1
    }
    count += new.utf8.count - removed
    for paragraph in paragraphs[start.paragraph...changed] { counted += paragraph.counted }
    if changed != end.paragraph || rowsUp(to: changed, from: start.paragraph) != rows {
      countRows(from: start.paragraph)
    }
    return start.advanced(over: new)
  }

  private func bytes(in range: Range<TextPosition>) -> Int {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard start.paragraph < end.paragraph else { return end.offset - start.offset }
    return paragraphs[start.paragraph..<end.paragraph].reduce(0) { $0 + $1.count + 1 }
      - start.offset + end.offset
  }

  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)
  }

  // MARK: Rows

  /// Number of rows, at least one.
  var rowCount: Int { rowEnds[rowEnds.count - 1] }

  func firstRow(of paragraph: Int) -> Int { paragraph == 0 ? 0 : rowEnds[paragraph - 1] }

  /// Returns the paragraph of a row, and the row's index within it.
  func paragraph(ofRow row: Int) -> (index: Int, row: Int) {
    let index = rowEnds.partitioningIndex { $0 > row }
    return (index, row - firstRow(of: index))
  }

  private func rowsUp(to last: Int, from first: Int) -> Int {
    paragraphs[first...last].reduce(firstRow(of: first)) { $0 + $1.rowCount }
  }

  private mutating func countRows(from first: Int) {
    var rows = firstRow(of: first)
    rowEnds.removeSubrange(min(first, rowEnds.count)...)
    rowEnds.reserveCapacity(paragraphs.count)
    for paragraph in paragraphs[first...] {
      rows += paragraph.rowCount
      rowEnds.append(rows)
    }
  }
}
