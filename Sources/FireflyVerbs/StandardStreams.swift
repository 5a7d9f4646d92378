import FireflyCore
import FireflyJSON
import FireflyScreen
import Foundation

/// The standard streams.
package enum StandardStreams {
  /// Opens descriptors 0 to 2 if they are closed, and ignores signals for broken pipes and file
  /// size limits.
  ///
  /// Otherwise a stream closed by the shell (`firefly export >&-`) would be the next opened file,
  /// such as the database.
  package static func secure() {
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
  /// - Throws: `Failure`; `.brokenPipe` if its reader has gone.
  package static func output(_ text: some StringProtocol) throws(Failure) {
    try output(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  ///
  /// - Throws: `Failure`; `.brokenPipe` if its reader has gone.
  package static func output(_ bytes: [UInt8]) throws(Failure) {
    switch VerbEnvironment.current.output.write(bytes) {
    case nil: break
    case EPIPE: throw .brokenPipe
    case .some(let number): throw Failure(unwritable(number))
    }
  }

  /// Prints the result of work that is done; with --quiet, not if it is a sentence.
  ///
  /// If standard output can't be written, a sentence goes to standard error and the command still
  /// succeeds: a script that repeats a failed command would do the work twice.
  ///
  /// - Parameter sentence: the same in words; nil if the result is a sentence.
  package static func confirm(_ text: String, inWords sentence: String? = nil) {
    confirm(Array(text.utf8), inWords: sentence ?? text.trimmingCharacters(in: .newlines))
  }

  /// Prints the result of work that is done, as above.
  package static func confirm(_ bytes: [UInt8], inWords sentence: String) {
    if VerbEnvironment.current.isQuiet, bytes.elementsEqual((sentence + "\n").utf8) { return }
    guard let number = VerbEnvironment.current.output.write(bytes) else { return }
    let end = sentence.last.map { ".!?0123456789".contains($0) } == true ? "" : "."
    warn("\(sentence)\(end) \(unwritable(number))")
  }

  /// The terminal's characters.
  private static let characters = {
    TerminalLocale.adopt(environment: VerbEnvironment.process.variables)
    return TerminalCharacters()
  }()

  /// Returns bytes of UTF-8 in the character set of the terminal, for a program that writes to it.
  static func forTerminal(_ bytes: [UInt8]) -> [UInt8] { characters.encoded(bytes) }

  /// Writes all bytes to a descriptor; waits while a pipe is full or a terminal is paused.
  ///
  /// A terminal gets them in its character set.
  ///
  /// - Parameter bytes: complete letters of UTF-8.
  /// - Returns: the number of the error; nil if all bytes were written.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = (isatty(descriptor) == 1 ? characters.encoded(bytes) : bytes)[...]
    while !rest.isEmpty {
      var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // A cancelled command ends although nobody reads.
      while poll(&output, 1, 500) == 0 { if Task.isCancelled { return ECANCELED } }
      // A pipe that is ready takes as many bytes without blocking.
      let count = rest.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return errno
      }
    }
    return nil
  }

  /// Writes a value as JSON, with escapes for characters that a terminal doesn't show.
  ///
  /// - Throws: `Failure`, what the encoder throws.
  package static func output(json value: some Encodable) throws { try output(lines(json: value)) }

  /// Encodes a value as `output(json:)` writes it.
  ///
  /// - Throws: what the encoder throws.
  package static func lines(json value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return JSONWriter.escapingHidden(try encoder.encode(value)) + [0x0A]
  }

  /// Says on standard error what was done, unless --quiet is given.
  package static func note(_ text: String) {
    if !VerbEnvironment.current.isQuiet { warn(text) }
  }

  /// Writes a line to standard error, without control characters.
  package static func warn(_ text: String) { say("firefly: \(ForeignText.clean(text))\n") }

  /// Writes text to standard error, as far as possible: no other place is left for it.
  package static func say(_ text: String) {
    _ = VerbEnvironment.current.error.write(Array(text.utf8))
  }

  /// Returns the sentence about an error of standard output.
  package static func unwritable(_ number: Int32) -> String {
    "Standard output can't be written: \(reason(number))."
  }

  /// Returns the message of an error number.
  package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
