import Foundation

/// Stopping as Ctrl-Z does: the shell takes over until it continues the program.
enum Suspension {
  /// Stops the process group; returns when it is continued.
  static func stop() {
    let before = signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    // The signal may be delivered to another thread a moment later: the continuation is what counts.
    signal(SIGTSTP, before)
  }
}
