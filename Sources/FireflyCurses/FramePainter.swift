import CTerminal
import FireflyScreen
import Glibc

/// Passes only the differences between two frames to ncurses.
final class FramePainter {
  private var encoder: RowEncoder
  private var size = Size(width: 0, height: 0)
  /// The frame on the screen; nil if that is unknown.
  private var shown: Frame?
  /// The cells on the screen, row by row.
  private var cells: ContiguousArray<EncodedCell> = []
  private var scratch: ContiguousArray<EncodedCell> = []
  /// Cells to pass to ncurses.
  private var given: [FireflyCell] = []
  /// Rows changed by the last frame.
  private(set) var paintedRows: Set<Int> = []
  /// Rows that ncurses redraws although no cell has changed.
  private var overdueRows: Set<Int> = []
  /// Passes changed cells to ncurses: row, column, cells.
  private let put: (Int, Int, UnsafeBufferPointer<FireflyCell>) -> Void
  /// Moves the rows of an area up by a distance, or down if it is negative.
  private let scroll: (Range<Int>, Int) -> Void

  /// Maximum number of rows that change when only the selection moves.
  private static let fewRows = 16

  init(
    encoder: RowEncoder, put: @escaping (Int, Int, UnsafeBufferPointer<FireflyCell>) -> Void,
    scroll: @escaping (Range<Int>, Int) -> Void
  ) {
    self.encoder = encoder
    self.put = put
    self.scroll = scroll
  }

  /// Discards the known screen contents and adopts the size.
  func reset(size: Size) {
    self.size = size
    shown = nil
    cells = ContiguousArray(repeating: .unknown, count: size.width * size.height)
    scratch = ContiguousArray(repeating: .unknown, count: size.width)
  }

  /// Records rows that ncurses will redraw with their current cells.
  func expectRows(_ rows: Range<Int>) { overdueRows.formUnion(rows) }

