import Foundation
import Synchronization

/// Gives posts their places in the background: large branches that were moved, posts of earlier versions.
///
/// Of several processes one does it, for as long as it says so in `settings` every few seconds; any other one
/// continues what it leaves. Each batch is a transaction of its own.
final class PostgresPathMaintenance: Sendable {
  private struct State {
    weak var store: PostgresStore?
    var hasBegun = false
    var isRunning = false
    /// Whether places have become missing since the last look.
    var isNeeded = false
  }

  /// How long a batch may take.
  static let timeout = Duration.seconds(30)
  private let state = Mutex(State())

  /// Names the store, once.
  func attach(_ store: PostgresStore) { state.withLock { $0.store = store } }

  /// Looks for missing places when the store is used for the first time.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { schedule() }
  }

  /// Places may be missing: they are made, soon.
  func schedule() {
    let store = state.withLock { state -> PostgresStore? in
      state.isNeeded = true
      guard !state.isRunning, let store = state.store else { return nil }
      state.isRunning = true
      return store
    }
    guard let store else { return }
    Task { await run(store) }
  }

  private func run(_ store: PostgresStore) async {
    while state.withLock({ state in
      (state.isRunning, state.isNeeded) = (state.isNeeded, false)
      return state.isRunning
    }) {
      // What fails here is tried again by the next one who finds places missing.
      try? await store.updatePaths()
    }
  }
}

extension PostgresStore {
  /// Gives all posts their places that have none, or wrong ones, unless another process does that.
  /// - Throws: `StoreError`.
  func updatePaths() async throws(StoreError) {
    var turn = PathMaintenanceRun()
    while !turn.isOver {
      turn = try await write(within: PostgresPathMaintenance.timeout, isChange: false) {
        [turn] db in
        var next = turn
        try await next.run(db)
        return next
      }
    }
  }
}

extension PostgresStore {
  /// The same within a transaction that has the database to itself.
  static func updatePaths(_ db: PostgresSession) async throws {
    var turn = PathMaintenanceRun()
    while !turn.isOver { try await turn.step(db) }
  }
}

/// The batches of one process.
struct PathMaintenanceRun: Sendable {
  /// Posts of a batch.
  private static let batch = 500
  /// For how long a process has the turn without a sign.
  private static let lease = 10.0
  private static let setting = "placing"

  private var hasBegun = false
  private let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  /// The number behind which new posts are looked for.
  private var last = 0
  /// A branch that was moved.
  private var branch: BranchPathUpdate?
  /// Whether there is nothing left to do, or another process does it.
  private(set) var isOver = false

  init() {}

  /// Does one batch.
  mutating func run(_ db: PostgresSession) async throws {
    if !hasBegun, try await PostgresTreePaths.areUpToDate(db) {
      isOver = true
      return
    }
    // Whoever moves a post has this lock: no move comes between the last look and the end of the turn.
    try await PostgresStore.lock("tree", db)
    guard try await renewLease(db) else {
      isOver = true
      return
    }
    hasBegun = true
    try await step(db)
    if isOver { try await db.run("DELETE FROM settings WHERE name = $1", Self.setting) }
  }

  /// Does one batch; the lock `tree` is held.
  mutating func step(_ db: PostgresSession) async throws {
    if branch != nil {
      if try await branch?.next(limit: Self.batch, db) != true { branch = nil }
      return
    }
    let new = try await db.run(
      """
      SELECT id FROM posts WHERE root_id IS NULL AND path_parent IS NULL AND id > $1
      ORDER BY path_parent, id LIMIT $2
      """, last, Self.batch
    ).map { $0[0] as Int }
    if let end = new.last {
      last = end
      return try await PostgresTreePaths.setPaths(of: new, db)
    }
    let rest = try await db.run(
      """
      SELECT id, root_id IS NULL FROM posts WHERE \(PostgresTreePaths.isOutdated) ORDER BY path_parent, id LIMIT 1
      """)
    last = 0
    guard let post = rest.first else {
      isOver = true
      return
    }
    if post[1] { return try await PostgresTreePaths.setPaths(of: [post[0]], db) }
    branch = try await BranchPathUpdate(of: post[0], db)
  }

  /// Whether this process may go on; it says so to others.
  private func renewLease(_ db: PostgresSession) async throws -> Bool {
    let now = Date().timeIntervalSince1970
    if let value = try await PostgresStore.setting(Self.setting, db) {
      let words = value.split(separator: " ")
      let end = words.last.flatMap { Double($0) } ?? 0
      if words.first.map(String.init) != name, now < end, end < now + 2 * Self.lease {
        return false
      }
    }
    try await PostgresStore.setSetting(Self.setting, "\(name) \(now + Self.lease)", db)
    return true
  }
}
