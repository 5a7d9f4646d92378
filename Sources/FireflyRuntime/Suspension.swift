import Foundation

/// Stopping as Ctrl-Z does: the shell takes over until it continues the program.
enum Suspension {
  /// Stops the process group, and goes on only when it is continued.
  ///
  /// What is sent to the process may be taken by whoever listens for signals, before it stops anything;
  /// what is sent to this thread can't be. A continuation takes back whichever is left.
  static func stop() {
    let before = signal(SIGTSTP, SIG_DFL)
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &stop, &mask)
    kill(0, SIGTSTP)
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    signal(SIGTSTP, before)
  }

  /// Stops the process group until the shell continues it in the foreground.
  static func stop(untilForegroundOf terminal: JobTerminal) {
    // A group that no shell looks after is never stopped, and never has to wait.
    for _ in 0..<100 {
      stop()
      if terminal.isOurs { return }
    }
  }
}
