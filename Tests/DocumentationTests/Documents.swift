import Foundation
import Testing

/// The files of the package, for tests that compare documents with the code.
enum Documents {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func read(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names in a folder of the package, sorted.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent(folder).path
    ).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The paths of all files below some folders of the package.
  static func paths(below folders: [String]) -> [String] {
    folders.flatMap { folder -> [String] in
      let url = package.appendingPathComponent(folder)
      let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String }
      return (names ?? []).map { "\(folder)/\($0)" }
    }
  }

  /// Expects that a document has a text between two lines; with `FIREFLY_RECORD` it is written
  /// there, and the test fails.
  static func expect(
    _ path: String, from start: String, to end: String, is text: String
  ) throws {
    let whole = try read(path)
    let first = try #require(whole.range(of: start)).upperBound
    let last = try #require(whole.range(of: end, range: first..<whole.endIndex)).lowerBound
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try whole.replacingCharacters(in: first..<last, with: text)
        .write(to: package.appendingPathComponent(path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
    }
    #expect(whole[first..<last] == text)
  }
}
