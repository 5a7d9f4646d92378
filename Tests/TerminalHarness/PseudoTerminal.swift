import CPseudoTerminal
import Glibc

/// A pseudo-terminal: its master side, held open, and the path of the side a program gets.
struct PseudoTerminal {
  /// The master side, non-blocking.
  let master: Descriptor
  /// Path of the slave side.
  let path: String

  /// Opens a new pair of the given size.
  ///
  /// - Throws: `TerminalError.systemCall`.
  init(size: TerminalSize) throws {
    var name = [CChar](repeating: 0, count: 128)
    let number = pseudo_terminal_open(&name, name.count)
    guard number >= 0 else { throw TerminalError.systemCall("posix_openpt", code: errno) }
    master = Descriptor(owning: number)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    try resize(to: size)
  }

  /// Sets the size; the kernel then sends SIGWINCH to the programs in the foreground.
  ///
  /// - Throws: `TerminalError.systemCall`.
  func resize(to size: TerminalSize) throws {
    var window = size.windowSize
    guard ioctl(master.number, UInt(TIOCSWINSZ), &window) == 0 else {
      throw TerminalError.systemCall("TIOCSWINSZ", code: errno)
    }
  }

  /// The process group in the foreground.
  ///
  /// - Throws: `TerminalError.systemCall`.
  func foregroundGroup() throws -> pid_t {
    let group = tcgetpgrp(master.number)
    guard group > 0 else { throw TerminalError.systemCall("tcgetpgrp", code: errno) }
    return group
  }

  /// How the line discipline is set now; still readable after the program has gone.
  ///
  /// - Throws: `TerminalError.systemCall`.
  func attributes() throws -> TerminalAttributes {
    var raw = termios()
    guard tcgetattr(master.number, &raw) == 0 else {
      throw TerminalError.systemCall("tcgetattr", code: errno)
    }
    return TerminalAttributes(raw)
  }

  /// Writes all bytes, as if they were typed.
  ///
  /// - Throws: `TerminalError.systemCall`, or `TerminalError.timedOut` where the program leaves
  ///   them unread for longer than the timeout.
  func write(_ bytes: [UInt8], timeout: Duration) throws {
    let deadline = SuspendingClock.now + timeout
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(master.number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        let left = deadline - .now
        guard left > .zero, master.isReady(for: POLLOUT, within: left) else {
          throw TerminalError.timedOut("the program to read its keys", screen: "")
        }
      } else if errno != EINTR {
        throw TerminalError.systemCall("write", code: errno)
      }
    }
  }
}
