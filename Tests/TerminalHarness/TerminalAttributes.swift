import Glibc

/// How a terminal's line discipline is set: what `stty` shows and what a program must restore.
package struct TerminalAttributes: Equatable, Sendable {
  /// Input, output, control and local flags, as `termios` has them.
  package let input, output, control, local: UInt32
  /// The control characters, in the order of the system's `c_cc`.
  package let characters: [UInt8]

  init(_ raw: termios) {
    input = raw.c_iflag
    output = raw.c_oflag
    control = raw.c_cflag
    local = raw.c_lflag
    characters = withUnsafeBytes(of: raw.c_cc) { Array($0) }
  }

  /// Whether typed characters are echoed.
  package var echoes: Bool { local & UInt32(ECHO) != 0 }
  /// Whether input comes in lines, with editing by the kernel.
  package var isCanonical: Bool { local & UInt32(ICANON) != 0 }
}
