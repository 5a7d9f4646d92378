import Dispatch
import FireflyCore
import GRDB
import Synchronization
import Testing

@testable import FireflyStore

/// Writes that wait for the writer of a store.
@Suite struct WriteQueueTests {
  private static let ada = TemporaryStore.ada.email

  /// Starts writes while the writer is busy, each after the one before; returns their results.
  private func writeTogether(
    _ writes: [@Sendable (any SQLSession) throws -> Void], to store: SQLiteStore,
    within timeouts: [Duration?] = []
  ) async -> [StoreError?] {
    let gate = DispatchSemaphore(value: 0)
    store.database.asyncWriteWithoutTransaction { _ in gate.wait() }
    var tasks: [Task<StoreError?, Never>] = []
    for (index, write) in writes.enumerated() {
      let timeout = index < timeouts.count ? timeouts[index] : nil
      tasks.append(
        Task {
          do throws(StoreError) {
            try await store.write(within: timeout, isChange: true, write)
            return nil
          } catch {
            return error
          }
        })
      while store.writes.count <= index { await Task.yield() }
    }
    gate.signal()
    var results: [StoreError?] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private func insert(_ title: String) -> @Sendable (any SQLSession) throws -> Void {
    { db in
      _ = try db.insert(Post(id: 0, userID: 1, title: title))
      if title.hasPrefix("refused") { throw StoreError.notOwner }
    }
  }

  private func titles(of store: SQLiteStore) async throws -> Set<String> {
    Set(try await store.recentPosts(FeedRequest(limit: 100)).map(\.title))
  }

  @Test func thoseThatWaitShareATransactionAndFailAlone() async throws {
    let home = try await TemporaryStore.sample()
    let commits = Commits()
    home.sqlite.database.add(transactionObserver: commits, extent: .databaseLifetime)
    let names = ["first", "refused", "third", "refused too", "fifth"]
    let results = await writeTogether(names.map(insert), to: home.sqlite)
    #expect(results == [nil, .notOwner, nil, .notOwner, nil])
    #expect(commits.count == 1)
    let found = try await titles(of: home.sqlite)
    for name in names { #expect(found.contains(name) == !name.hasPrefix("refused"), "\(name)") }
    // The index has none of their words.
    let hits = try await home.sqlite.search(words: "refused")
    #expect(hits.isEmpty)
  }

  /// Others don't wait for the commit of one that takes long.
  @Test func aLongWriteHasATransactionOfItsOwn() async throws {
    let home = try await TemporaryStore.sample()
    let commits = Commits()
    home.sqlite.database.add(transactionObserver: commits, extent: .databaseLifetime)
    let results = await writeTogether(
      ["a", "b", "c", "d", "e"].map(insert), to: home.sqlite,
      within: [nil, nil, SQLTime.removal, nil, nil])
    #expect(results == [nil, nil, nil, nil, nil])
    #expect(commits.count == 3)
  }

  /// SQLite may undo a whole transaction: what is confirmed is there, and nothing else.
  @Test func aFullDiskLosesNoConfirmedWrite() async throws {
    let home = try await TemporaryStore.sample()
    try await home.sqlite.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
    }
    let long: @Sendable (any SQLSession) throws -> Void = { db in
      let body = String(repeating: "many words ", count: 100_000)
      _ = try db.insert(Post(id: 0, userID: 1, title: "long", body: body))
    }
    let results = await writeTogether(
      [insert("first"), long, insert("third")], to: home.sqlite)
    #expect(results[1] != nil)
    let found = try await titles(of: home.sqlite)
    for (name, result) in zip(["first", "long", "third"], results) {
      #expect(found.contains(name) == (result == nil), "\(name)")
    }
  }
}

/// Counts the commits of a database.
private final class Commits: TransactionObserver, Sendable {
  private let commits = Mutex(0)
  var count: Int { commits.withLock(\.self) }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
  func databaseDidRollback(_ db: Database) {}
}
