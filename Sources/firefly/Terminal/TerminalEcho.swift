import Foundation

/// Whether the terminal shows what is typed; input that is no terminal has no such mode.
@MainActor
final class TerminalEcho {
  /// The modes before; nil while it shows what is typed.
  private var modes: termios?

  /// Whether it does.
  var isOn: Bool {
    get { modes == nil }
    set {
      if newValue, var old = modes {
        modes = nil
        tcsetattr(STDIN_FILENO, TCSANOW, &old)
      } else if !newValue, modes == nil {
        var quiet = termios()
        guard tcgetattr(STDIN_FILENO, &quiet) == 0 else { return }
        modes = quiet
        quiet.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown, so that what follows begins on its own.
        quiet.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSANOW, &quiet)
      }
    }
  }
}
