import FireflyAPI
import FireflyCore

/// The events for one listener, made when there is something new.
///
/// Nothing is kept for slow listeners: what has happened is read from the store when they have taken what
/// came before.
actor EventFeed {
  private let store: any Store
  private let reader: String
  private let changes: AsyncStream<Void>
  private let isAllowed: @Sendable () async -> Bool
  /// The newest post that was announced; nil before the first.
  private var newest: Int?
  private var badges: [Int: Bool] = [:]
  private var hasBegun = false

  /// A feed that has not begun.
  ///
  /// - `last`: the event after which it begins; nil for now.
  /// - `isAllowed`: whether who listens still may.
  init(
    _ store: any Store, reader: String, changes: AsyncStream<Void>, after last: Int?,
    isAllowed: @escaping @Sendable () async -> Bool
  ) {
    self.store = store
    self.reader = reader
    self.changes = changes
    self.isAllowed = isAllowed
    newest = last
  }

  /// The next piece of the stream; nil at its end.
  /// - Throws: `StoreError`.
  func next() async throws(StoreError) -> [UInt8]? {
    if !hasBegun {
      hasBegun = true
      // What the listener knows may be old: it gets to know of all its searches.
      return Array((":\n\n" + (try await newEvents())).utf8)
    }
    var changes = self.changes.makeAsyncIterator()
    while await changes.next(isolation: self) != nil {
      guard await isAllowed() else { return nil }
      do {
        let text = try await newEvents()
        if !text.isEmpty { return Array(text.utf8) }
      } catch .cancelled {
        return nil
      }
    }
    return nil
  }

  private func newEvents() async throws(StoreError) -> String {
    let batch = try await store.events(after: newest, reader: reader)
    newest = batch.newest
    // What is unknown stays as it was.
    var now: [Int: Bool] = [:]
    for (query, hasNews) in batch.badges { now[query] = hasNews ?? badges[query] }
    let gone = badges.filter { $0.value && batch.badges[$0.key] == nil }.mapValues { _ in false }
    let changed = now.merging(gone) { $1 }.filter { badges[$0.key] != $0.value }
    badges = now
    let badgeEvents = changed.sorted { $0.key < $1.key }.map { query, hasNews in
      StreamedEvent(id: batch.newest, .badge(query: query, hasNewMatches: hasNews))
    }
    return (batch.events + badgeEvents).map(\.text).joined()
  }
}
