import FireflyScreen

/// A terminal's mouse report.
///
/// - SeeAlso: XTerm Control Sequences, "Mouse Tracking".
struct MouseReport {
  /// The event; nil for other buttons and for motion without a button.
  let event: MouseEvent?

  /// Parses a report in the format of mode 1006.
  ///
  /// - Parameters:
  ///   - code: button and modifiers.
  ///   - column: the column, from 1.
  ///   - row: the row, from 1.
  ///   - isRelease: whether the button was released.
  init(code: Int, column: Int, row: Int, isRelease: Bool) {
    let kind: MouseEvent.Kind?
    // Ignores Shift, Alt and Ctrl (4, 8, 16).
    switch code & ~0b11100 {
    case 0: kind = isRelease ? .release : .press
    case 2: kind = isRelease ? nil : .menuPress
    case 32: kind = .drag
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    default: kind = nil
    }
    event = kind.map { MouseEvent($0, at: Point(x: max(0, column - 1), y: max(0, row - 1))) }
  }

  /// Parses a report in the old format, with bytes from 32 up, of terminals without mode 1006.
  init(button: UInt8, column: UInt8, row: UInt8) {
    let code = Int(button) - 32
    let isRelease = code & ~0b11100 == 3
    self.init(
      code: isRelease ? 0 : code, column: Int(column) - 32, row: Int(row) - 32,
      isRelease: isRelease)
  }
}
