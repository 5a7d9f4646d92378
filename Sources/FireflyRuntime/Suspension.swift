import Foundation

/// Stopping as Ctrl-Z does: the shell takes over until it continues the program.
enum Suspension {
  /// Stops the process group, and goes on only when it is continued.
  ///
  /// What is sent to the process is taken by whoever listens for signals, before it stops anything or when it
  /// goes on; what is sent to this thread can't be. So the others of the group get theirs first.
  static func stop() {
    let before = signal(SIGTSTP, SIG_IGN)
    // The listener has blocked it in the receiving thread.
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
    // A group that no shell looks after is never stopped, and never has to wait.
    for _ in 0..<100 {
      stop()
      if terminal.isOurs { return }
    }
  }
}
