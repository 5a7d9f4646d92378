import Foundation
import Testing

/// Statements that stand in several documents are the same in all of them.
@Suite struct StatementTests {
  @Test func theTimeOfABuildIsOne() throws {
    let times = try ["README.md", "Makefile"].map { document in
      try Documents.read(document).firstMatch(of: /([a-z0-9 ]+) on two cores, once/).map {
        String($0.1).trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(times == ["about ten minutes", "about ten minutes"])
  }

  /// Sources that can be written to are the same everywhere.
  @Test func sourcesToWriteToAreNamed() throws {
    for document in ["ARCHITECTURE.md", "CHANGELOG.md", "Documentation/firefly.1"] {
      let text = try Documents.read(document)
      #expect(!text.contains("that can only be read"), "\(document)")
      #expect(text.contains("Mastodon"), "\(document)")
    }
  }
}
