import FireflyScreen

/// A paragraph of a text, without the line break at its end, and where its rows begin.
struct Paragraph: Sendable {
  private(set) var text: String
  /// Byte offsets at which the rows after the first begin.
  private(set) var laterRows: [Int] = []
  /// Words, counted when the text changes.
  private(set) var words = 0

  /// An empty paragraph, of one row.
  init() { text = "" }

  /// A paragraph wrapped to a width; nil for one row of any length.
  init(_ text: some StringProtocol, width: Int?) {
    self.text = String(text)
    wrap(width: width)
    words = WordCount.words(in: self.text, 0..<count)
  }

  /// Bytes of UTF-8.
  var count: Int { text.utf8.count }
  /// How many rows it takes, at least one.
  var rowCount: Int { laterRows.count + 1 }

  /// The offset at which a row begins.
  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  /// The offset at which a row ends: where the next begins, or the paragraph ends.
  func end(ofRow row: Int) -> Int { row < laterRows.count ? laterRows[row] : count }

  /// The row in which what begins at an offset stands.
  func row(at offset: Int) -> Int { laterRows.partitioningIndex { $0 > offset } }

  /// The index of a byte offset.
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  /// Wraps all of it anew.
  mutating func wrap(width: Int?) {
    laterRows = []
    wrap(from: 0, width: width, old: [], shift: 0, unchanged: count)
  }

  /// Puts another text in the place of a range; only the rows that it touches are wrapped.
  mutating func replace(_ range: Range<Int>, with new: some StringProtocol, width: Int?) {
    let old = laterRows
    let added = new.utf8.count
    // The words that the change touches, up to the spaces around it.
    let touched = spaceBefore(range.lowerBound)..<spaceBehind(range.upperBound)
    words -= WordCount.words(in: text, touched)
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
    words += WordCount.words(
      in: text, touched.lowerBound..<(touched.upperBound + added - range.count))
    rewrap(
      head: old, upTo: range.lowerBound, added: added, tail: old, from: range.upperBound,
      width: width)
  }

  /// The beginning of one paragraph, a text, and the end of another in one.
  ///
  /// What is known of the rows of both is kept.
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
    words = WordCount.words(in: text, 0..<count)
  }

  /// The place of the space nearest before an offset, or the beginning.
  private func spaceBefore(_ offset: Int) -> Int {
    let before = text.utf8[..<index(offset)].lastIndex(where: WordCount.isSpace)
    return before.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
  }

  /// The place of the space nearest behind an offset, or the end.
  private func spaceBehind(_ offset: Int) -> Int {
    let behind = text.utf8[index(offset)...].firstIndex(where: WordCount.isSpace)
    return behind.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? count
  }

  /// Rows before a change that may end elsewhere because of it.
  ///
  /// A row ends before the piece that doesn't fit, which is on the next row, or on the one after it
  /// where not even what is left of that row has room beside it; and a cluster may grow by what comes
  /// behind it.
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

  /// Appends rows from the beginning of one on.
  ///
  /// - `old`: where rows began before.
  /// - `shift`: what is to be added to those.
  /// - `unchanged`: the offset from which on the text is what it was: where a row begins there as it
  ///   did before, so do all others.
  private mutating func wrap(
    from start: Int, width: Int?, old: ArraySlice<Int>, shift: Int, unchanged: Int
  ) {
    // No text takes more columns than bytes.
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
          // Goes with what stands before it.
          if !ends.isEmpty { ends[ends.count - 1] = next }
        } else if let pieces = breaker.take(
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
  /// Whether two paragraphs are the same to the byte; `String` takes “é” in two ways of writing for
  /// equal.
  static func == (one: Paragraph, other: Paragraph) -> Bool {
    guard one.count == other.count else { return false }
    return one.text.utf8.elementsEqual(other.text.utf8) && one.laterRows == other.laterRows
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which a condition holds that holds for all later ones, too; by halving.
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
