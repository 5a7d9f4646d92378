import CTerminal
import Glibc

/// Writes to standard output directly; ncurses' own output is always flushed before.
enum TerminalOutput {
  /// Takes the output that ncurses has collected for the terminal.
  static func collected() -> [UInt8] {
    let count = firefly_curses_collected()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = firefly_curses_take(buffer.baseAddress, count)
    }
  }

  /// Writes all bytes, blocking while the terminal is slow; gives up if it is gone.
  static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
          poll(&descriptor, 1, 1_000)
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}
