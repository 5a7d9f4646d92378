/// An input event of a terminal.
package enum ScreenEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A mouse event.
  case mouse(MouseEvent)
  /// Text was pasted: without control characters, with `\n` between lines.
  case paste(String)
  /// Bytes that are no letters in the terminal's character set, of which this is the name.
  case unreadable(characterSet: String)
  /// The terminal's window gained (true) or lost the keyboard focus.
  case focus(Bool)
  /// The terminal's background colour.
  case background(Color)
  /// The terminal's colour scheme changed to dark (true) or light.
  case scheme(isDark: Bool)
  /// An answer to a query, after its ESC: the introducer (`_` for APC, `P` for DCS, `]` for OSC,
  /// `[` for a control sequence) and the body.
  ///
  /// At most 4 KB.
  case answer(String)
  /// The terminal is gone; there are no more events.
  case closed
}
