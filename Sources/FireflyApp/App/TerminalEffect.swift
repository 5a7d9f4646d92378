import FireflyCore

/// Something to be done with the terminal, or with the program as a whole.
public enum TerminalEffect: Hashable, Sendable {
  /// Put text on the terminal's clipboard.
  case copy(String)
  /// Write the whole screen again.
  case redraw
  /// Hand a text, which was made of a draft, to the user's own editor; that has the terminal until it ends.
  case openEditor(String, of: Draft)
  /// Stop until the shell continues the program.
  case suspend
  /// Leave the loop.
  case quit
}
