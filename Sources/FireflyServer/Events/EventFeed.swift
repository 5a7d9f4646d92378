import FireflyAPI
import FireflyCore
import FireflyStore

/// Produces the events for one subscriber.
///
/// Nothing is buffered for slow subscribers: the events are read from the store when the subscriber
/// has received the previous ones.
actor EventFeed {
  private let store: any Store
  private let hub: EventHub
  private let reader: String
  private let changes: AsyncStream<Void>
  private let isAllowed: @Sendable () async -> Bool
  /// The newest post that was announced; nil before the first batch.
  private var newest: Int?
  private var badges: [Int: Bool] = [:]
  /// The version of the subscriber's marks that was announced.
  private var marks = 0
  private var hasBegun = false

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - hub: the hub, in which the subscribers read in turn.
  ///   - reader: the e-mail of the subscriber.
  ///   - changes: the signals of changes.
  ///   - last: the event after which to start; nil for now.
  ///   - isAllowed: whether the subscriber may still read.
  init(
    _ store: any Store, _ hub: EventHub, reader: String, changes: AsyncStream<Void>,
    after last: Int?, isAllowed: @escaping @Sendable () async -> Bool
  ) {
    self.store = store
    self.hub = hub
    self.reader = reader
    self.changes = changes
    self.isAllowed = isAllowed
    newest = last
  }

  /// Returns the next part of the event stream; nil at its end.
  func next() async throws(StoreError) -> [UInt8]? {
    if !hasBegun {
      hasBegun = true
      // The subscriber's badges and marks may be stale, so the first batch has all of them.
      return try await newEvents().map { Array((":\n\n" + $0).utf8) }
    }
    var changes = self.changes.makeAsyncIterator()
    while await changes.next(isolation: self) != nil {
      do {
        guard let text = try await newEvents() else { return nil }
        if !text.isEmpty { return Array(text.utf8) }
      } catch .cancelled {
        return nil
      }
    }
    return nil
  }

  /// Reads what happened since the last call; nil if the subscriber may no longer read.
  private func newEvents() async throws(StoreError) -> String? {
    let batch = try await hub.inTurn {
      [store, reader, newest, isAllowed] () async throws(StoreError) -> EventBatch? in
      guard await isAllowed() else { return nil }
      return try await store.events(after: newest, reader: reader)
    }
    guard let batch else { return nil }
    newest = batch.newest
    // Unknown badges keep their value.
    var now: [Int: Bool] = [:]
    for (query, hasNews) in batch.badges { now[query] = hasNews ?? badges[query] }
    let gone = badges.filter { $0.value && batch.badges[$0.key] == nil }.mapValues { _ in false }
    let changed = now.merging(gone) { $1 }.filter { badges[$0.key] != $0.value }
    badges = now
    let badgeEvents = changed.sorted { $0.key < $1.key }.map { query, hasNews in
      StreamedEvent(id: batch.newest, .badge(query: query, hasNewMatches: hasNews))
    }
    let marksEvents =
      batch.marks == marks ? [] : [StreamedEvent(id: batch.newest, .marks(version: batch.marks))]
    marks = batch.marks
    return (batch.events + badgeEvents + marksEvents).map(\.text).joined()
  }
}
