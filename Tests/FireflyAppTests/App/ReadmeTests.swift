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
    #expect(names.filter { $0 != "and" } == Keymap().names)
  }

  @Test func theKeysOfTheReadmeAreThoseOfTheKeymap() throws {
    let text = try read("README.md")
    let rows = Keymap().sections.flatMap(\.bindings).map { binding in
      let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| `\(binding.name)` | \(keys) | \(binding.help) |"
    }
    let table = ["| name | keys | what they do |", "|---|---|---|"] + rows
    let found = text.split(separator: "\n").map(String.init).drop { $0 != table[0] }
      .prefix { $0.hasPrefix("|") }
    #expect(Array(found) == table, "copy it from here:\n\(table.joined(separator: "\n"))")
  }
}
