import Foundation
import Testing

/// What ARCHITECTURE.md, CONTRIBUTING.md and the decisions name exists, and what exists is named.
@Suite struct ArchitectureTests {
  private static let documents =
    [
      "ARCHITECTURE.md", "CONTRIBUTING.md", "Documentation/adding.md",
      "Documentation/glossary.md", "Documentation/server.md", "Documentation/threats.md",
    ]
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
      let declared = try Self.dependencies(of: module, in: package)
      #expect(Set(declared.filter { $0.hasPrefix("Firefly") }) == named, "\(module)")
    }
  }

  /// Programs are started, and what they print is read, by `FireflyPrograms` alone: Foundation's class reads past
  /// the end of a list if many descriptors are open, and its reads end this process if a signal interrupts them.
  @Test func foundationStartsNoProgram() throws {
    for file in Documents.paths(below: ["Sources", "Tests", "Benchmarks"])
    where file.hasSuffix(".swift") {
      let text = try Documents.read(file)
      #expect(!text.contains(/\bProcess[(.]|\.available[D]ata|\.readDataToEnd[O]fFile/), "\(file)")
    }
  }

  /// Whose a post is, the account tells: only the sign-in and the profile know e-mail addresses.
  @Test func theAppComparesNoAddresses() throws {
    for file in Documents.paths(below: ["Sources/FireflyApp"])
    where file.hasSuffix(".swift") && !file.contains("/SignIn/")
      && !file.hasSuffix("+Profile.swift")
    {
      #expect(!(try Documents.read(file).contains(/[a-z?]\.email\b/)), "\(file)")
    }
  }

  /// What is known of a post is a field of `Post.Facts`; the line that a person reads is read by nothing else.
  @Test func nothingReadsTheLineOfAPost() throws {
    let readers = [
      "statedParts", "currentSummary", "leadingLink", "askForPause", "ummaryBesideText",
      "components(separatedBy: \" · \")", "\"Recording: [\"", "summary.hasSuffix",
      "summary.hasPrefix", "failure.hasPrefix", "failure?.hasPrefix", "text.hasPrefix(name",
    ]
    // What earlier versions wrote is shortened once.
    let former = "Sources/FireflyTransfer/PostSource+Summary.swift"
    for file in Documents.paths(below: ["Sources"])
    where file.hasSuffix(".swift") && file != former {
      let text = try Documents.read(file)
      for reader in readers { #expect(!text.contains(reader), "\(file): \(reader)") }
      #expect(!text.contains(/== "(reply|replies|point|points)"/), "\(file)")
    }
  }

  /// Who works on importers waits for no database and no server: their tests are built without.
  @Test func importersNeedNoServer() throws {
    let known = try Self.needed(by: "FireflyImportsTests")
    #expect(known.isSuperset(of: ["CHTML", "FireflyImports", "FireflyTransfer", "Yams"]))
    let others = ["CPostgres", "FireflyHTTP", "FireflyStore", "GRDB", "NIOCore"]
    #expect(known.isDisjoint(with: others), "\(known.sorted())")
  }

  /// Verbs, and what loads and keeps posts, are built without the app and its terminal.
  @Test(arguments: ["FireflyClient", "FireflyVerbs"]) func noAppIsNeeded(by module: String) throws {
    let known = try Self.needed(by: module)
    #expect(known.isSuperset(of: ["FireflyCore", "FireflyModel"]))
    #expect(known.isDisjoint(with: ["FireflyApp", "FireflyCurses", "FireflyRuntime"]))
  }

  /// What a target of Swift is built with.
  private static func needed(by target: String) throws -> Set<String> {
    let package = try Documents.read("Package.swift")
    var needed = [target]
    var known: Set<String> = []
    while let name = needed.popLast() {
      guard known.insert(name).inserted else { continue }
      let isSwift = name.hasPrefix("Firefly") || ["OddInputs", "SeededRandom"].contains(name)
      if isSwift { needed += try dependencies(of: name, in: package) }
    }
    return known
  }

  /// What a target of Swift declares, in order.
  private static func dependencies(of target: String, in package: String) throws -> [String] {
    let name = package.range(of: "name: \"\(target)\",", options: .backwards)
    let start = try #require(name).upperBound
    let end = try #require(package[start...].range(of: "swiftSettings:")).lowerBound
    return package[start..<end].matches(of: /"([A-Za-z]+)"/).map { String($0.1) }
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
