import Glibc

/// The size of a terminal, in cells.
package struct TerminalSize: Hashable, Sendable {
  /// Width in columns.
  package var columns: Int
  /// Height in rows.
  package var rows: Int

  /// A size in cells; each part is at least 1 and at most 1,000.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1_000)
    self.rows = min(max(rows, 1), 1_000)
  }

  /// A cell's width and height in pixels, as reported to programs that ask.
  static let cellPixels = (width: 10, height: 20)

  /// The size as the kernel keeps it.
  var windowSize: winsize {
    winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns),
      ws_xpixel: UInt16(columns * Self.cellPixels.width),
      ws_ypixel: UInt16(rows * Self.cellPixels.height))
  }
}
