import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// The seam between the server and its databases.
@Suite struct SeamTests {
  static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The Swift files below some folders, with their lines that are not comments.
  static func code(in folders: [String]) throws -> [(file: String, number: Int, line: Substring)] {
    try folders.flatMap { folder in
      let top = sources.appendingPathComponent(folder)
      let names = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String }
      return try (names ?? []).filter { $0.hasSuffix(".swift") }.flatMap { name in
        try String(contentsOf: top.appendingPathComponent(name), encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .filter { !$0.element.drop(while: { $0 == " " }).hasPrefix("//") }
          .map { ("\(folder)/\(name)", $0.offset + 1, $0.element) }
      }
    }
  }

  @Test func theServerNamesNoDatabase() throws {
    let rules = ["Accounts", "FirstRun", "Searching", "Transfer"].map { "FireflyStore/\($0)" }
    let lines = try Self.code(in: ["FireflyServer"] + rules)
    #expect(lines.count > 2_000)
    for (file, number, line) in lines
    where line.contains(/SQL|Postgres|GRDB|libpq|CPostgres/) {
      Issue.record("\(file):\(number): \(line)")
    }
  }

  /// What both databases do in the same way stands in `Store/SQL`.
  @Test func bothDatabasesShareNoSixLines() throws {
    func runs(_ folder: String) throws -> Set<[Substring]> {
      let code = try Self.code(in: ["FireflyStore/Store/\(folder)"])
      return Set(
        Dictionary(grouping: code, by: \.file).values.flatMap { lines in
          let texts = lines.map { $0.line.drop { $0 == " " } }.filter { !$0.isEmpty }
          return texts.indices.dropLast(5).map { Array(texts[$0..<$0 + 6]) }
        })
    }
    let (sqlite, postgres) = (try runs("SQLite"), try runs("PostgreSQL"))
    #expect(sqlite.count > 500 && postgres.count > 1_000)
    #expect(sqlite.intersection(postgres) == [])
  }

  @Test func theSharedCallsNameNoDatabase() throws {
    let lines = try Self.code(in: ["FireflyStore/Store/SQL", "FireflyStore/Store/Copying"])
    #expect(lines.count > 1_000)
    for (file, number, line) in lines
    where line.contains(/SQLite[A-Z]|Postgres[A-Z]|import GRDB|import CPostgres/) {
      Issue.record("\(file):\(number): \(line)")
    }
  }

  /// A table or column that migrations don't know would be lost in a copy.
  @Test(arguments: StoreKind.all)
  func everyTableIsCopiedOrNamedAsNotCopied(_ kind: StoreKind) async throws {
    let home = try await kind.make()
    let store = try #require(home.store as? any SQLStore)
    let tables = try await store.read { db in try db.tables() }
    #expect(
      Set(tables).subtracting(StoredTable.others + StoredTable.names) == [], "new in \(kind)")
    #expect(Set(StoredTable.names).subtracting(tables) == [])
    withExtendedLifetime(home) {}
  }

  @Test func bothDatabasesHaveTheSameColumns() async throws {
    var all: [[String: [String]]] = []
    for kind in StoreKind.all {
      let home = try await kind.make()
      let store = try #require(home.store as? any SQLStore)
      all.append(
        try await store.read { db in
          try Dictionary(
            uniqueKeysWithValues: StoredTable.names.map { name in
              (name, try StoredTable(name, db).columns.map(\.name))
            })
        })
      withExtendedLifetime(home) {}
    }
    #expect(all.allSatisfy { $0 == all[0] })
    #expect(all[0]["posts"]?.contains("title") == true)
  }
}
