import FireflyApp
import FireflyScreen
import Foundation
import Testing

/// The table of keys in README.md is that of the keymap.
@Suite struct ReadmeTests {
  private func read(_ path: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theManualPageListsTheNamesOfTheKeymap() throws {
    let manual = try read("Documentation/firefly.1").replacing("\\-", with: "-")
    let list = try #require(
      manual.firstMatch(of: /by the name of what they do:\n((?:[^\n]+\n)+?)\.PP/)?.1)
    let names = list.matches(of: /[a-z][a-z-]+/).map { String($0.0) }
    #expect(names.filter { $0 != "and" } == Keymap().names())
  }

  /// `.B outline` and its names, a line each.
  @Test(arguments: Keymap.Place.allCases.filter { $0 != .lists })
  func theManualPageListsTheNamesOfOtherPlaces(place: Keymap.Place) throws {
    let manual = try read("Documentation/firefly.1").replacing("\\-", with: "-")
    let line = try #require(
      manual.split(separator: "\n").first { $0.hasPrefix(".B \(place.rawValue):") })
    let names = line.dropFirst(4 + place.rawValue.count).matches(of: /[a-z][a-z-]+/)
    #expect(names.map { String($0.0) } == Keymap().names(in: place))
  }

  @Test func theKeysOfTheReadmeAreThoseOfTheKeymap() throws {
    let text = try read("README.md")
    let lists = Keymap().sections.filter { $0.place == .lists }
    let rows = lists.flatMap(\.bindings).map { binding in
      let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| `\(binding.name)` | \(keys) | \(binding.help) |"
    }
    let table = ["| name | keys | what they do |", "|---|---|---|"] + rows
    let found = text.split(separator: "\n").map(String.init).drop { $0 != table[0] }
      .prefix { $0.hasPrefix("|") }
    #expect(Array(found) == table, "copy it from here:\n\(table.joined(separator: "\n"))")
  }
}
