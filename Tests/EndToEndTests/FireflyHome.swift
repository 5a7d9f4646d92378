import Foundation
import TerminalHarness

/// An empty home of Firefly's own in a temporary folder, removed when it goes.
final class FireflyHome {
  /// Where it is.
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-test-\(UUID().uuidString.prefix(8))").path
    for folder in ["config/firefly", "data", "state", "cache"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The environment of a program that lives here, in a terminal with true colour.
  var environment: [String: String] {
    TerminalSession.defaultEnvironment.merging([
      "HOME": path, "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data",
      "XDG_STATE_HOME": "\(path)/state", "XDG_CACHE_HOME": "\(path)/cache",
      "COLORTERM": "truecolor", "USER": "ada", "LOGNAME": "ada", "TZ": "UTC0",
      // Where a toolchain is installed, it would ask a question after a crash and wait for a key.
      "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
  }

  /// The binary under test: FIREFLY_BINARY, or the one built beside these tests.
  static let binary: String = {
    if let path = ProcessInfo.processInfo.environment["FIREFLY_BINARY"] { return path }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("firefly").path
  }()

  /// - Throws: `TerminalError.cannotStart` where nothing has been built.
  static func requireBinary() throws {
    guard FileManager.default.isExecutableFile(atPath: binary) else {
      throw TerminalError.cannotStart(binary, code: ENOENT)
    }
  }

  /// Writes the configuration.
  func configure(_ yaml: String) throws {
    try yaml.write(
      toFile: "\(path)/config/firefly/config.yaml", atomically: false, encoding: .utf8)
  }

  /// Runs a command of Firefly's to its end.
  func run(
    _ arguments: [String], input: String = ""
  ) throws -> (output: String, error: String, status: Int32) {
    try Self.requireBinary()
    let file = "\(path)/input"
    try input.write(toFile: file, atomically: false, encoding: .utf8)
    let (outputFile, errorFile) = ("\(path)/output", "\(path)/error")
    for name in [outputFile, errorFile] {
      try Data().write(to: URL(fileURLWithPath: name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.binary)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle(forReadingAtPath: file)
    process.standardOutput = FileHandle(forWritingAtPath: outputFile)
    process.standardError = FileHandle(forWritingAtPath: errorFile)
    try process.run()
    process.waitUntilExit()
    return (
      try String(contentsOfFile: outputFile, encoding: .utf8),
      try String(contentsOfFile: errorFile, encoding: .utf8), process.terminationStatus
    )
  }

  /// Imports posts and returns the new id of the first root.
  func add(_ posts: SamplePost...) throws -> String {
    let document = try JSONEncoder().encode(["posts": posts])
    let result = try run(["import", "-"], input: String(decoding: document, as: UTF8.self))
    return result.output.split(separator: "\n").first.map(String.init) ?? ""
  }
}

/// A post to import.
struct SamplePost: Encodable {
  var title: String
  var summary = ""
  var body = ""
  var imageURL: String?
  var createdAt: String?
  var children: [SamplePost]?

  enum CodingKeys: String, CodingKey {
    case title, summary, body, children
    case imageURL = "image_url"
    case createdAt = "created_at"
  }

  /// So many posts, numbered from 1.
  static func numbered(
    _ name: String, _ count: Int, body: String = "A body of some words.",
    children: [SamplePost]? = nil
  ) -> [SamplePost] {
    (1...count).map {
      SamplePost(
        title: "\(name) \($0)", summary: "summary of \(name) \($0)", body: body,
        children: children)
    }
  }
}
