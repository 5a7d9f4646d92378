import FireflyApp
import FireflyScreen
import Foundation
import Testing

/// The keys in README.md and in the manual page are those of the keymap.
@Suite struct ReadmeTests {
  private func file(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  }

  /// Expects that a file has a text between two lines; with `FIREFLY_RECORD` it is written there, and
  /// the test fails.
  private func expect(
    _ path: String, from start: String, to end: String, is text: String
  ) throws {
    let whole = try String(contentsOf: file(path), encoding: .utf8)
    let first = try #require(whole.range(of: start)).upperBound
    let last = try #require(whole.range(of: end, range: first..<whole.endIndex)).lowerBound
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try whole.replacingCharacters(in: first..<last, with: text)
        .write(to: file(path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
    }
    #expect(whole[first..<last] == text)
  }

  /// `.B outline` and its names, a line each.
  @Test(arguments: Keymap.Place.allCases.filter { $0 != .lists })
  func theManualPageListsTheNamesOfOtherPlaces(place: Keymap.Place) throws {
    let manual = try String(contentsOf: file("Documentation/firefly.1"), encoding: .utf8)
      .replacing("\\-", with: "-")
    let line = try #require(
      manual.split(separator: "\n").first { $0.hasPrefix(".B \(place.rawValue):") })
    let names = line.dropFirst(4 + place.rawValue.count).matches(of: /[a-z][a-z-]+/)
    #expect(names.map { String($0.0) } == Keymap().names(in: place))
  }

  @Test func theKeysOfTheReadmeAreThoseOfTheKeymap() throws {
    let lists = Keymap().sections.filter { $0.place == .lists }
    let rows = lists.flatMap(\.bindings).map { binding in
      let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| `\(binding.name)` | \(keys) | \(binding.help) |"
    }
    try expect(
      "README.md", from: "| name | keys | what they do |\n|---|---|---|\n", to: "\n\n",
      is: rows.joined(separator: "\n"))
  }

  @Test func theTunablesOfTheReadmeAreThoseOfTheTable() throws {
    let rows = Tunable.all.map { tunable in
      let standard = tunable.standard == "theme" ? "the theme's" : "`\(tunable.standard)`"
      return "| `\(tunable.name)` | \(tunable.range) | \(standard) | \(tunable.help) |"
    }
    try expect(
      "README.md", from: "| name | takes | default | what it is |\n|---|---|---|---|\n", to: "\n\n",
      is: rows.joined(separator: "\n"))
  }

  @Test func theTunablesOfTheManualPageAreThoseOfTheTable() throws {
    func escaped(_ text: String) -> String { text.replacing("-", with: "\\-") }
    let rows = Tunable.all.map { tunable in
      ".TP\n.BR \(escaped(tunable.name)) \" (\(escaped(tunable.range)); \(escaped(tunable.standard)))\"\n"
        + "\(escaped(tunable.help))\n"
    }
    try expect(
      "Documentation/firefly.1", from: "what each takes and is without a word.\n",
      to: ".SH AUTOMATION",
      is: rows.joined())
  }

  @Test(
    arguments: [
      (Keymap.Place.lists, "by the name in brackets.\n", ".SH WRITING"),
      (.editor, "In the configuration they stand below\n.BR editor .\n", ".SH CONFIGURATION"),
    ])
  func theKeysOfTheManualPageAreThoseOfTheKeymap(
    place: Keymap.Place, start: String, end: String
  ) throws {
    let arrows: [Character: String] = ["↑": "\\(ua", "↓": "\\(da", "←": "\\(<-", "→": "\\(->"]
    func escaped(_ text: String) -> String {
      text.map { arrows[$0] ?? ($0 == "-" ? "\\-" : String($0)) }.joined()
    }
    let sections = Keymap().sections.filter { $0.place == place }.map { section in
      let bindings = section.bindings.filter { !$0.keys.isEmpty }.map { binding in
        let keys = binding.keys.map { "\"\(escaped($0.label))\"" }.joined(separator: " \", \" ")
        return ".TP\n.BR \(keys)\n\(escaped(binding.help))\n.RI ( \(escaped(binding.name)) )\n"
      }
      return ".SS \(section.title)\n" + bindings.joined()
    }
    try expect(
      "Documentation/firefly.1", from: start, to: end, is: sections.joined())
  }
}
