import FireflyScreen

/// What a terminal says about the mouse.
///
/// - SeeAlso: XTerm Control Sequences, "Mouse Tracking".
struct MouseReport {
  /// What Firefly understands of it; nil for other buttons and for mere motion.
  let event: MouseEvent?

  /// A report in the form of mode 1006.
  ///
  /// - `code`: button and modifiers.
  /// - `column`: from 1.
  /// - `row`: from 1.
  init(code: Int, column: Int, row: Int, isRelease: Bool) {
    let kind: MouseEvent.Kind?
    // Shift, Alt and Ctrl (4, 8, 16) make no difference.
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

  /// A report in the old form, each part a byte from 32 up: for terminals without mode 1006.
  init(button: UInt8, column: UInt8, row: UInt8) {
    let code = Int(button) - 32
    let isRelease = code & ~0b11100 == 3
    self.init(
      code: isRelease ? 0 : code, column: Int(column) - 32, row: Int(row) - 32,
      isRelease: isRelease)
  }
}
