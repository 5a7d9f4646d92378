import CTerminal
import FireflyScreen
import Glibc

/// Finds what differs between two frames and hands only that to ncurses.
final class FramePainter {
  private var encoder: RowEncoder
  private var size = Size(width: 0, height: 0)
  /// The frame on the screen; nil if that is unknown.
  private var shown: Frame?
  /// The cells on the screen, row by row.
  private var cells: ContiguousArray<FireflyCell> = []
  private var scratch: ContiguousArray<FireflyCell> = []
  /// Rows in which the last frame changed something.
  private(set) var paintedRows: Set<Int> = []
  /// Rows that ncurses was told to write again though no cell changes.
  private var overdueRows: Set<Int> = []
  /// Takes cells that changed: row, column, cells.
  private let put: (Int, Int, UnsafeBufferPointer<FireflyCell>) -> Void

  init(
    encoder: RowEncoder, put: @escaping (Int, Int, UnsafeBufferPointer<FireflyCell>) -> Void
  ) {
    self.encoder = encoder
    self.put = put
  }

  /// Colour pairs in use.
  var pairCount: Int { encoder.pairs.count }

  /// Forgets what the screen shows, and takes its size over.
  func reset(size: Size) {
    self.size = size
    shown = nil
    cells = ContiguousArray(repeating: FireflyCell(), count: size.width * size.height)
    scratch = ContiguousArray(repeating: FireflyCell(), count: size.width)
  }

  /// Notes that ncurses was told to write rows again: their cells it still has.
  func expectRows(_ rows: Range<Int>) { overdueRows.formUnion(rows) }

  /// Puts what changed since the last frame; returns whether anything did, the cursor included.
  ///
  /// A frame of another size than the screen's is cut, and what it does not cover stays as it is.
  func paint(_ frame: Frame) -> Bool {
    let before = shown.flatMap { $0.size == frame.size ? $0 : nil }
    var isChanged =
      !overdueRows.isEmpty || before == nil || before?.cursor != frame.cursor
      || before?.links != frame.links
    let width = min(frame.size.width, size.width)
    paintedRows = overdueRows
    overdueRows = []
    guard width > 0 else { return false }
    if encoder.pairs.isShort(forFrameOf: cells.count) {
      encoder.pairs.makeRoom(keeping: Set(cells.map(\.pair)))
    }
    frame.cells.withUnsafeBufferPointer { new in
      for y in 0..<min(frame.size.height, size.height) {
        let start = y * frame.size.width
        let row = UnsafeBufferPointer(rebasing: new[start..<start + width])
        let isSame = before?.cells.withUnsafeBufferPointer { old in
          Self.areSame(UnsafeBufferPointer(rebasing: old[start..<start + width]), row)
        }
        if isSame != true, paint(row, y: y) {
          isChanged = true
          paintedRows.insert(y)
        }
      }
    }
    shown = frame
    return isChanged
  }

  private static func areSame(
    _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>
  ) -> Bool {
    guard let left = old.baseAddress, let right = new.baseAddress else { return old.isEmpty }
    // Equal bytes are equal cells. The other way round needs a look: there are bytes of padding.
    if left == right || memcmp(left, right, old.count * MemoryLayout<Cell>.stride) == 0 {
      return true
    }
    return old.elementsEqual(new)
  }

  private func paint(_ row: UnsafeBufferPointer<Cell>, y: Int) -> Bool {
    let start = y * size.width
    return scratch.withUnsafeMutableBufferPointer { new in
      encoder.encode(row, into: UnsafeMutableBufferPointer(rebasing: new[..<row.count]))
      return cells.withUnsafeMutableBufferPointer { all in
        let old = UnsafeMutableBufferPointer(rebasing: all[start..<start + row.count])
        guard var first = (0..<row.count).first(where: { !Self.areSame(old[$0], new[$0]) })
        else { return false }
        var end = row.count
        while end > first + 1, Self.areSame(old[end - 1], new[end - 1]) { end -= 1 }
        // Both halves of a wide character go together, also where the old one is cut.
        if first > 0, new[first].width == 0 { first -= 1 }
        while end < row.count, new[end].width == 0 || old[end].width == 0 { end += 1 }
        for x in first..<end { old[x] = new[x] }
        put(y, first, UnsafeBufferPointer(rebasing: new[first..<end]))
        return true
      }
    }
  }

  private static func areSame(_ one: FireflyCell, _ other: FireflyCell) -> Bool {
    withUnsafeBytes(of: one) { one in
      withUnsafeBytes(of: other) { other in
        guard let left = one.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, one.count) == 0
      }
    }
  }
}
