/// What comes in from a terminal, in the order in which it came.
public enum ScreenEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// Text was pasted, in one piece: cleaned of control characters, with `\n` between lines.
  case paste(String)
  /// The terminal's window got (true) or lost the keyboard.
  case focus(Bool)
  /// The colour of the terminal's own background.
  case background(Color)
  /// The terminal has become dark (true) or light.
  case scheme(isDark: Bool)
  /// An answer to a question: what came after its ESC. The letter that introduces it (`_` for APC,
  /// `P` for DCS, `]` for OSC, `[` for a control sequence) and its body. At most 4 KB.
  case answer(String)
  /// The terminal is gone: nothing more will come in.
  case closed
}
