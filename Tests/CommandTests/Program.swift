import Foundation

/// The built program in an empty home of its own, which is removed when it goes.
final class Program {
  /// What a run left behind.
  struct Result {
    var output: String
    var error: String
    /// The exit code; 128 and the signal's number if a signal ended it.
    var status: Int32
    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The folder that `HOME` names; files of a test may stand there.
  let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-command-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  /// The program under test: FIREFLY_BINARY, or the one that was built beside these tests.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["FIREFLY_BINARY"] { return path }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("firefly").path
  }()

  /// Where the package is.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the program to its end.
  func run(_ arguments: [String], input: String = "") throws -> Result {
    try run(Self.path, arguments, input: input, environment: [:])
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(Self.path, arguments, input: input, environment: environment)
  }

  /// Runs a line of shell in which `$FIREFLY` is the program.
  func shell(_ line: String) throws -> Result {
    try run("/bin/sh", ["-c", line], input: "", environment: ["FIREFLY": Self.path])
  }

  /// Starts the program and leaves it running; its output goes to the pipe.
  func start(_ arguments: String...) throws -> (process: Process, output: Pipe) {
    let process = process(Self.path, arguments, environment: [:])
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// Writes a file below the home, with the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = home.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  private func process(
    _ path: String, _ arguments: [String], environment: [String: String]
  ) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = home
    process.environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "ada",
    ].merging(environment) { $1 }
    return process
  }

  private func run(
    _ path: String, _ arguments: [String], input: String, environment: [String: String]
  ) throws -> Result {
    let names = ["input", "output", "error"].map { "\($0)-\(UUID().uuidString.prefix(8))" }
    try write(input, to: names[0])
    try write("", to: names[1])
    try write("", to: names[2])
    let files = names.map(home.appendingPathComponent)
    let process = process(path, arguments, environment: environment)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    let isOver = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in isOver.signal() }
    try process.run()
    if isOver.wait(timeout: .now() + 60) == .timedOut { process.terminate() }
    process.waitUntilExit()
    return Result(
      output: try String(contentsOf: files[1], encoding: .utf8),
      error: try String(contentsOf: files[2], encoding: .utf8),
      status: process.terminationStatus
        + (process.terminationReason == .uncaughtSignal ? 128 : 0))
  }
}
