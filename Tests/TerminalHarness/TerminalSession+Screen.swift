extension TerminalSession {
  /// The size of the screen.
  package var size: TerminalSize { screen.size }

  /// The rows of the screen, without blanks at their ends.
  package var screenRows: [String] {
    catchUp()
    return (0..<screen.size.rows).map { screen.text(ofRow: $0) }
  }

  /// The rows of the screen as one text.
  package var screenText: String { screenRows.joined(separator: "\n") }

  /// The cell at a place, from 0; nil outside the screen.
  package func cell(_ column: Int, _ row: Int) -> ScreenCell? {
    catchUp()
    return screen.cell(column: column, row: row)
  }

  /// Where the cursor is, from 0.
  package var cursor: (column: Int, row: Int) {
    catchUp()
    return screen.cursor
  }

  /// Whether the cursor is shown.
  package var isCursorVisible: Bool {
    catchUp()
    return screen.isCursorVisible
  }

  /// Whether the alternate screen is shown.
  package var isOnAlternateScreen: Bool {
    catchUp()
    return screen.isAlternate
  }

  /// Whether mouse events are reported.
  package var isMouseReported: Bool {
    catchUp()
    return screen.mouseMode != .none
  }

  /// Whether a DEC private mode is set: 2004 for bracketed paste, 1006 for the mouse in SGR form.
  package func isSet(mode number: Int) -> Bool {
    catchUp()
    return scanner.modes[number] ?? false
  }

  /// Whether the keyboard is in the mode of kitty's protocol.
  package var hasKeyboardProtocol: Bool {
    catchUp()
    return scanner.hasKeyboardProtocol
  }

  /// Private modes that are off in a terminal that no program has changed.
  private static let modesOfPrograms = [
    1, 5, 6, 9, 66, 69, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048,
  ]

  /// What a program that has ended left otherwise than it found it; empty if the terminal is whole.
  ///
  /// - Throws: `TerminalError.systemCall`.
  package func leftovers() throws -> [String] {
    catchUp()
    var left: [String] = []
    if try attributes() != initialAttributes { left.append("line discipline") }
    if screen.isAlternate { left.append("alternate screen") }
    if !screen.isCursorVisible { left.append("hidden cursor") }
    if screen.mouseMode != .none { left.append("mouse mode") }
    if scanner.isUpdating { left.append("synchronised update") }
    for number in Self.modesOfPrograms where scanner.modes[number] == true {
      left.append("mode \(number)")
    }
    if scanner.modes[7] == false { left.append("no auto-wrap") }
    if scanner.titlePushes != 0 { left.append("window title") }
    if scanner.hasKeyboardProtocolAnywhere { left.append("keyboard protocol") }
    if scanner.modifiedKeys != 0 { left.append("modified keys") }
    if scanner.cursorShape != 0 { left.append("cursor shape") }
    return left
  }
}
