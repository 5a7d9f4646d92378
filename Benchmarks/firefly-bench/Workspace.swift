import FireflyPrograms
import Foundation
import TerminalHarness

/// The home of everything the bench starts.
final class Workspace {
  private let home: TemporaryHome

  /// Makes a new one.
  ///
  /// - Throws: Foundation's error if the temporary folder can't be written to.
  init() throws { home = try TemporaryHome() }

  /// Its path.
  var path: String { home.path }

  /// The environment of a program: nobody's own settings, a terminal with true colour.
  var environment: [String: String] { home.environment }

  /// Writes a file and returns its path.
  ///
  /// - Throws: Foundation's error.
  func write(_ text: String, to name: String) throws -> String { try home.write(text, to: name) }

  /// A program that is not started yet, and lives here.
  func process(_ command: [String]) -> ChildProgram { home.process(command) }

  /// Runs a program to its end, and returns what it wrote.
  ///
  /// - Throws: `BenchError.failed`, or Foundation's error if it can't be started.
  func run(_ command: [String], input: Data = Data()) throws -> String {
    let result = try home.run(command, input: String(decoding: input, as: UTF8.self))
    guard result.status == 0 else {
      throw BenchError.failed(command.first ?? "", code: result.status)
    }
    return result.output
  }
}

/// Why the bench can't go on.
enum BenchError: Error, CustomStringConvertible {
  /// A program that prepares data failed.
  case failed(String, code: Int32)
  /// There is no such program.
  case missing(String)
  /// A server didn't do what it should; as a sentence.
  case badServer(String)

  var description: String {
    switch self {
    case .failed(let program, let code): "\(program) failed with code \(code)"
    case .badServer(let sentence): sentence
    case .missing(let path): "there is no program at \(path): build it first"
    }
  }
}
