import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that sends sign-in codes.
///
/// It gets the address on the first line of its standard input and the code on the second. No shell is
/// between, and nothing that was sent to the server is an argument.
struct MailCommand: Sendable {
  /// Why a code was not sent, for the log.
  enum SendError: Error, CustomStringConvertible {
    /// The program ended in another way than with code 0.
    case failed(String)
    /// It took too long, and was ended.
    case timedOut

    var description: String {
      switch self {
      case .failed(let how): "the mail command failed: \(how)"
      case .timedOut: "the mail command took more than \(MailCommand.limit)"
      }
    }
  }

  /// How long it may take.
  static let limit = Duration.seconds(10)

  private let executable: Executable
  private let arguments: [String]

  /// A program with its arguments, which blanks separate; a path with blanks in it is one that has no
  /// arguments.
  ///
  /// - Returns: nil for blanks only.
  init?(_ text: String) {
    let isPath = text.contains("/") && FileManager.default.isExecutableFile(atPath: text)
    let words = isPath ? [text] : text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return nil }
    executable = name.contains("/") ? .path(FilePath(name)) : .name(name)
    arguments = Array(words.dropFirst())
  }

  /// Has a code sent, and waits for the end of that.
  /// - Throws: `SendError`, what starting a program throws.
  func send(_ code: String, to email: String) async throws {
    let (executable, arguments) = (executable, arguments)
    try await withThrowingTaskGroup { group in
      group.addTask {
        let input = try Self.pipe(holding: "\(email)\n\(code)\n")
        let result = try await Subprocess.run(
          executable, arguments: Arguments(arguments),
          input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .discarded,
          error: .discarded)
        guard result.terminationStatus.isSuccess else {
          throw SendError.failed("\(result.terminationStatus)")
        }
      }
      group.addTask {
        try await Task.sleep(for: Self.limit)
        throw SendError.timedOut
      }
      defer { group.cancelAll() }
      // The first to end decides; what is cancelled is ended by force.
      try await group.next()
    }
  }

  /// The reading end of a pipe that holds a short text and its end already.
  ///
  /// Subprocess 1.0.2, which could write it, ends the process where the program doesn't read.
  private static func pipe(holding text: String) throws -> FileDescriptor {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    do {
      try ends.writeEnd.closeAfter { _ = try ends.writeEnd.writeAll(text.utf8) }
      return ends.readEnd
    } catch {
      try? ends.readEnd.close()
      throw error
    }
  }
}
