import FireflyCore
import Foundation

/// The three streams that every program is given.
enum StandardStreams {
  /// Makes sure that 0, 1 and 2 are open, and that neither a pipe nor a full
  /// file ends the program unasked.
  ///
  /// A stream that the shell closed (`firefly export >&-`) is one that can't be used, not the first
  /// file that happens to be opened next, such as the database.
  static func secure() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // Descriptors are given from the lowest on, so this one takes the place of the closed one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A connection that breaks is an error to tell, not the end; so is a file that may not grow.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes text to standard output, all of it.
  ///
  /// If it is a closed pipe, the program ends silently, as usual.
  /// - Throws: `Failure`, if it can't be written.
  static func output(_ text: some StringProtocol) throws(Failure) {
    try output(Array(text.utf8))
  }

  /// Writes bytes to standard output, all of them.
  ///
  /// If it is a closed pipe, the program ends silently, as usual.
  /// - Throws: `Failure`, if they can't be written.
  static func output(_ bytes: [UInt8]) throws(Failure) {
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
      } else if errno != EINTR {
        throw Failure("Standard output can't be written: \(reason(errno)).")
      }
    }
  }

  /// Writes a line of the program's own to standard error; names in it that came from elsewhere do nothing
  /// to the terminal.
  static func warn(_ text: String) {
    FileHandle.standardError.write(Data("firefly: \(ForeignText.clean(text))\n".utf8))
  }

  /// What an error number of the system means.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