  /// Passes the changes since the last frame to ncurses.
  ///
  /// Clips a frame of another size than the screen's; the area that it doesn't cover stays
  /// unchanged.
  /// - Parameters:
  ///   - frame: the frame.
  ///   - flush: makes ncurses write its changes so far.
  /// - Returns: whether anything has changed, including the cursor.
  func paint(_ frame: Frame, flush: () -> Void) -> Bool {
    let before = shown.flatMap { $0.size == frame.size ? $0 : nil }
    var isChanged =
      !overdueRows.isEmpty || before == nil || before?.cursor != frame.cursor
      || before?.showsCursor != frame.showsCursor
      || before?.links != frame.links
    let width = min(frame.size.width, size.width)
    paintedRows = overdueRows
    overdueRows = []
    guard width > 0 else { return false }
    if encoder.pairs.isShort(forFrameOf: cells.count) {
      encoder.pairs.makeRoom(keeping: Set(cells.map(\.pair)))
    }
    var changed = changedRows(since: before, in: frame)
    let shift = before.flatMap { move(from: $0, to: frame, changed) }
    if let shift {
      isChanged = true
      paintedRows.formUnion(shift.area)
      changed =
        shift.area.filter { !shift.rows.contains($0) } + changed.filter { !shift.area.contains($0) }
    }
    // When only the selection differs, ncurses would mistake similar cards for moved rows. It finds
    // nothing to move within one card.
    let isSelection =
      shift == nil && before != nil && !frame.showsCursor && changed.count <= Self.fewRows
    for part in isSelection ? Self.halves(of: changed) : [changed[...]] {
      if isChanged, part.startIndex > 0 { flush() }
      for y in part {
        let row = y * frame.size.width..<y * frame.size.width + width
        let isPainted = frame.cells.withUnsafeBufferPointer { cells in
          paint(UnsafeBufferPointer(rebasing: cells[row]), y: y)
        }
        guard isPainted else { continue }
        isChanged = true
        paintedRows.insert(y)
      }
    }
    shown = frame
    return isChanged
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

  /// Returns the rows that differ from the previous frame; all rows if that is unknown.
  private func changedRows(since before: Frame?, in frame: Frame) -> [Int] {
    let rows = 0..<min(frame.size.height, size.height)
    guard let before else { return Array(rows) }
    return rows.filter { !Self.isRow($0, of: before, sameAsRow: $0, of: frame) }
  }

  /// Makes ncurses move scrolled rows; the rows they leave are then unknown.
  private func move(from old: Frame, to new: Frame, _ changed: [Int]) -> RowShift? {
    guard new.size == size, paintedRows.isEmpty,
      let found = RowShift.find(
        changed: changed, height: size.height,
        isSame: { Self.isRow($0, of: old, sameAsRow: $1, of: new) })
    else { return nil }
    scroll(found.area, found.distance)
    let width = size.width
    cells.withUnsafeMutableBufferPointer { cells in
      func row(_ y: Int) -> UnsafeMutableBufferPointer<EncodedCell>.SubSequence {
        cells[y * width..<(y + 1) * width]
      }
      // In this order, each row is read before it is overwritten.
      for y in found.distance > 0 ? Array(found.rows) : found.rows.reversed() {
        _ = row(y).update(fromContentsOf: row(y + found.distance))
      }
      for y in found.area where !found.rows.contains(y) { row(y).update(repeating: .unknown) }
    }
    return found
  }

  /// Whether rows of two frames with the same width are equal.
  private static func isRow(
    _ y: Int, of one: Frame, sameAsRow otherY: Int, of other: Frame
  ) -> Bool {
    let width = one.size.width
    return one.cells.withUnsafeBufferPointer { old in
      other.cells.withUnsafeBufferPointer { new in
        areSame(
          UnsafeBufferPointer(rebasing: old[y * width..<(y + 1) * width]),
          UnsafeBufferPointer(rebasing: new[otherY * width..<(otherY + 1) * width]))
      }
    }
  }

  private static func areSame(
    _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>
  ) -> Bool {
    guard let left = old.baseAddress, let right = new.baseAddress else { return old.isEmpty }
    // Cells have no padding bytes.
    return left == right || memcmp(left, right, old.count * MemoryLayout<Cell>.stride) == 0
  }

  private func paint(_ row: UnsafeBufferPointer<Cell>, y: Int) -> Bool {
    let start = y * size.width
    return scratch.withUnsafeMutableBufferPointer { new in
      encoder.encode(row, into: UnsafeMutableBufferPointer(rebasing: new[..<row.count]))
      return cells.withUnsafeMutableBufferPointer { all in
        let old = UnsafeMutableBufferPointer(rebasing: all[start..<start + row.count])
        keepInvisible(of: old, in: new)
        guard var first = (0..<row.count).first(where: { old[$0] != new[$0] })
        else { return false }
        var end = row.count
        while end > first + 1, old[end - 1] == new[end - 1] { end -= 1 }
        // Both halves of a wide character are drawn together, even if the old character is cut.
        if first > 0, new[first].glyph.width == 0 { first -= 1 }
        while end < row.count, new[end].glyph.width == 0 || old[end].glyph.width == 0 { end += 1 }
        for x in first..<end { old[x] = new[x] }
        given.removeAll(keepingCapacity: true)
        given.append(contentsOf: new[first..<end].lazy.map(\.forCurses))
        given.withUnsafeBufferPointer { put(y, first, $0) }
        return true
      }
    }
  }

  /// Keeps the foreground of blanks: it is invisible, and changing it costs some forty bytes.
  ///
  /// A blank that replaces a blank is then unchanged. A single blank that replaces something else,
  /// such as the bar of the card that was selected, is written in the old colours.
  private func keepInvisible(
    of old: UnsafeMutableBufferPointer<EncodedCell>,
    in new: UnsafeMutableBufferPointer<EncodedCell>
  ) {
    func isKept(_ x: Int) -> Bool {
      !old.indices.contains(x) || old[x] == new[x]
    }
    for x in old.indices
    where new[x] != old[x] && new[x].isBlank && old[x].isBlank
      && encoder.pairs.haveSameBackground(old[x].pair, new[x].pair)
    { new[x] = old[x] }
    for x in old.indices
    where new[x].isBlank && !old[x].isBlank && old[x].glyph.width == 1 && isKept(x - 1)
      && isKept(x + 1)
      && encoder.pairs.haveSameBackground(old[x].pair, new[x].pair)
    {
      new[x].pair = old[x].pair
      new[x].attributes = old[x].attributes & ~EncodedCell.visibleOnBlanks
    }
  }
}
