import FireflyCore
import Foundation
import GRDB
import SeededRandom
import Testing

@testable import FireflyStore

/// Damaged files, and files that can only be read.
@Suite struct DamageTests {
  private static let page = 4_096

  /// A folder with a complete database in one file.
  private func closed() async throws -> (folder: TemporaryStore, file: URL) {
    let home = try await TemporaryStore.sample()
    _ = try await home.sqlite.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    let copy = try TemporaryStore()
    let file = copy.folder.appendingPathComponent("other/firefly.sqlite")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: home.sqlite.file, toPath: file.path)
    return (copy, file)
  }

  /// Opens a file; gives back what went wrong.
  private func problem(_ bytes: [UInt8], _ file: URL) throws -> StoreError? {
    for suffix in ["-wal", "-shm"] { unlink(file.path + suffix) }
    try Data(bytes).write(to: file)
    do {
      _ = try SQLiteStore(folder: file.deletingLastPathComponent())
      return nil
    } catch let error as StoreError {
      return error
    }
  }

  @Test func aDamagedFileIsNeverThatOfALaterVersion() async throws {
    let (home, file) = try await closed()
    let whole = Array(try Data(contentsOf: file))
    var random = SplitMix(seed: 4)
    func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next() >> 40) }
    // The pages of the migrations' names are damaged as well.
    let names = whole.indices.filter { whole[$0...].starts(with: "digests of imported".utf8) }
    #expect(!names.isEmpty)
    var problems = 0
    for round in 0..<(2 * whole.count / Self.page) {
      var bytes = whole
      let start = round / 2 * Self.page
      for index in start..<(start + Self.page) {
        bytes[index] = round.isMultiple(of: 2) ? byte() : 0
      }
      let problem = try problem(bytes, file)
      if problem != nil { problems += 1 }
      #expect(problem != .newerFormat(file.path), "page \(round / 2)")
    }
    for round in 0..<60 {
      var bytes = whole
      let start = names[round % names.count]
      for _ in 0..<(round % 3 + 1) { bytes[start + Int(random.next() % 40)] = byte() }
      let problem = try problem(bytes, file)
      if problem != nil { problems += 1 }
      #expect(problem != .newerFormat(file.path), "round \(round)")
    }
    #expect(problems > 20)
    withExtendedLifetime(home) {}
  }

  @Test func theSentenceSaysHowToSaveWhatCanBeSaved() throws {
    let text = StoreError.unavailable("/there/firefly.sqlite", .damaged).description
    #expect(text.hasPrefix("/there/firefly.sqlite is damaged, or not a database. Stop Firefly"))
    for words in ["backup", ".recover", "man firefly-serve"] { #expect(text.contains(words)) }
  }

  /// Reading needs no writing, if the file is complete, or has its log and the log's index.
  @Test(arguments: [[], ["-wal", "-shm"]])
  func aFolderThatCannotBeWrittenToIsRead(without suffixes: [String]) async throws {
    let home = try await TemporaryStore.sample()
    if suffixes.contains("-wal") {
      _ = try await home.sqlite.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
    let folder = home.folder.appendingPathComponent("copy")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for suffix in ["", "-wal", "-shm"] where !suffixes.contains(suffix) {
      try FileManager.default.copyItem(
        atPath: home.sqlite.file + suffix,
        toPath: folder.appendingPathComponent("firefly.sqlite" + suffix).path)
    }
    let store = try SQLiteStore(unwritable: folder)
    let snapshot = try await store.snapshot()
    #expect(try await snapshot.links().count == 10)
    #expect(try await store.existingProfile(of: TemporaryStore.ada.email) != nil)
    await #expect(throws: StoreError.unavailable(store.file, .readOnly)) {
      _ = try await store.create(Post(id: 0, title: "t"), by: TemporaryStore.ada.email)
    }
  }

  @Test func anOlderFormatIsNotReadWithoutMigratingIt() throws {
    let home = try TemporaryStore()
    let folder = home.folder.appendingPathComponent("old")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("firefly.sqlite").path
    try SQLiteSchema.migrator.migrate(
      DatabaseQueue(path: file), upTo: "sources of imported posts")
    #expect(throws: StoreError.unavailable(file, .readOnly)) {
      _ = try SQLiteStore(unwritable: folder)
    }
  }
}
