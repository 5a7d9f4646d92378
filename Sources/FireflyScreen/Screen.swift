/// A terminal: shows frames and provides input events.
@MainActor
package protocol Screen: AnyObject {
  /// The current size in columns and rows.
  var size: Size { get }
  /// The terminal's abilities.
  var abilities: ScreenAbilities { get }

  /// Shows a frame of the screen's size by writing only the changes since the last frame.
  func show(_ frame: Frame)
  /// Removes and returns all pending events, without waiting for more.
  func pendingEvents() -> [ScreenEvent]
  /// Writes bytes outside of the frame (clipboard, sharp pictures), in order with the frames.
  func write(_ bytes: [UInt8])
  /// Writes a query outside of the frame; the answers arrive as events.
  ///
  /// It must end with a query for the primary device attributes (`ESC [ c`), which all terminals
  /// answer.
  func ask(_ question: [UInt8])
  /// Forces a complete redraw with the next frame.
  func invalidate()
  /// Forces a redraw of some rows with the next frame.
  func invalidate(rows: Range<Int>)
  /// Adopts the terminal's new size.
  func resize()
  /// Restores the terminal's original state until `resume`.
  func suspend()
  /// Hands the terminal to a program that reads keys itself, until `resume`.
  ///
  /// Earlier input becomes events afterwards, because its format may depend on modes that only
  /// Firefly uses.
  func handOver()
  /// Takes control of the terminal again.
  func resume()
  /// Sets the terminal's modes again, after others may have changed them.
  ///
  /// Returns false if another program has the terminal.
  func retake() -> Bool
  /// Sets the terminal's modes again while it shows frames; a complete redraw must follow.
  func restoreModes()
  /// Restores the terminal permanently.
  func close()
  /// Turns mouse reports on or off; initially off.
  func setMouse(_ isEnabled: Bool)
  /// Sets the window's title until the terminal is restored.
  func setTitle(_ title: String)
  /// Called when there are events without further input.
  ///
  /// If it is nil, `pendingEvents` waits up to 25 ms (100 ms over ssh) after a lone Escape, which
  /// may be the beginning of another key; otherwise it never waits.
  var onPending: (@MainActor () -> Void)? { get set }
}

extension Screen {
  /// Default: there are no answers.
  package func ask(_ question: [UInt8]) {}
  /// Default: redraws all rows.
  package func invalidate(rows: Range<Int>) { invalidate() }
  /// Default: leaves earlier input to the other program.
  package func handOver() { suspend() }
  /// Default: nobody changes them.
  package func retake() -> Bool { true }
  /// Default: nobody changes them.
  package func restoreModes() {}
  /// Default: does nothing.
  package func close() {}
  /// Default: there is no mouse.
  package func setMouse(_ isEnabled: Bool) {}
  /// Default: there is no window.
  package func setTitle(_ title: String) {}
  /// Default: events are never delayed.
  package var onPending: (@MainActor () -> Void)? {
    get { nil }
    set { _ = newValue }
  }
}

/// The abilities of a terminal.
package struct ScreenAbilities: Hashable, Sendable {
  /// The number of colours.
  package enum ColorDepth: Int, Hashable, Sendable, Comparable {
    /// None: attributes only.
    case none
    /// The first 8 of the terminal's palette.
    case eight
    /// The 16 of the terminal's palette.
    case sixteen
    /// The 256 of xterm.
    case indexed
    /// 24-bit RGB.
    case trueColor

    /// Orders by the number of colours.
    package static func < (one: ColorDepth, other: ColorDepth) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// The number of colours.
  package var colors: ColorDepth
  /// Whether non-ASCII characters can be shown.
  package var unicode: Bool
  /// Height of a cell divided by its width; 2 if unknown.
  package var cellAspect: Double
  /// Size of a cell in pixels; nil if unknown.
  package var cellPixels: CellPixels?
  /// Whether programs can copy to its clipboard, as far as is known.
  package var hasClipboard = true

  /// Creates abilities; by default those of a modern terminal.
  package init(colors: ColorDepth = .trueColor, unicode: Bool = true, cellAspect: Double = 2) {
    self.colors = colors
    self.unicode = unicode
    self.cellAspect = cellAspect
  }
}

/// Width and height of a character cell in pixels.
package struct CellPixels: Hashable, Sendable {
  /// Width in pixels.
  package var width: Int
  /// Height in pixels.
  package var height: Int

  /// Creates a size in pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
