import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

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

  private let executable: Executable
  private let arguments: [String]

  /// Parses a program with arguments separated by spaces.
  ///
  /// The path of an existing file may contain spaces and has no arguments.
  ///
  /// - Returns: nil if the text is blank.
  init?(_ text: String) {
    let isPath = text.contains("/") && FileManager.default.isExecutableFile(atPath: text)
    let words = isPath ? [text] : text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return nil }
    executable = name.contains("/") ? .path(FilePath(name)) : .name(name)
    arguments = Array(words.dropFirst())
  }

  /// Sends a code, and waits for the end of the program.
  ///
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
      // The first task to end decides; a cancelled program is killed.
      try await group.next()
    }
  }

  /// Returns the reading end of a pipe that contains a short text.
  ///
  /// Subprocess 1.0.2, which could write it, ends the process if the program doesn't read.
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
