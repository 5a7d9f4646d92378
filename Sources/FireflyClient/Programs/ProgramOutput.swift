import FireflyAPI
import FireflyCore
import Foundation

/// A program of the user's, of which what it prints is wanted.
///
/// It is started without a shell, has no terminal, and is bounded in time and output. Whatever it has started ends
/// with it; of a command on a key only if that fails or is ended.
package struct ProgramOutput: Sendable {
  /// Maximum bytes of its errors that are kept.
  private static let maximumErrors = 4_096

  /// Its name, for sentences.
  private let name: String
  private let words: [String]
  private let environment: [String: String]
  private let maximumBytes: Int
  private let seconds: Double
  private let isOwnCommand: Bool

  /// Creates a program, which is not started yet.
  ///
  /// - Parameters:
  ///   - name: its name, for sentences.
  ///   - words: the program, which is looked up in `PATH`, and its first arguments. A single text that is not the path
  ///     of a program is separated at its spaces; `~/` at the beginning of the program is the home folder.
  ///   - maximumBytes: maximum bytes of its output.
  ///   - seconds: the time that it has.
  ///   - isOwnCommand: whether it is a command on a key, which may print nothing, instead of a source.
  package init(
    name: String, words: [String], environment: [String: String], maximumBytes: Int,
    seconds: Double, isOwnCommand: Bool = false
  ) {
    (self.name, self.environment) = (name, environment)
    (self.maximumBytes, self.seconds) = (maximumBytes, seconds)
    self.isOwnCommand = isOwnCommand
    func expanded(_ path: String) -> String {
      path.hasPrefix("~/") ? (environment["HOME"] ?? "") + path.dropFirst() : path
    }
    let text = words.count == 1 ? expanded(words[0]) : ""
    let isPath = text.contains("/") && FileManager.default.fileExists(atPath: text)
    let parts =
      words.count == 1 && !isPath
      ? words[0].split(whereSeparator: \.isWhitespace).map(String.init) : words
    self.words = parts.prefix(1).map(expanded) + parts.dropFirst()
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: its last arguments.
  ///   - input: what it reads from its standard input.
  /// - Returns: what it prints.
  package func run(_ arguments: [String], input: Data = Data()) async throws(APIError) -> Data {
    guard let command else { throw .notOffered(missing) }
    let running: RunningProgram
    do {
      // An argument ends at a zero byte.
      let all = (command + arguments).map { $0.replacing("\0", with: "") }
      running = try RunningProgram(all, environment, input, leavesOthers: isOwnCommand)
    } catch {
      let advice =
        error == SystemProblem(code: ENOEXEC)
        ? " A script needs a first line such as #!/bin/sh."
        : error == SystemProblem(code: ENOENT) ? " Its first line may name a missing program." : ""
      throw .notOffered("The program of \(name) can't be started: \(error).\(advice)")
    }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        // A thread of its own, because it blocks.
        Thread.detachNewThread {
          done.resume(
            returning: running.output(
              within: seconds, atMost: maximumBytes, errors: Self.maximumErrors))
        }
      }
    } onCancel: {
      running.kill()
    }
    if Task.isCancelled { throw .cancelled }
    return try result(of: end)
  }

  /// Why the program can't be started, as a sentence; nil if it was found.
  package var problem: String? { command == nil ? missing : nil }

  /// The path of the program and its first arguments; nil if it was not found.
  package var command: [String]? {
    SearchPath(environment).program(words.first ?? "").map { [$0] + words.dropFirst() }
  }

  private var missing: String {
    let program = ForeignText.cleanLine(words.first ?? "", limit: 200)
    let isThere = program.contains("/") && FileManager.default.fileExists(atPath: program)
    return isThere
      ? "The program of \(name), \(program), is not executable. Run: chmod +x \(program)"
      : "The program of \(name), \(program), was not found. See \(isOwnCommand ? "commands" : "sources") in the configuration."
  }

  private func result(of end: RunningProgram.End) throws(APIError) -> Data {
    switch end {
    case .late:
      throw .notOffered(
        "The program of \(name) took more than \(Int(seconds.rounded(.up))) seconds and was ended.")
    case .tooLong:
      throw .notOffered(
        "The program of \(name) printed more than \(maximumBytes >> 20) MB and was ended: its output is lost."
      )
    case .ended(let output, _, status: 0)
    where !isOwnCommand && output.allSatisfy(UInt8.isBlank):
      throw .notOffered("The program of \(name) printed nothing.")
    case .ended(let output, _, status: 0): return output
    case .ended(_, let errors, let status):
      let how =
        status & 0x7F == 0 ? "exit code \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      let last = ForeignText.cleanLine(String(lines.last ?? ""), limit: 200)
      throw .notOffered(
        "The program of \(name) failed (\(how))" + (last.isEmpty ? "." : ": \(last)"))
    }
  }

  /// Ends all programs that run, because the session ends, and removes their files.
  ///
  /// - Parameter waits: whether to block for half a second if a program has just ended, whose own programs may still
  ///   leave its group.
  package static func endAll(waits: Bool) {
    RunningProgram.endAll(waits: waits)
    BodyFile.removeAll()
  }
}

extension UInt8 {
  fileprivate static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
