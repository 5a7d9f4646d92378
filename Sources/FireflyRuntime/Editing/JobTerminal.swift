import Foundation

/// The terminal, as far as it is handed between us and a program that we have started.
struct JobTerminal {
  private let descriptor: Int32
  /// Our own process group.
  private let group: pid_t
  /// How it was set when it was ours.
  private let modes: termios

  /// The terminal of a descriptor; nil if that is none, or not ours to give.
  init?(_ descriptor: Int32) {
    var modes = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &modes) == 0,
      tcgetpgrp(descriptor) == getpgrp()
    else { return nil }
    self.descriptor = descriptor
    self.modes = modes
    group = getpgrp()
  }

  /// Whether a process group has it.
  func isForeground(_ group: pid_t) -> Bool { tcgetpgrp(descriptor) == group }

  /// Whether we have it.
  var isOurs: Bool { isForeground(group) }

  /// Puts a process group into the foreground.
  func setForeground(_ group: pid_t) { Self.allowingOutput { tcsetpgrp(descriptor, group) } }

  /// Puts us into the foreground.
  ///
  /// - Returns: its previous settings.
  @discardableResult
  func reclaim() -> termios {
    var found = modes
    setForeground(group)
    tcgetattr(descriptor, &found)
    return found
  }

  /// Sets it as it was before, or in a way of one's own; what was typed and not read stays.
  func restore(_ other: termios? = nil) {
    var modes = other ?? modes
    Self.allowingOutput { tcsetattr(descriptor, TCSADRAIN, &modes) }
  }

  /// Who isn't in the foreground is stopped for setting a terminal, unless he won't hear of it.
  private static func allowingOutput(_ body: () -> Int32) {
    var (output, before) = (sigset_t(), sigset_t())
    sigemptyset(&output)
    sigaddset(&output, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &output, &before)
    _ = body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
