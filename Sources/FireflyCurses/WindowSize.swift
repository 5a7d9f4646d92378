import FireflyScreen
import Glibc

/// The size of the terminal's window.
struct WindowSize {
  /// Columns and rows; at most 1,000 by 500, which exceeds any real screen.
  let size: Size
  /// The size of a cell in pixels; nil if the terminal doesn't report a sensible one.
  let cellPixels: CellPixels?
  /// Height of a cell divided by its width; 2 if unknown.
  let cellAspect: Double

  /// Reads the size; nil if it is unavailable.
  init?() {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
    guard columns > 0, rows > 0 else { return nil }
    size = Size(width: min(columns, 1_000), height: min(rows, 500))
    let (width, height) = (Int(window.ws_xpixel), Int(window.ws_ypixel))
    let aspect = (Double(height) / Double(rows)) / (Double(width) / Double(columns))
    let isSane = width >= columns && height >= rows && (0.5...5).contains(aspect)
    cellPixels = isSane ? CellPixels(width: width / columns, height: height / rows) : nil
    cellAspect = isSane ? aspect : 2
  }
}
