import CPseudoTerminal
import Glibc

/// An open file descriptor, closed when its last owner goes.
///
/// Shared by the session and its reading thread, so neither has to wait for the other to close it.
final class Descriptor: Sendable {
  /// The number the kernel knows it by.
  let number: CInt

  /// Takes over an open descriptor.
  init(owning number: CInt) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Both ends of a new pipe, non-blocking and not inherited by children.
  ///
  /// - Throws: `TerminalError.systemCall`.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: (reading: CInt, writing: CInt) = (-1, -1)
    guard pseudo_terminal_pipe(&ends.reading, &ends.writing) == 0 else {
      throw TerminalError.systemCall("pipe2", code: errno)
    }
    return (Descriptor(owning: ends.reading), Descriptor(owning: ends.writing))
  }

  /// Waits until it can be read or written, or the time is over.
  ///
  /// - Returns: Whether it can; also true once the other end has gone.
  func isReady(for events: CInt, within timeout: Duration) -> Bool {
    var request = pollfd(fd: number, events: CShort(events), revents: 0)
    let milliseconds = (timeout / .milliseconds(1)).rounded(.up)
    return poll(&request, 1, CInt(max(0, min(milliseconds, 3_600_000)))) > 0
  }
}
