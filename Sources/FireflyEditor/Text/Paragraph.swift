import FireflyScreen

/// A paragraph without its line break, and the offsets of its rows.
struct Paragraph: Sendable {
  private(set) var text: String
  /// Byte offsets of the rows after the first.
  private(set) var laterRows: [Int] = []
  /// What is counted in it, updated with the text.
  private(set) var counted = TextCount()

  /// Creates an empty paragraph of one row.
  init() { text = "" }

  /// Creates a paragraph wrapped to a width; nil for one row of any length.
  init(_ text: some StringProtocol, width: Int?) {
    self.text = String(text)
    wrap(width: width)
    counted = TextCount(of: self.text, 0..<count)
  }

  /// Size in bytes of UTF-8.
  var count: Int { text.utf8.count }
  /// Number of rows, at least one.
  var rowCount: Int { laterRows.count + 1 }

  /// Returns the offset of the beginning of a row.
  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  /// Returns the offset of the end of a row: the beginning of the next row, or the end of the
  /// paragraph.
  func end(ofRow row: Int) -> Int { row < laterRows.count ? laterRows[row] : count }

  /// Returns the row of the character at an offset.
  func row(at offset: Int) -> Int { laterRows.partitioningIndex { $0 > offset } }

  /// Returns the index of a byte offset.
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  /// Wraps the whole paragraph.
  mutating func wrap(width: Int?) {
    laterRows = []
    wrap(from: 0, width: width, old: [], shift: 0, unchanged: count)
  }

  /// Replaces a range and wraps only the affected rows.
  mutating func replace(_ range: Range<Int>, with new: some StringProtocol, width: Int?) {
    let old = laterRows
    let added = new.utf8.count
    // The words affected by the change, up to the spaces around it.
    let touched = spaceBefore(range.lowerBound)..<spaceBehind(range.upperBound)
    counted -= TextCount(of: text, touched)
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
    counted += TextCount(
      of: text, touched.lowerBound..<(touched.upperBound + added - range.count))
    rewrap(
      head: old, upTo: range.lowerBound, added: added, tail: old, from: range.upperBound,
      width: width)
  }

  /// Joins the beginning of a paragraph, a text, and the end of another paragraph.
  ///
  /// Reuses the row offsets of both.
  init(
    _ head: Paragraph, upTo start: Int, _ middle: some StringProtocol,
    _ tail: Paragraph, from end: Int, width: Int?
  ) {
    text = String(head.text[..<head.index(start)])
    text += middle
    text += tail.text[tail.index(end)...]
    rewrap(
      head: head.laterRows, upTo: start, added: middle.utf8.count, tail: tail.laterRows, from: end,
      width: width)
    counted = TextCount(of: text, 0..<count)
  }

  /// Returns the offset of the nearest space before an offset, or the beginning.
  private func spaceBefore(_ offset: Int) -> Int {
    let before = text.utf8[..<index(offset)].lastIndex(where: TextCount.isSpace)
    return before.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
  }

  /// Returns the offset of the nearest space after an offset, or the end.
  private func spaceBehind(_ offset: Int) -> Int {
    let behind = text.utf8[index(offset)...].firstIndex(where: TextCount.isSpace)
    return behind.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? count
  }

  /// Number of rows before a change that the change may affect.
  ///
  /// A row ends before the first piece that doesn't fit, which is on the next row, or on the one
  /// after that if it doesn't fit there either; and a cluster may be extended by the text after it.
  private static let reach = 3

  private mutating func rewrap(
    head: [Int], upTo start: Int, added: Int, tail: [Int], from end: Int, width: Int?
  ) {
    let touched = head.partitioningIndex { $0 > start }
    laterRows = Array(head[..<max(0, touched - Self.reach)])
    let unchanged = tail.partitioningIndex { $0 >= end }
    wrap(
      from: laterRows.last ?? 0, width: width, old: tail[unchanged...], shift: start + added - end,
      unchanged: start + added)
  }

  /// Appends the rows from the beginning of a row.
  ///
  /// - Parameters:
  ///   - width: the width; nil for one row.
  ///   - old: the previous row offsets.
  ///   - shift: the difference between new and previous offsets after the change.
  ///   - unchanged: the offset after which the text is unchanged: if a row begins there at a
  ///     previous row's offset, all further rows are equal.
  private mutating func wrap(
    from start: Int, width: Int?, old: ArraySlice<Int>, shift: Int, unchanged: Int
  ) {
    // No text has more columns than bytes.
    guard let width, count - start > width else { return }
    var rows = laterRows
    laterRows = []
    var old = old
    text.readingClusters { reader in
      var breaker = LineBreaker(width: width)
      var ends: [Int] = []
      var offset = start
      while offset < reader.count {
        let cluster = reader.cluster(at: offset)
        let next = offset + cluster.length
        if cluster.width == 0 {
          // Belongs to the previous word.
          if !ends.isEmpty { ends[ends.count - 1] = next }
        } else if let pieces = breaker.add(
          first: cluster.first, last: cluster.last, width: cluster.width)
        {
          let row = ends[pieces - 1]
          rows.append(row)
          if row >= unchanged {
            while let first = old.first, first + shift < row { old.removeFirst() }
            if let first = old.first, first + shift == row {
              for next in old.dropFirst() { rows.append(next + shift) }
              return
            }
          }
          breaker = LineBreaker(width: width)
          ends.removeAll(keepingCapacity: true)
          offset = row
          continue
        } else {
          ends.append(next)
        }
        offset = next
      }
    }
    laterRows = rows
  }
}

extension Paragraph: Equatable {
  /// Compares bytes; `String` also considers two encodings of “é” equal.
  static func == (one: Paragraph, other: Paragraph) -> Bool {
    guard one.count == other.count else { return false }
    return one.text.utf8.elementsEqual(other.text.utf8) && one.laterRows == other.laterRows
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index for which a monotonic condition holds, by binary search.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
