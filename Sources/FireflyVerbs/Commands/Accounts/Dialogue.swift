import FireflyCore
import Foundation

/// Prompts for the user: questions on standard error, answers on standard input, so that a script
/// can answer, too.
enum Dialogue {
  /// Maximum bytes of an answer.
  private static let maximumBytes = 1_000

  /// Prints a line.
  static func say(_ text: String) {
    StandardStreams.say("\(ForeignText.clean(text))\n")
  }

  /// Asks for a password, which a terminal does not show; spaces at its ends belong to it.
  ///
  /// - Returns: the answer; nil at the end of the input.
  /// - Throws: `Failure` if nothing may be asked.
  static func askSecretly(_ question: String) throws(Failure) -> String? {
    try allow(question)
    var shown = termios()
    guard VerbEnvironment.current.input.isTerminal, tcgetattr(STDIN_FILENO, &shown) == 0 else {
      defer { say("") }
      return try ask(question, trims: false)
    }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      say("")
    }
    return try ask(question, trims: false)
  }

  /// Refuses a question where nothing may be asked.
  private static func allow(_ question: String) throws(Failure) {
    guard !VerbEnvironment.current.asks else { return }
    throw Failure(
      "Nothing is asked with --no-input, and this would be: \(ForeignText.cleanLine(question))",
      code: Failure.noTerminal)
  }

  /// Prints a question and reads a line.
  ///
  /// - Parameters:
  ///   - trims: whether spaces at the ends of the answer don't count.
  ///   - other: what may answer first; nil for nothing.
  /// - Returns: the trimmed answer; nil at the end of the input.
  /// - Throws: `Failure` if nothing may be asked.
  static func ask(
    _ question: String, trims: Bool = true, or other: Outcome<String?>? = nil
  ) throws(Failure) -> String? {
    try allow(question)
    StandardStreams.say("\(ForeignText.clean(question)) ")
    var line: [UInt8] = []
    var byte: UInt8 = 0
    // Byte by byte, because the rest of the input belongs to others.
    while true {
      // Only the main thread waits for both.
      while let other, Thread.isMainThread {
        if let answer = try? other.take()?.get() {
          say("")
          return answer
        }
        if MainLoop.turn(watching: STDIN_FILENO) { break }
      }
      let count = withUnsafeMutableBytes(of: &byte) { VerbEnvironment.current.input.read(into: $0) }
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        say("")
        guard !line.isEmpty else { return nil }
        break
      }
      if byte == UInt8(ascii: "\n") { break }
      if line.count < maximumBytes { line.append(byte) }
    }
    let text = String(decoding: line, as: UTF8.self)
    return text.trimmingCharacters(in: trims ? .whitespacesAndNewlines : .newlines)
  }
}
