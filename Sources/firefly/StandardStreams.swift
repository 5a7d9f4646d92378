import FireflyCore
import FireflyHTTP
import Foundation

/// The standard streams.
enum StandardStreams {
  /// Opens descriptors 0 to 2 if they are closed, and ignores signals for broken pipes and file
  /// size limits.
  ///
  /// Otherwise a stream closed by the shell (`firefly export >&-`) would be the next opened file,
  /// such as the database.
  static func secure() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free descriptor is used, which is the closed one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // Broken connections and file size limits are errors to report, not the end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes text to standard output.
  ///
  /// If it is a closed pipe, the program ends silently, as usual.
  ///
  /// - Throws: `Failure`.
  static func output(_ text: some StringProtocol) throws(Failure) {
    try output(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  ///
  /// If it is a closed pipe, the program ends silently, as usual.
  ///
  /// - Throws: `Failure`.
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

  /// Writes a value as JSON, with escapes for characters that a terminal doesn't show.
  ///
  /// - Throws: `Failure`, what the encoder throws.
  static func output(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try output(JSONWriter.escapingHidden(try encoder.encode(value)) + [0x0A])
  }

  /// Writes a line to standard error, without control characters.
  static func warn(_ text: String) {
    FileHandle.standardError.write(Data("firefly: \(ForeignText.clean(text))\n".utf8))
  }

  /// Returns the message of an error number.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
