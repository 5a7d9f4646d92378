import FireflyScreen

// Steps between clusters, with a fast path for ASCII.
extension Paragraph {
  /// Returns the next boundary after an offset, which may be inside of a cluster; at most the end.
  func offset(after offset: Int) -> Int {
    guard offset < count else { return count }
    let start = index(offset)
    let next = text.utf8.index(after: start)
    if text.utf8[start] < 0x80, offset + 1 == count || text.utf8[next] < 0x80 { return offset + 1 }
    return self.offset(of: text.index(after: start))
  }

  /// Returns the boundary before an offset, which must be a boundary itself; at least the
  /// beginning.
  func offset(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let end = index(offset)
    let last = text.utf8.index(before: end)
    if text.utf8[last] < 0x80,
      offset == 1 || text.utf8[text.utf8.index(before: last)] < 0x80
    {
      return offset - 1
    }
    return self.offset(of: text.index(before: end))
  }

  /// Returns the offset itself if it is a boundary, else the end of its cluster.
  func offset(roundingUp offset: Int) -> Int {
    guard offset > 0, offset < count else { return min(max(0, offset), count) }
    let index = index(offset)
    return String.Index(index, within: text) == nil
      ? self.offset(of: text.index(after: index)) : offset
  }

  /// Returns the cluster at an offset before the end.
  func cluster(at offset: Int) -> Character { text[index(offset)] }

  /// Returns the byte offset of an index.
  private func offset(of index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  /// Returns the last caret position of a row: before the spaces at its break, or after all of it.
  func lastCaretOffset(onRow row: Int) -> Int {
    let end = end(ofRow: row)
    guard row < laterRows.count else { return end }
    let start = start(ofRow: row)
    var place = end
    while place > start {
      let before = offset(before: place)
      guard cluster(at: before).isBreakingSpace else { break }
      place = before
    }
    // A row of spaces has a position before its last space.
    return place > start ? place : offset(before: end)
  }
}

extension Character {
  /// Whether it is a space at which rows break.
  var isBreakingSpace: Bool { self == " " || self == "\u{3000}" || self == "\t" }
}
