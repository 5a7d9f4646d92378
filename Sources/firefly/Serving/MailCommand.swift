import FireflyRuntime
import Foundation

/// A program that sends sign-in codes.
///
/// It receives the e-mail on the first line of its standard input and the code on the second. It is
/// started without a shell, and no argument comes from a client.
struct MailCommand: Sendable {
  /// Why a code was not sent, for the log.
  enum SendError: Error, CustomStringConvertible {
    /// The program failed.
    case failed(String)
    /// The program took too long and was killed.
    case timedOut

    var description: String {
      switch self {
      case .failed(let how): "the mail command failed: \(how)"
      case .timedOut: "the mail command took more than \(MailCommand.limit)"
      }
    }
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

  /// Sends a code, and waits for the end of the program.
  ///
  /// - Throws: `SendError`, what starting a program throws.
  func send(_ code: String, to email: String) async throws {
    guard let program = SearchPath(ProcessInfo.processInfo.environment).program(words[0]) else {
      throw SendError.failed("there is no program \(words[0])")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // The pipe holds the lines, whether the program reads them or not.
    let input = Pipe()
    process.standardInput = input
    try input.fileHandleForWriting.write(contentsOf: Data("\(email)\n\(code)\n".utf8))
    let (ends, end) = AsyncStream<SendError?>.makeStream()
    process.terminationHandler = { process in
      let (how, status) = (process.terminationReason, process.terminationStatus)
      end.yield(
        how == .exit && status == 0
          ? nil : .failed(how == .exit ? "exit status \(status)" : "signal \(status)"))
    }
    try process.run()
    try input.fileHandleForWriting.close()
    let clock = Task {
      try await Task.sleep(for: Self.limit)
      end.yield(.timedOut)
    }
    defer { clock.cancel() }
    for await failure in ends {
      if case .timedOut = failure { break }
      if let failure { throw failure }
      return
    }
    kill(process.processIdentifier, SIGKILL)
    throw SendError.timedOut
  }
}
