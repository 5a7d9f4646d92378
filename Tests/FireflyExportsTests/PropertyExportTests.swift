import FireflyText
import Foundation
import Testing

@testable import FireflyExports
@testable import FireflyImports
@testable import FireflyStore

/// Tables of properties in exports as Markdown.
@Suite struct PropertyExportTests {
  private typealias House = MarkdownRoundTripTests.House

  /// Exports a note, and returns its file.
  private func exported(_ text: String, _ house: House) async throws -> String {
    let file = ImportFile(
      path: ["n.md"], bytes: Data(text.utf8), url: house.folder.appendingPathComponent("n.md"))
    _ = try await house.add(try MarkdownFolder.convert([file]).document)
    _ = try await house.store.exportMarkdown(to: house.out)
    let name = try #require(
      FileManager.default.subpaths(atPath: house.out)?.first { $0.hasSuffix(".md") })
    return try String(contentsOfFile: house.out + "/" + name, encoding: .utf8)
  }

  @Test func namesOfTheExportComeBackAsProperties() async throws {
    let here = try House()
    let text = "---\ntemplate: page.html\nrating: 5\nsource: https://example.org\n---\nx"
    let file = try await exported(text, here)
    #expect(file.contains("\nproperty.template: page.html\nrating: 5\nproperty.source: https:"))
    #expect(!file.contains("| property |"))
    let there = try await MarkdownRoundTripTests.back(here.out)
    #expect(try await there.tree() == here.tree())
  }

  @Test func aliasesAreAList() async throws {
    let here = try House()
    let file = try await exported("---\naliases: [One, \"a: b\"]\nsee: c, d\n---\nx", here)
    #expect(file.contains("\naliases:\n- One\n- 'a: b'\nsee: c, d\n---\n"))
    let there = try await MarkdownRoundTripTests.back(here.out)
    #expect(try await there.tree() == here.tree())
  }

  @Test(arguments: ["title", "Template", "property.id", "property.x", "x", "property.property.id"])
  func keysOfRowsComeBackAsTheirNames(_ name: String) {
    let key = PropertyTable.key(ofName: name)
    #expect(key.map(PropertyTable.name(ofKey:)) == (name == "property.id" ? nil : name))
    #expect(key.map(PropertyTable.ownKeys.contains) != true)
  }
}
