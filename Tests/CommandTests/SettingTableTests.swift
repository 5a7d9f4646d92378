import Foundation
import Testing

@testable import FireflyConfiguration

/// The paragraphs of firefly-config(5), compared with the table of settings.
@Suite struct SettingTableTests {
  /// The paragraphs under SETTINGS, each without its `.TP`.
  private static func paragraphs() throws -> [[String]] {
    let file = Program.package.appendingPathComponent("Documentation/firefly-config.5")
    let manual = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(manual.components(separatedBy: ".SH SETTINGS\n").last)
    return section.components(separatedBy: "\n.SH ")[0].components(separatedBy: ".TP\n")
      .map { $0.replacing("\\-", with: "-").split(separator: "\n").map(String.init) }
  }

  /// The words of a line with a macro, whose arguments stand without space between them.
  private static func words(of line: String) -> String {
    line.drop { $0 != " " }.matches(of: /"([^"]*)"|((?:\\ |[^ "])+)/)
      .map { String($0.1 ?? $0.2 ?? "").replacing("\\ ", with: " ") }.joined()
  }

  @Test func theManualSaysWhatIsAllowedAndTheDefault() throws {
    let paragraphs = try Self.paragraphs()
    for setting in Setting.single {
      let paragraph = try #require(
        paragraphs.first { $0.first.map(Self.words)?.hasPrefix(setting.name + ":") == true },
        "\(setting.name)")
      let text = paragraph.dropFirst().joined(separator: " ")
      guard let standard = setting.standard else { continue }
      #expect(
        text.contains("default: \(standard)") || text.contains("\(standard) (the default)")
          || text.contains("(the default)"), "\(setting.name)")
      guard setting.name != Setting.theme.name else { continue }
      // The manual begins with the default.
      func parts(_ text: String) -> Set<Substring> { Set(text.split { !$0.isLetter && $0 != "-" }) }
      let (said, allowed) = (parts(Self.words(of: paragraph[0])), parts(setting.allowed))
      #expect(said.subtracting([setting.name[...]]).isSubset(of: allowed), "\(setting.name)")
    }
  }

  /// Each row has another name, and the template has a line of each.
  @Test func theTemplateHasEachRow() {
    let names = Setting.all.map(\.name)
    #expect(Set(names).count == names.count)
    for setting in Setting.all {
      #expect(SettingsTemplate.text.contains("\n# \(setting.help)\n#\(setting.line)\n"))
    }
  }
}
