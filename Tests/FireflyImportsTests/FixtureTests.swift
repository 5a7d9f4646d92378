import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Files of each format, and what they become: `Fixtures/hn.txt` and `Fixtures/hn.expected`.
///
/// A fixture begins with a line `=== name`. With `FIREFLY_RECORD=1`, what they become is written down.
@Suite struct FixtureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// The files of a format.
  static func fixtures(of format: ImportFormat) throws -> [String] { try named(format).map(\.text) }

  private static func named(_ format: ImportFormat) throws -> [(name: String, text: String)] {
    let file = folder.appendingPathComponent(format.rawValue).appendingPathExtension("txt")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "=== ").dropFirst()
      .map { fixture in
        let end = fixture.firstIndex(of: "\n") ?? fixture.endIndex
        return (String(fixture[..<end]), String(fixture[end...].dropFirst().dropLast()))
      }
  }

  /// The posts of a file, as their levels, texts and names, and what was counted.
  private func outcome(of text: String, _ format: ImportFormat) throws -> String {
    let conversion: Conversion
    do {
      conversion = try format.convert(text)
    } catch let error as ImportError {
      return "\(error)"
    }
    var lines = zip(conversion.lines, conversion.document.items).map { line, item in
      let time = item.createdAt.map { " @\(Int($0.timeIntervalSince1970))" } ?? ""
      return line.replacing("\n", with: "⏎") + " <\(item.source?.key ?? "-")>" + time
    }
    // Of many levels, the first and the last.
    if lines.count > 12 { lines = lines.prefix(3) + ["…"] + lines.suffix(2) }
    let counts = [
      ("deleted", conversion.deleted), ("unresolved", conversion.unresolvedLinks),
      ("dates", conversion.unreadDates), ("missing", conversion.missing),
      ("private", conversion.skipped),
      ("copies", conversion.copies),
    ].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
    return (lines + (counts.isEmpty ? [] : [counts.joined(separator: ", ")]))
      .joined(separator: "\n")
  }

  @Test(
    arguments: [
      ImportFormat.hn, .lobsters, .reddit, .lemmy, .mastodon, .discourse, .opml, .org,
    ])
  func fixturesBecomePosts(_ format: ImportFormat) throws {
    let file = Self.folder.appendingPathComponent(format.rawValue)
    let fixtures = try Self.named(format)
    #expect(fixtures.count >= 20)
    let outcomes = try fixtures.map { name, text in
      "=== \(name)\n\(try outcome(of: text, format))\n"
    }
    let expected = file.appendingPathExtension("expected")
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] == "1" {
      try outcomes.joined().write(to: expected, atomically: true, encoding: .utf8)
      Issue.record("recorded \(expected.lastPathComponent)")
      return
    }
    let known = try String(contentsOf: expected, encoding: .utf8)
      .components(separatedBy: "=== ").dropFirst().map { "=== " + $0 }
    for (outcome, known) in zip(outcomes, known) { #expect(outcome == known) }
    #expect(outcomes.count == known.count)
  }
}
