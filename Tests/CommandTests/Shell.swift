import Foundation
import Testing

/// A shell for which Firefly has completions.
struct Shell: CustomTestStringConvertible {
  let name: String
  /// Runs a line without the user's own settings.
  let command: [String]

  var testDescription: String { name }

  /// Those that are installed.
  static let installed = [
    Shell(name: "bash", command: ["bash", "--norc", "-c"]),
    Shell(name: "zsh", command: ["zsh", "-f", "-c"]),
    Shell(name: "fish", command: ["fish", "--no-config", "-c"]),
  ].filter { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0.name)") }

  /// Writes a program `firefly` for `Program.shell`.
  ///
  /// - Parameters:
  ///   - line: what it does.
  ///   - program: whose shells find it.
  /// - Throws: an error of the file system.
  static func install(_ line: String, for program: Program) throws {
    try program.write("#!/bin/sh\n\(line)\n", to: "bin/firefly")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: program.home.appendingPathComponent("bin/firefly").path)
  }
}
