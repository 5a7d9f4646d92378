import FireflyScreen

/// The positions of the characters in one row, shared by drawing, cursor and mouse.
struct RowLayout {
  /// A glyph of the row.
  struct Piece {
    var glyph: Glyph
    /// Its column in the field; spaces at the row's break may be beyond the last column.
    var column: Int
    /// The offset of its cluster, in bytes of the paragraph.
    var offset: Int
  }

  /// The glyphs, from left to right.
  let pieces: [Piece]
  /// The column after the row's last character, for a cursor there.
  let endColumn: Int
  /// The last caret position on the row.
  private let lastCaretOffset: Int
  private let isRightToLeft: Bool

  init(_ editor: TextEditor, row: Int) {
    let (index, inner) = editor.content.paragraph(ofRow: row)
    let paragraph = editor.content.paragraphs[index]
    let direction: TextDirection =
      editor.reordersBidi ? paragraph.direction ?? .leftToRight : .leftToRight
    isRightToLeft = direction == .rightToLeft
    lastCaretOffset = paragraph.lastCaretOffset(onRow: inner)
    let end = isRightToLeft ? lastCaretOffset : paragraph.end(ofRow: inner)

    let start = paragraph.start(ofRow: inner)
    var glyphs: [Glyph] = []
    var owners: [Int] = []
    let isPlain = paragraph.text.readingClusters { reader in
      if reader.isPlain(start..<end) {
        glyphs = (start..<end).map { Glyph(ascii: reader.byte(at: $0)) }
        owners = Array(start..<end)
        return true
      }
      var place = start
      while place < end {
        let length = reader.appendGlyphs(at: place, to: &glyphs)
        owners += repeatElement(place, count: glyphs.count - owners.count)
        place += length
      }
      return false
    }
    var pieces: [Piece] = []
    pieces.reserveCapacity(glyphs.count)
    var column = 0
    func add(_ glyph: Glyph, of index: Int) {
      pieces.append(Piece(glyph: glyph, column: column, offset: owners[index]))
      column += Int(glyph.width)
    }
    let isReordered = editor.reordersBidi && (isRightToLeft || !isPlain)
    let order = isReordered ? BidiLine.visualOrder(of: glyphs, direction: direction) : nil
    if let order {
      for (index, glyph) in order { add(glyph, of: index) }
    } else {
      for (index, glyph) in glyphs.enumerated() { add(glyph, of: index) }
    }
    if isRightToLeft {
      // Right-to-left rows are aligned to the right, as they are for reading.
      let shift = max(0, editor.width - column)
      for index in pieces.indices { pieces[index].column += shift }
      endColumn = shift - 1
    } else {
      endColumn = editor.mode == .line ? column : min(column, editor.width)
    }
    self.pieces = pieces
  }

  /// Returns the column of the character at an offset of the row; after the last one, `endColumn`.
  ///
  /// - Parameter isBehind: whether the end of the row is meant, although the next row begins there.
  func column(of offset: Int, isBehind: Bool = false) -> Int {
    if isBehind { return endColumn }
    // Invisible characters have no piece: they share the position of the next one.
    let next = pieces.lazy.filter { $0.offset >= offset }.min { $0.offset < $1.offset }
    return next.map { isRightToLeft ? $0.column : min($0.column, endColumn) } ?? endColumn
  }

  /// Returns the offset at a column: before the character there, or the row's end.
  func offset(atColumn column: Int) -> Int {
    let hit = pieces.first { $0.column <= column && column < $0.column + Int($0.glyph.width) }
    if let hit { return min(hit.offset, lastCaretOffset) }
    let isBeforeFirst = isRightToLeft ? column > endColumn : column < 0
    let first = pieces.lazy.map(\.offset).min()
    return isBeforeFirst ? first ?? lastCaretOffset : lastCaretOffset
  }
}

extension Paragraph {
  /// The direction of the first letter; nil if there is none near the beginning.
  var direction: TextDirection? {
    for character in text.prefix(Self.directionReach) {
      if let ascii = character.asciiValue {
        if ascii & 0xDF &- 0x41 < 26 { return .leftToRight }
        continue
      }
      if let found = BidiLine.direction(of: Glyph.glyphs(of: String(character))) { return found }
    }
    return nil
  }

  /// Number of characters to search for the first letter.
  private static let directionReach = 200
}
