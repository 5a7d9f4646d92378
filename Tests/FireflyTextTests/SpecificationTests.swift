import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyText

/// The examples of CommonMark's specification, which isn't ours to carry along: `COMMONMARK_SPEC` names
/// the file of them, in its JSON form (`spec.json`, from the specification's site).
@Suite("CommonMark's own examples")
struct SpecificationTests {
  private static let file = ProcessInfo.processInfo.environment["COMMONMARK_SPEC"]

  private struct Example: Decodable {
    let markdown: String
    let html: String
    let example: Int
  }

  @Test(.enabled(if: file != nil, "COMMONMARK_SPEC names no file of examples"))
  func noneCrashesLeavesItsColumnsOrLosesAWord() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.file)))
    let examples = try JSONDecoder().decode([Example].self, from: data)
    #expect(examples.count > 600)
    for example in examples {
      for width in [2, 10, 40, 76] {
        let text = MarkdownFormatter.format(example.markdown, width: width)
        #expect(text.lines.allSatisfy { $0.width <= width }, "example \(example.example)")
      }
      let shown = MarkdownFormatter.format(example.markdown, width: 2_000)
        .lines.map(\.text).joined(separator: " ")
      for word in Self.words(of: example) {
        #expect(shown.contains(word), "example \(example.example)")
      }
    }
  }

  /// Plain words of what a browser would show.
  private static func words(of example: Example) -> [Substring] {
    let isPlain = !example.markdown.contains { "<&!`".contains($0) }
    guard isPlain else { return [] }
    return example.html.replacing(/<[^>]*>/, with: " ")
      .split { !$0.isASCII || !$0.isLetter }.filter { $0.count > 2 && !$0.hasPrefix("quot") }
  }
}
