import Foundation
import TerminalHarness

/// An empty home of Firefly's own in a temporary folder, removed when it goes.
final class FireflyHome {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  /// Where it is.
  var path: String { home.path }

  /// The environment of a program that lives here, in a terminal with true colour.
  var environment: [String: String] {
    home.environment.merging([
      "USER": "ada", "LOGNAME": "ada", "TZ": "UTC0",
      // Where a toolchain is installed, it would ask a question after a crash and wait for a key.
      "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
  }

  /// Writes the configuration.
  func configure(_ yaml: String) throws {
    try home.write(yaml, to: "config/firefly/config.yaml")
  }

  /// Writes a file, below the folder of the home.
  func write(_ text: String, to path: String) throws { try home.write(text, to: path) }

  /// Runs a command of Firefly's to its end.
  func run(
    _ arguments: [String], input: String = "", environment changes: [String: String] = [:]
  ) throws -> TemporaryHome.Result {
    try BuiltProgram.requireFirefly()
    return try home.run(
      [BuiltProgram.firefly] + arguments, input: input,
      environment: environment.merging(changes) { $1 })
  }

  /// Runs a line of shell in the home, in which `$FIREFLY` is the program.
  func shell(
    _ line: String, environment changes: [String: String]
  ) throws -> TemporaryHome.Result {
    try BuiltProgram.requireFirefly()
    let variables = environment.merging(changes) { $1 }
      .merging(["FIREFLY": BuiltProgram.firefly]) { $1 }
    return try home.run(["/bin/sh", "-c", "cd \(path) && \(line)"], environment: variables)
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
