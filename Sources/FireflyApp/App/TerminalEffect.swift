import FireflyCore

/// An effect of the terminal or the whole program.
package enum TerminalEffect: Hashable, Sendable {
  /// Copy text to the terminal's clipboard, and note it with these words if it succeeds.
  case copy(String, noted: String? = nil)
  /// Notify the user, whose window is in the background.
  case notify(String)
  /// Redraw the screen.
  case redraw
  /// Open a draft's text in the user's external editor, which uses the terminal until it exits.
  case openEditor(String, of: Draft)
  /// Suspend the program until the shell continues it.
  case suspend
  /// Quit.
  case quit
}
