import FireflyConfiguration
import FireflyPrograms
import FireflyVerbs
import Foundation
import TerminalHarness
import Testing

/// The built program in an empty home of its own, which is removed when it goes.
final class Program {
  /// What a run left behind.
  struct Result {
    /// What was written on standard output.
    var output: String
    /// What was written on standard error.
    var error: String
    /// The exit code; 128 and the signal's number if a signal ended it.
    var status: Int32
    /// The lines of the output that are not empty.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

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

  /// Runs the built program to its end.
  func runProgram(
    _ arguments: [String], input: String = "", environment changes: [String: String] = [:]
  ) throws -> Result {
    try run(
      [BuiltProgram.firefly] + arguments, input: input, in: environment.merging(changes) { $1 })
  }

  /// The verbs that `run` runs in this process: they need no terminal, and touch nothing of the process.
  static let verbsInProcess: Set = [
    "account", "accounts", "bookmark", "boost", "config", "delete", "devices", "draft", "drafts",
    "edit", "export",
    "favourite",
    "feed", "feeds", "import",
    "keep", "login", "logout", "mark", "member", "move", "pin", "post", "posts", "restore",
    "search",
    "show",
    "sources",
    "users",
    "whoami",
  ]

  /// Whether the built program runs all verbs.
  private static let isByProgram =
    ProcessInfo.processInfo.environment["FIREFLY_BY_PROGRAM"] != nil

  /// Runs a verb to its end, in this process if it can be; anything else runs the built program.
  ///
  /// The verb waits on this thread for what the shared pool does, so that the suite needs `.ownThreads`.
  func run(
    _ arguments: [String], input: String = "", environment changes: [String: String] = [:]
  ) throws -> Result {
    // The character set, proxies and the like are those of a process.
    let isOwn = changes.keys.allSatisfy { $0.hasPrefix("FIREFLY_") || $0.hasPrefix("XDG_") }
    guard isOwn, !Self.isByProgram, let verb = arguments.first, Self.verbsInProcess.contains(verb)
    else {
      return try runProgram(arguments, input: input, environment: changes)
    }
    let (output, error) = (KeptOutput(), KeptOutput())
    var surroundings = VerbEnvironment(
      input: KeptInput(Array(input.utf8)), output: output, error: error,
      variables: environment.merging(changes) { $1 }, folder: place.path)
    surroundings.configuration = SettingsFile.self
    let status = VerbEnvironment.$current.withValue(surroundings) {
      Firefly.status(of: arguments)
    }
    return Result(output: output.text, error: error.text, status: status)
  }

  /// Does the same.
  func run(
    _ arguments: String..., input: String = "", environment changes: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: changes)
  }

  /// Runs a line of shell in which `$FIREFLY` is the program; those in `bin` of the home are found, too.
  func shell(_ line: String, in shell: [String] = ["/bin/sh", "-c"]) throws -> Result {
    let variables = [
      "FIREFLY": BuiltProgram.firefly, "PATH": "\(place.path)/bin:/usr/bin:/bin",
    ]
    return try run(shell + [line], in: environment.merging(variables) { $1 })
  }

  private func run(
    _ command: [String], input: String = "", in environment: [String: String]
  ) throws -> Result {
    let result = try place.run(command, input: input, environment: environment)
    return Result(output: result.output, error: result.error, status: result.status)
  }

  /// Starts the program and leaves it running; its output goes to the pipe.
  func start(_ arguments: String...) throws -> (process: ChildProgram, output: Pipe) {
    try start(arguments)
  }

  /// Starts the program and leaves it running; its output goes to the pipe.
  func start(_ arguments: [String]) throws -> (process: ChildProgram, output: Pipe) {
    try start(command: [BuiltProgram.firefly] + arguments)
  }

  /// Starts any program and leaves it running; its output goes to the pipe.
  func start(command: [String]) throws -> (process: ChildProgram, output: Pipe) {
    let process = place.process(command, environment: environment)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// The address in what `firefly serve` prints first.
  static func address(in output: Pipe) throws -> String {
    let line = String(decoding: output.fileHandleForReading.nextData(), as: UTF8.self)
    let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/))
    return String(match.0)
  }

  /// What curl prints, for requests that Firefly would not send.
  static func curl(_ arguments: [String]) throws -> String {
    let home = try TemporaryHome()
    return try home.run(["curl", "-s", "--max-time", "20"] + arguments).output
  }

  /// Starts the program in a terminal of 80 × 24.
  func terminal(
    _ arguments: [String], environment changes: [String: String] = [:]
  ) throws -> TerminalSession {
    try terminal(command: [BuiltProgram.firefly] + arguments, environment: changes)
  }

  /// Starts any program in a terminal, of 80 × 24 if not told otherwise; in a shell `$FIREFLY` is Firefly.
  func terminal(
    command: [String], environment changes: [String: String] = [:],
    size: TerminalSize = TerminalSize(columns: 80, rows: 24)
  ) throws -> TerminalSession {
    let terminal = ["TERM": "xterm-256color", "FIREFLY": BuiltProgram.firefly]
    return try TerminalSession(
      command, environment: environment.merging(terminal) { $1 }.merging(changes) { $1 },
      directory: place.path, size: size)
  }

  /// What the log holds; nil if nothing was ever written there.
  var log: String? {
    try? String(
      contentsOf: home.appendingPathComponent(".local/state/firefly/firefly.log"), encoding: .utf8)
  }

  /// Whether there is a database in a folder below the home; where it stands without `--data`, if
  /// none is given.
  func hasDatabase(in folder: String = ".local/share/firefly") -> Bool {
    let file = home.appendingPathComponent(folder).appendingPathComponent("firefly.sqlite")
    return FileManager.default.fileExists(atPath: file.path)
  }

  /// Writes a file below the home, with the folders above it.
  func write(_ text: String, to path: String) throws { try place.write(text, to: path) }
}
