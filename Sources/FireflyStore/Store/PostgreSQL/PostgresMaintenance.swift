import Foundation
import Synchronization

/// Updates data derived from posts in the background: the paths of large moved branches, and everything
/// that earlier versions did not write.
///
/// One process at a time does it, by a lease in `settings` that it renews with each batch; after an
/// interruption, another process continues. Each batch is a transaction.
final class PostgresMaintenance: Sendable {
  private struct State {
    weak var store: PostgresStore?
    var isRunning = false
    /// Whether paths may have become outdated since the last run.
    var isNeeded = false
    /// Whether a run is scheduled for the end of the turn of another process.
    var waitsToRetry = false
  }

  /// Time limit of a batch.
  static let timeout = Duration.seconds(30)
  private let state = Mutex(State())

  /// Sets the store, once.
  func attach(_ store: PostgresStore) { state.withLock { $0.store = store } }

  /// Schedules a run, because paths or words may be outdated.
  func schedule() {
    let store = state.withLock { state -> PostgresStore? in
      state.isNeeded = true
      guard !state.isRunning, let store = state.store else { return nil }
      state.isRunning = true
      return store
    }
    guard let store else { return }
    // As the program: the first caller does not pay for it with a turn.
    Task.detached { await self.run(store) }
  }

  private func run(_ store: PostgresStore) async {
    while state.withLock({ state in
      (state.isRunning, state.isNeeded) = (state.isNeeded, false)
      return state.isRunning
    }) {
      // After an error, or while another process has the turn: that one may have been killed.
      if (try? await store.updatePaths()) != true { retry() }
    }
  }

  /// Schedules a run when the turn of another process is over.
  private func retry() {
    let isFirst = state.withLock { state in
      defer { state.waitsToRetry = true }
      return !state.waitsToRetry
    }
    guard isFirst else { return }
    // It doesn't keep the store.
    Task.detached { [weak self] in
      try? await Task.sleep(for: .seconds(MaintenanceRun.lease))
      self?.state.withLock { $0.waitsToRetry = false }
      self?.schedule()
    }
  }
}

extension PostgresStore {
  /// Updates all that is outdated, unless another process does.
  /// - Returns: whether nothing is left.
  @discardableResult
  func updatePaths() async throws(StoreError) -> Bool {
    var turn = MaintenanceRun()
    while !turn.isOver {
      turn = try await transaction(within: PostgresMaintenance.timeout, isChange: false) {
        [turn] db in
        var next = turn
        try next.run(db)
        return next
      }
    }
    return !turn.isOfAnother
  }
}

extension PostgresStore {
  /// Updates all that is outdated in a transaction that has exclusive access.
  /// - Throws: `PostgresError`.
  static func updatePaths(_ db: PostgresSession) throws {
    var turn = MaintenanceRun(threads: 100_000)
    while !turn.isOver { try turn.step(db) }
  }
}

/// The batches of one process, in order.
struct MaintenanceRun: Sendable {
  /// Number of posts in a batch.
  private static let batch = 500
  /// Number of posts that are indexed in a batch.
  private static let texts = 50
  /// Seconds until the lease of a process expires.
  static let lease = 10.0
  private static let setting = "placing"
  /// The setting that exists while summaries of copied stories must be shortened.
  static let summaries = "kept-summaries"

  /// The posts whose words an earlier version has written, in the order of their index.
  static let outdatedWords = """
    SELECT p.id FROM posts p WHERE \(SearchVector.isOld("p.words")) ORDER BY -p.id
    """

  private var hasBegun = false
  private let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  /// The number after which to look for posts without a path.
  private var last = 0
  /// A moved branch that is being updated.
  private var branch: BranchPathUpdate?
  /// Whether nothing is left to do, or another process does it.
  private(set) var isOver = false
  /// Whether another process has the turn.
  private(set) var isOfAnother = false

  /// Number of posts whose threads are counted in a batch: those of a thread that is in several batches are
  /// counted again for each.
  private let threads: Int

  init(threads: Int = batch) { self.threads = threads }

  /// Does one batch.
  /// - Throws: `PostgresError`.
  mutating func run(_ db: PostgresSession) throws {
    if !hasBegun, try PostgresTreePaths.areUpToDate(db), try !hasOutdatedPosts(db) {
      isOver = true
      return
    }
    // Moves need the same lock, so none can come between the last check and the end of the lease.
    try db.lock("tree")
    guard try renewLease(db) else {
      (isOver, isOfAnother) = (true, true)
      return
    }
    hasBegun = true
    try step(db)
    if isOver { try db.query("DELETE FROM settings WHERE name = $1", Self.setting) }
  }

  /// Whether threads must be counted, posts indexed, or summaries shortened.
  private func hasOutdatedPosts(_ db: PostgresSession) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM posts WHERE answers_user IS NULL)
        OR EXISTS (\(Self.outdatedWords) LIMIT 1)
        OR EXISTS (SELECT 1 FROM settings WHERE name = '\(Self.summaries)')
      """)
  }

  /// Does one batch.
  ///
  /// The caller holds the lock `tree`.
  /// - Throws: `PostgresError`.
  mutating func step(_ db: PostgresSession) throws {
    if branch != nil {
      if try branch?.next(limit: Self.batch, db) != true { branch = nil }
      return
    }
    let new = try db.query(
      """
      SELECT id FROM posts WHERE root_id IS NULL AND path_parent IS NULL AND id > $1
      ORDER BY path_parent, id LIMIT $2
      """, last, Self.batch
    ).map { $0[0] as Int }
    if let end = new.last {
      last = end
      return try PostgresTreePaths.setPaths(of: new, db)
    }
    let rest = try db.query(
      """
      SELECT id, root_id IS NULL FROM posts WHERE \(PostgresTreePaths.isOutdated) ORDER BY path_parent, id LIMIT 1
      """)
    last = 0
    guard let post = rest.first else {
      // Threads are counted when all posts have their place.
      isOver =
        try !db.countThreads(limit: threads) && !db.refreshTexts(limit: Self.texts)
        && !shortenSummaries(db)
      return
    }
    if post[1] { return try PostgresTreePaths.setPaths(of: [post[0]], db) }
    branch = try BranchPathUpdate(of: post[0], db)
  }

  /// Shortens the summaries of a batch of copied stories; returns whether there are more.
  private func shortenSummaries(_ db: PostgresSession) throws -> Bool {
    guard let last = try db.setting(Self.summaries).flatMap(Int.init) else { return false }
    guard let next = try db.shortenSummaries(after: last, limit: Self.batch) else {
      try db.query("DELETE FROM settings WHERE name = $1", Self.summaries)
      return false
    }
    try db.setSetting(Self.summaries, "\(next)")
    return true
  }

  /// Renews or takes the lease; false if another process has it.
  private func renewLease(_ db: PostgresSession) throws -> Bool {
    let now = Date().timeIntervalSince1970
    if let value = try db.setting(Self.setting) {
      let words = value.split(separator: " ")
      let end = words.last.flatMap { Double($0) } ?? 0
      if words.first.map(String.init) != name, now < end, end < now + 2 * Self.lease {
        return false
      }
    }
    try db.setSetting(Self.setting, "\(name) \(now + Self.lease)")
    return true
  }
}
