import Foundation

/// Stops the program like Ctrl-Z, until the shell continues it.
package enum Suspension {
  /// Stops the process group, and returns when it is continued.
  ///
  /// A signal to the process would be received by the dispatch source for SIGTSTP; a signal to this
  /// thread is not. The other processes of the group get theirs first.
  package static func stop() {
    let before = signal(SIGTSTP, SIG_IGN)
    // The dispatch source has blocked the signal in this thread.
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    kill(0, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    pthread_kill(pthread_self(), SIGTSTP)
    signal(SIGTSTP, before)
  }

  /// Stops the process group until the shell continues it in the foreground.
  static func stop(untilForegroundOf terminal: JobTerminal) {
    // An orphaned process group is never stopped, so don't wait forever.
    for _ in 0..<100 {
      stop()
      if terminal.isOurs { return }
    }
  }
}
