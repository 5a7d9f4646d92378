import Foundation
import Testing

/// What is read first is short.
@Suite struct LengthTests {
  private static let pages = try? Documents.names(in: "Documentation").filter {
    $0.wholeMatch(of: /firefly.*\.[15]/) != nil
  }

  /// The words of a text, those without a letter or digit apart.
  private func words(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count { word in
      word.contains { $0.isLetter || $0.isNumber }
    }
  }

  /// The words of a manual page, without its macros and escapes.
  private func manualWords(_ page: String) throws -> Int {
    let lines = try Documents.read("Documentation/\(page)").split(separator: "\n")
      .filter { !$0.hasPrefix(".TH") && !$0.hasPrefix(".\\\"") }
      .map { $0.hasPrefix(".") ? $0.drop { $0 != " " } : $0 }
    return words(
      lines.joined(separator: "\n").replacing(/\\f.|\\\(..|\\\[\w+\]|"/, with: ""))
  }

  @Test func theReadmeHasAtMost900Words() throws {
    #expect(try words(Documents.read("README.md")) <= 900)
  }

  @Test func thePagesOfTheProgramHaveAtMost7500Words() throws {
    let count = try manualWords("firefly.1") + manualWords("firefly-import.1")
    #expect(count <= 7_500)
    #expect(count > 3_000)
  }

  /// A paragraph of the manual fits a screen of 24 rows: those that are longer are lists or tables.
  @Test func noParagraphOfTheManualIsAWall() throws {
    let pages = try #require(Self.pages)
    #expect(pages.count == 4)
    for page in pages {
      let text = try Documents.read("Documentation/\(page)")
        .replacing(/(?s)\.nf\n.*?\n\.fi\n/, with: ".PP\n")
      for paragraph in text.split(separator: /\n\.(?:PP|TP|IP|SH|SS|RS|RE)[^\n]*\n/) {
        // The names of all keys, and the fields of the state.
        guard !paragraph.contains(".B lists:"), !paragraph.contains("GET /state") else { continue }
        let count = words(
          String(paragraph).replacing(/(?m)^\.[A-Z]+ ?/, with: "").replacing(/\\f.|"/, with: ""))
        #expect(count <= 130, "\(page): \(paragraph.prefix(120))")
      }
    }
  }

  /// What is typed is never hyphenated.
  @Test func namesAreNotHyphenated() throws {
    for page in try #require(Self.pages) {
      #expect(try Documents.read("Documentation/\(page)").contains("\n.nh\n"), "\(page)")
    }
  }
}
