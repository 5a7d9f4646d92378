import FireflyClient
import FireflyCore
import FireflyPrograms
import Foundation

/// A program that sends sign-in codes.
///
/// It receives the e-mail on the first line of its standard input and the code on the second. It is
/// started without a shell, and no argument comes from a client.
struct MailCommand: Sendable {
  /// Why a code was not sent, for the log, with the last line that the program wrote to its standard
  /// error.
  enum SendError: Error, CustomStringConvertible {
    /// The program failed.
    case failed(String, said: String = "")
    /// The program took too long and was killed.
    case timedOut(said: String)

    var description: String {
      switch self {
      case .failed(let how, let said): "the mail command failed: \(how)\(Self.tail(said))"
      case .timedOut(let said):
        "the mail command took more than \(MailCommand.limit)\(Self.tail(said))"
      }
    }

    private static func tail(_ said: String) -> String { said.isEmpty ? "" : ": " + said }
  }

  /// Maximum time of the program.
  static let limit = Duration.seconds(10)

  private let words: [String]

  /// Parses a program with arguments separated by spaces.
  ///
  /// The path of an existing file may contain spaces and has no arguments.
  ///
  /// - Returns: nil if the text is blank.
  init?(_ text: String) {
    let isPath = text.contains("/") && FileManager.default.isExecutableFile(atPath: text)
    words = isPath ? [text] : text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.isEmpty { return nil }
  }

  /// Sends a code, and waits for the end of the program, not for programs that it has started.
  ///
  /// - Throws: `SendError`, what starting a program throws.
  func send(_ code: String, to email: String) async throws {
    try await withCheckedThrowingContinuation { done in
      // A thread of its own, because it waits.
      Thread { done.resume(with: Result { try run("\(email)\n\(code)\n") }) }.start()
    }
  }

  private func run(_ input: String) throws {
    // Those of now: what a service manager has passed to the server is gone from them.
    let environment = ProcessInfo.processInfo.environment
    guard let program = SearchPath(environment).program(words[0]) else {
      throw SendError.failed("there is no program \(words[0])")
    }
    let (toProgram, said) = (Pipe(), Pipe())
    guard let nothing = FileHandle(forUpdatingAtPath: "/dev/null") else {
      throw SendError.failed("/dev/null can't be opened")
    }
    // The pipe holds the lines, whether the program reads them or not.
    try toProgram.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    let process = try ChildProcess.spawn(
      [program] + words.dropFirst(), environment, in: .session,
      streams: [
        STDIN_FILENO: toProgram.fileHandleForReading.fileDescriptor,
        STDOUT_FILENO: nothing.fileDescriptor,
        STDERR_FILENO: said.fileHandleForWriting.fileDescriptor,
      ])
    try toProgram.fileHandleForWriting.close()
    try said.fileHandleForWriting.close()
    var lines = LastLine(said.fileHandleForReading.fileDescriptor)
    let end = ContinuousClock.now + Self.limit
    var known = Self.status(of: process)
    while known == nil {
      guard .now < end else {
        // Its whole group: nothing of it is to send a code that is void.
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
        throw SendError.timedOut(said: lines.text)
      }
      lines.read(for: Self.pause)
      known = Self.status(of: process)
    }
    lines.read(for: 0)
    guard let known, known != 0 else { return }
    let signal = known & 0x7f
    throw SendError.failed(
      signal == 0 ? "exit status \(known >> 8 & 0xff)" : "signal \(signal)", said: lines.text)
  }

  /// Milliseconds between two looks at whether the program has ended: its children may keep its output
  /// open for longer.
  private static let pause: Int32 = 20

  /// Returns the status of a program that has ended; nil while it runs.
  private static func status(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == process ? status : nil
  }
}

/// The last line that a program writes, as far as a log may have it.
private struct LastLine {
  /// Bytes of the end of the output that are kept, and letters of the line.
  private static let kept = 4_096
  private static let letters = 200
  /// Digits in a row that could be a code.
  private static let code = 4

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var isOver = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads what is written within a time in milliseconds; returns as soon as there is something.
  mutating func read(for milliseconds: Int32) {
    guard !isOver else {
      usleep(UInt32(milliseconds) * 1_000)
      return
    }
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      isOver = count == 0
      return
    }
    bytes = Array((bytes + buffer.prefix(count)).suffix(Self.kept))
  }

  /// The line, without e-mails and without digits that could be a code.
  var text: String {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { ForeignText.cleanLine(String(decoding: $0, as: UTF8.self)) }
    let last = lines.last { $0.contains { !$0.isWhitespace } } ?? ""
    let words = last.split(separator: " ").map { $0.contains("@") ? "…" : hidingCodes($0) }
    return String(words.joined(separator: " ").prefix(Self.letters))
  }

  private func hidingCodes(_ word: Substring) -> String {
    var (text, digits) = ("", "")
    func shown() -> String { digits.count < Self.code ? digits : "…" }
    for letter in word {
      if letter.isNumber {
        digits.append(letter)
      } else {
        text += shown() + String(letter)
        digits = ""
      }
    }
    return text + shown()
  }
}
