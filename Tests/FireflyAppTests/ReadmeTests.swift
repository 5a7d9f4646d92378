import FireflyApp
import FireflyScreen
import Foundation
import Testing

/// The table of keys in README.md is that of the keymap.
@Suite struct ReadmeTests {
  @Test func theKeysOfTheReadmeAreThoseOfTheKeymap() throws {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
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
