import Foundation
import Testing

/// What ARCHITECTURE.md, CONTRIBUTING.md and the decisions name exists, and what exists is named.
@Suite struct ArchitectureTests {
  private static let documents =
    ["ARCHITECTURE.md", "CONTRIBUTING.md"]
    + ((try? Documents.names(in: "Documentation/decisions")) ?? [])
    .map { "Documentation/decisions/\($0)" }

  /// Every target of the package, products of other packages apart.
  @Test func everyTargetIsDescribed() throws {
    let package = try Documents.read("Package.swift")
    let text = try Documents.read("ARCHITECTURE.md")
    let targets = package.matches(
      of: /\.(?:target|testTarget|executableTarget)\(\s*name: "([^"]+)"/
    ).map { String($0.1) }
    #expect(targets.count > 40)
    for target in targets {
      // The tests of a module have its name.
      let module = target.hasSuffix("Tests") ? String(target.dropLast(5)) : target
      #expect(text.contains("`\(target)`") || text.contains("`\(module)`"), "\(target)")
    }
  }

  /// What a module imports, its target declares and its row names; all of it stands above the row.
  @Test func importsAreDeclaredAndNamed() throws {
    let package = try Documents.read("Package.swift")
    let rows = try Documents.read("ARCHITECTURE.md")
      .matches(of: /(?m)^\| `(Firefly[A-Za-z]+)` \| ([^|]*?) ?\|/)
    #expect(rows.count > 15)
    var above: Set<String> = []
    for row in rows {
      let module = String(row.1)
      let named = Set(row.2.split(separator: ", ").map { "Firefly\($0)" })
      #expect(named.isSubset(of: above), "\(module)")
      above.insert(module)
      let files = Documents.paths(below: ["Sources/\(module)"]).filter { $0.hasSuffix(".swift") }
      let imported = try files.flatMap { file in
        try Documents.read(file).matches(of: /(?m)^import (Firefly[A-Za-z]+)$/).map { String($0.1) }
      }
      #expect(Set(imported) == named, "\(module)")
      let name = package.range(of: "name: \"\(module)\",", options: .backwards)
      let target = try #require(name).upperBound
      let end = try #require(package[target...].range(of: "swiftSettings:")).lowerBound
      let declared = package[target..<end].matches(of: /"(Firefly[A-Za-z]+)"/).map { String($0.1) }
      #expect(Set(declared) == named, "\(module)")
    }
  }

  @Test func everyFeatureHasATestFolderAndARow() throws {
    let text = try Documents.read("ARCHITECTURE.md")
    let features = try Documents.names(in: "Sources/FireflyApp")
    let tests = try Documents.names(in: "Tests/FireflyAppTests")
    for feature in features {
      #expect(tests.contains(feature), "Tests/FireflyAppTests/\(feature)")
      #expect(text.contains("`\(feature)`"), "\(feature)")
    }
    #expect(Set(tests).subtracting(features) == ["Screens", "Support"])
  }

  /// Files and types in code spans; `Name` in a path stands for any.
  @Test(arguments: documents) func namedThingsExist(document: String) throws {
    let paths = Documents.paths(below: ["Sources", "Tests", "Benchmarks", "Documentation"])
    let files = Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
    let text = try Documents.read(document).replacing(/(?s)```.*?```/, with: "")
    for span in Set(text.matches(of: /`([^`\n]+)`/).map { String($0.1) }) {
      if span.wholeMatch(of: /[A-Za-z0-9+\/._-]+\.(swift|md|json|svg)/) != nil {
        let name = span.split(separator: "/").last.map(String.init) ?? span
        #expect(
          files.contains(name) || name.contains("Name")
            || FileManager.default.fileExists(
              atPath: Documents.package.appendingPathComponent(span).path),
          "\(span)")
      } else if span.wholeMatch(of: /[A-Z][a-z]+[A-Z][A-Za-z]+([.+][A-Za-z]+)*/) != nil {
        for name in span.split(whereSeparator: { ".+".contains($0) }) {
          let isKnown = Self.words.contains(String(name)) || files.contains("\(span).swift")
          #expect(isKnown, "\(span)")
        }
      }
    }
  }

  /// All words of the sources, and the names of their folders.
  private static let words: Set<String> = {
    let paths = Documents.paths(below: ["Sources", "Tests", "Benchmarks"])
    var words = Set(paths.flatMap { $0.split(separator: "/").map(String.init) })
    for path in paths where [".swift", ".c", ".h"].contains(where: path.hasSuffix) {
      let text = (try? Documents.read(path)) ?? ""
      for word in text.split(whereSeparator: { !$0.isLetter && $0 != "_" && !$0.isNumber }) {
        words.insert(String(word))
      }
    }
    return words
  }()
}
