import FireflyScreen
import Foundation

/// The terminal that Firefly shares with a program in the foreground.
struct JobTerminal {
  private let descriptor: Int32
  /// Firefly's process group.
  private let group: pid_t
  /// The modes before the program was started.
  private let modes: termios
  private let type: String

  /// The terminal of a descriptor; nil if there is none, or Firefly is not in its foreground.
  ///
  /// - Parameter type: the terminal's name, as in `TERM`.
  init?(_ descriptor: Int32, type: String) {
    var modes = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &modes) == 0,
      tcgetpgrp(descriptor) == getpgrp()
    else { return nil }
    self.descriptor = descriptor
    self.modes = modes
    self.type = type
    group = getpgrp()
  }

  /// Returns whether a process group is in the foreground.
  func isForeground(_ group: pid_t) -> Bool { tcgetpgrp(descriptor) == group }

  /// Whether Firefly is in the foreground.
  var isOurs: Bool { isForeground(group) }

  /// Puts a process group into the foreground.
  func setForeground(_ group: pid_t) { Self.allowingOutput { tcsetpgrp(descriptor, group) } }

  /// Puts Firefly into the foreground.
  ///
  /// - Returns: the program's terminal modes.
  @discardableResult
  func reclaim() -> termios {
    var found = modes
    setForeground(group)
    tcgetattr(descriptor, &found)
    return found
  }

  /// Restores the previous modes, or sets other ones; unread input stays.
  func restore(_ other: termios? = nil) {
    var modes = other ?? modes
    Self.allowingOutput { tcsetattr(descriptor, TCSADRAIN, &modes) }
  }

  /// Undoes what a program has left in the terminal itself, such as its mouse reports.
  func reset() {
    // The descriptor may be open for reading only.
    let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    let bytes = Array(TerminalReset.sequences(type: type).utf8)
    _ = write(terminal, bytes, bytes.count)
  }

  /// Blocks SIGTTOU, which would stop a background process that changes the terminal.
  private static func allowingOutput(_ body: () -> Int32) {
    var (output, before) = (sigset_t(), sigset_t())
    sigemptyset(&output)
    sigaddset(&output, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &output, &before)
    _ = body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
