import CTerminal
import FireflyScreen
import Glibc

/// Passes the rows that differ between two frames to ncurses, which writes the cells that differ.
final class FramePainter {
  private var encoder: RowEncoder
  private var size = Size(width: 0, height: 0)
  /// The frame on the screen; nil if that is unknown.
  private var shown: Frame?
  /// Rows changed by the last frame.
  private(set) var paintedRows: Set<Int> = []
  /// The new glyphs on the screen, by row.
  private var placed: [Int: [PlacedGlyph]] = [:]
  /// Rows that ncurses redraws although no cell has changed.
  private var overdueRows: Set<Int> = []
  /// Passes a row to ncurses.
  private let put: (Int, [FireflyCell]) -> Void

  /// Maximum number of rows that change when only the selection moves.
  private static let selectionRows = 16

  init(encoder: RowEncoder, put: @escaping (Int, [FireflyCell]) -> Void) {
    self.encoder = encoder
    self.put = put
  }

  /// Discards the known screen contents and adopts the size.
  func reset(size: Size) {
    self.size = size
    shown = nil
    placed = [:]
  }

  /// Records rows that ncurses will redraw with their current cells.
  func expectRows(_ rows: Range<Int>) { overdueRows.formUnion(rows) }

  /// Passes the changes since the last frame to ncurses.
  ///
  /// Clips a frame of another size than the screen's; the area that it doesn't cover stays
  /// unchanged.
  /// - Parameter flush: makes ncurses write its changes so far.
  /// - Returns: whether anything has changed, including the cursor.
  func paint(_ frame: Frame, flush: () -> Void) -> Bool {
    if encoder.pairs.isShort(forFrameOf: size.width * size.height) {
      encoder.pairs.makeRoom(keeping: usedPairs())
    }
    let before = shown.flatMap { $0.size == frame.size ? $0 : nil }
    defer { shown = frame }
    let changed = (0..<min(frame.size.height, size.height)).filter { y in
      before.map { !Self.isRow(y, of: $0, sameIn: frame) } ?? true
    }
    // When only the selection moves, ncurses would mistake similar cards for moved rows. It finds
    // nothing to move within one card.
    let isSelection =
      before != nil && !frame.showsCursor && changed.count <= Self.selectionRows
    for part in isSelection ? Self.halves(of: changed) : [changed[...]] {
      if part.startIndex > 0 { flush() }
      for y in part {
        put(y, encode(y, of: frame))
        placed[y] = encoder.placed.isEmpty ? nil : encoder.placed
      }
    }
    paintedRows = overdueRows.union(changed)
    overdueRows = []
    return !paintedRows.isEmpty || before == nil || before?.cursor != frame.cursor
      || before?.showsCursor != frame.showsCursor || before?.links != frame.links
  }

  /// Whether there are new glyphs on the screen.
  var hasPlacedGlyphs: Bool { !placed.isEmpty }

  /// Returns the bytes that draw the new glyphs of the rows just painted; empty if there are none.
  ///
  /// - Parameter cursor: ncurses' cursor position, which is restored.
  /// - Returns: the bytes.
  func placedGlyphs(cursor: Point) -> [UInt8] {
    guard !placed.isEmpty else { return [] }
    let text = paintedRows.sorted().map { y in
      (placed[y] ?? []).map { $0.sequence(row: y, depth: encoder.pairs.depth) }.joined()
    }.joined()
    return text.isEmpty ? [] : Array("\(text)\u{1B}[m\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H".utf8)
  }

  /// Groups adjacent rows and splits each group in the middle, where one card ends and another
  /// begins.
  private static func halves(of rows: [Int]) -> [ArraySlice<Int>] {
    var halves: [ArraySlice<Int>] = []
    var start = 0
    for end in 1...max(1, rows.count) where end >= rows.count || rows[end] > rows[end - 1] + 1 {
      let middle = (start + end) / 2
      halves += [rows[start..<middle], rows[middle..<min(end, rows.count)]].filter { !$0.isEmpty }
      start = end
    }
    return halves
  }

  private func encode(_ y: Int, of frame: Frame) -> [FireflyCell] {
    let start = y * frame.size.width
    return frame.cells.withUnsafeBufferPointer { cells in
      encoder.encode(cells[start..<start + min(frame.size.width, size.width)])
    }
  }

  /// The colour pairs on the screen.
  private func usedPairs() -> Set<Int32> {
    guard let shown else { return [] }
    let rows = 0..<min(shown.size.height, size.height)
    return Set(rows.lazy.flatMap { self.encode($0, of: shown) }.map(\.pair))
  }

  /// Whether a row is equal in two frames of the same size.
  private static func isRow(_ y: Int, of old: Frame, sameIn new: Frame) -> Bool {
    let (start, count) = (y * old.size.width, old.size.width)
    return old.cells.withUnsafeBufferPointer { old in
      new.cells.withUnsafeBufferPointer { new in
        guard let left = old.baseAddress, let right = new.baseAddress else { return true }
        // Cells have no padding bytes.
        return left == right
          || memcmp(left + start, right + start, count * MemoryLayout<Cell>.stride) == 0
      }
    }
  }
}
