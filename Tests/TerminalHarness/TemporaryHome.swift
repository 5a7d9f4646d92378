import FireflyPrograms
import Foundation

/// A temporary folder that is the home of programs under test or measured, removed when it goes.
package final class TemporaryHome {
  /// What a program left behind.
  package struct Result {
    /// What it wrote on standard output.
    package var output: String
    /// What it wrote on standard error.
    package var error: String
    /// The exit code; 128 and the signal's number if a signal ended it.
    package var status: Int32
    /// The lines of the output that are not empty.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Seconds that a program may run.
  private static let patience = 60.0

  /// Where it is.
  package let path: String

  /// Makes a new one, with the folders that its environment names.
  ///
  /// - Throws: Foundation's error if the temporary folder can't be written to.
  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-home-\(UUID().uuidString.prefix(8))").path
    for folder in ["config", "data", "state", "cache"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The environment of a program that lives here: nobody's own settings, a terminal with true colour.
  package var environment: [String: String] {
    TerminalSession.defaultEnvironment.merging([
      "HOME": path, "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data",
      "XDG_STATE_HOME": "\(path)/state", "XDG_CACHE_HOME": "\(path)/cache",
      "COLORTERM": "truecolor",
    ]) { $1 }
  }

  /// Writes a file, with the folders above it, and returns its path.
  ///
  /// - Throws: Foundation's error.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }

  /// Runs a program to its end, or for a minute; what it reads and writes are files.
  ///
  /// - `command`: a name to look for in PATH, or a path, and the arguments.
  /// - `environment`: nil for that of this home.
  /// - Throws: Foundation's error if it can't be started.
  package func run(
    _ command: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> Result {
    let files = try [input, "", ""].map { text in
      URL(fileURLWithPath: try write(text, to: "stream-\(UUID().uuidString.prefix(8))"))
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let process = process(command, environment: environment)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    if !process.waitUntilExit(atMost: Self.patience) { process.terminate() }
    process.waitUntilExit()
    return Result(
      output: try String(contentsOf: files[1], encoding: .utf8),
      error: try String(contentsOf: files[2], encoding: .utf8),
      status: process.terminationStatus
        + (process.terminationReason == .uncaughtSignal ? 128 : 0))
  }

  /// A program that is not started yet, in this home.
  ///
  /// - Parameters: as for `run`.
  package func process(_ command: [String], environment: [String: String]? = nil) -> ChildProgram {
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Tests that run in the background may ignore the signals of the keyboard.
    process.arguments = ["--default-signal=INT,HUP"] + command
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = environment ?? self.environment
    return process
  }
}
