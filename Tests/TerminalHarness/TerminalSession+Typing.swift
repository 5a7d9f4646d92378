extension TerminalSession {
  /// Types text and named keys, such as `jj<down><f2><enter>`; arrows follow the program's modes.
  ///
  /// Names: `up down left right home end pgup pgdn ins del enter tab s-tab esc space bs lt f1`…`f12`,
  /// `c-x` for Ctrl, `a-x` for Alt and `s-` for Shift with an arrow.
  ///
  /// - `count`: How many times; the bytes go out in one write.
  /// - Returns: When the writing began.
  /// - Throws: `TerminalError`: an unknown key, or a program that does not read.
  @discardableResult
  package func send(_ keys: String, times count: Int = 1) throws -> SuspendingClock.Instant {
    catchUp()
    let bytes = try encode(keys)
    let start = SuspendingClock.now
    try terminal.write(
      Array(repeatElement(bytes, count: count).joined()), timeout: .seconds(30))
    return start
  }

  /// Sends bytes as they are, such as those of another character set.
  ///
  /// - Throws: `TerminalError` if the program does not read.
  package func send(bytes: [UInt8]) throws {
    catchUp()
    try terminal.write(bytes, timeout: .seconds(30))
  }

  /// Pastes text, in brackets where the program has asked for them.
  ///
  /// - Throws: `TerminalError` where the program does not read.
  package func paste(_ text: String) throws {
    catchUp()
    screen.markPaste(isBeginning: true)
    var bytes = screen.takeOutput() + Array(text.utf8)
    screen.markPaste(isBeginning: false)
    bytes += screen.takeOutput()
    try terminal.write(bytes, timeout: .seconds(30))
  }

  /// What the mouse can do.
  package enum MouseAction: Sendable {
    /// The left button goes down.
    case press
    /// The mouse moves, with the left button as it is.
    case move
    /// The left button comes up.
    case release
    /// The wheel turns one notch.
    case wheelUp, wheelDown
  }

  /// Uses the mouse at a cell, from 0; told to the program only as far as it has asked for.
  ///
  /// - Throws: `TerminalError` where the program does not read.
  package func mouse(_ action: MouseAction, _ column: Int, _ row: Int) throws {
    catchUp()
    let button: Int? =
      switch action {
      case .press, .release: 1
      case .wheelUp: 4
      case .wheelDown: 5
      case .move: nil
      }
    let isPressed = if case .release = action { false } else { true }
    screen.mouse(column: column, row: row, button: button, isPressed: isPressed)
    try terminal.write(screen.takeOutput(), timeout: .seconds(5))
  }

  /// Clicks a cell, from 0.
  ///
  /// - Throws: `TerminalError` where the program does not read.
  package func click(_ column: Int, _ row: Int) throws {
    try mouse(.press, column, row)
    try mouse(.release, column, row)
  }

  private func encode(_ keys: String) throws -> [UInt8] {
    try TypedKey.keys(in: keys).flatMap { key in
      switch key {
      case .bytes(let bytes):
        return bytes
      case .special(let key, let modifier):
        screen.press(key, modifier)
        return screen.takeOutput()
      }
    }
  }
}
