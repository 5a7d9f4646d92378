import Foundation
import TerminalHarness

/// The built program in an empty home of its own, which is removed when it goes.
final class Program {
  /// What a run left behind.
  typealias Result = TemporaryHome.Result

  private let place: TemporaryHome
  /// A user's without any wishes: all folders are below `HOME`.
  private let environment: [String: String]

  init() throws {
    place = try TemporaryHome()
    environment = [
      "HOME": place.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "ada",
    ]
  }

  /// The folder that `HOME` names; files of a test may stand there.
  var home: URL { URL(fileURLWithPath: place.path) }

  /// Where the package is.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the program to its end.
  func run(_ arguments: [String], input: String = "") throws -> Result {
    try place.run([BuiltProgram.firefly] + arguments, input: input, environment: environment)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., input: String = "", environment changes: [String: String] = [:]
  ) throws -> Result {
    try place.run(
      [BuiltProgram.firefly] + arguments, input: input,
      environment: environment.merging(changes) { $1 })
  }

  /// Runs a line of shell in which `$FIREFLY` is the program.
  func shell(_ line: String) throws -> Result {
    let variable = ["FIREFLY": BuiltProgram.firefly]
    return try place.run(
      ["/bin/sh", "-c", line], environment: environment.merging(variable) { $1 })
  }

  /// Starts the program and leaves it running; its output goes to the pipe.
  func start(_ arguments: String...) throws -> (process: Process, output: Pipe) {
    let process = place.process([BuiltProgram.firefly] + arguments, environment: environment)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// Writes a file below the home, with the folders above it.
  func write(_ text: String, to path: String) throws { try place.write(text, to: path) }
}
