import Foundation
import TerminalHarness

/// A temporary folder that is the home of everything the bench starts, removed at the end.
final class Workspace {
  /// Its path.
  let path: String

  /// Makes a new one.
  ///
  /// - Throws: Foundation's error if the temporary folder can't be written to.
  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-bench-\(UUID().uuidString.prefix(8))").path
    for folder in ["config", "data", "state", "cache"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The environment of a program: nobody's own settings, a terminal with true colour.
  var environment: [String: String] {
    TerminalSession.defaultEnvironment.merging([
      "HOME": path, "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data",
      "XDG_STATE_HOME": "\(path)/state", "XDG_CACHE_HOME": "\(path)/cache",
      "COLORTERM": "truecolor",
    ]) { $1 }
  }

  /// Writes a file and returns its path.
  ///
  /// - Throws: Foundation's error.
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  /// Runs a program to its end, and returns what it wrote.
  ///
  /// - Throws: `BenchError.failed`, or Foundation's error if it can't be started.
  func run(_ command: [String], input: Data? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    if let input {
      let file = try write(String(decoding: input, as: UTF8.self), to: "input")
      process.standardInput = FileHandle(forReadingAtPath: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError.failed(command.first ?? "", code: process.terminationStatus)
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Why the bench can't go on.
enum BenchError: Error, CustomStringConvertible {
  /// A program that prepares data failed.
  case failed(String, code: Int32)
  /// There is no such program.
  case missing(String)

  var description: String {
    switch self {
    case .failed(let program, let code): "\(program) failed with code \(code)"
    case .missing(let path): "there is no program at \(path): build it first"
    }
  }
}
