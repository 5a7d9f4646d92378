import Foundation

/// Everybody who listens for what happens on a server, and the one watch that wakes them.
///
/// It looks after the database only when something has been written, by this program or another one; while
/// nobody listens or writes, nothing wakes up.
actor EventHub {
  /// Who listens at a time, at most.
  static let maximumListeners = 256
  /// Of them those of one user.
  static let maximumOfReader = 16
  /// Seconds after a write in which it is looked for: a transaction can be seen a moment after its last
  /// byte was written, and later where the disk is slow.
  static let standardDelays = [0.03, 0.07, 0.3, 1, 3]

  private struct Listener {
    let reader: String
    let signal: AsyncStream<Void>.Continuation
  }

  private let store: SQLiteStore
  private let maximum: Int
  private let delays: [Double]
  private var listeners: [Int: Listener] = [:]
  private var lastNumber = 0
  private var watch: ChangeWatch?
  private var moment: FeedCache.Moment
  /// How often something was written.
  private var writes = 0
  private var look: Task<Void, Never>?
  /// Whether the next look is a moment away, rather than one that only makes sure.
  private var looksSoon = false
  private var isClosed = false

  /// A hub without listeners.
  ///
  /// - `maximum`: who may listen at a time; half of the server's connections are left to others.
  /// - `delays`: seconds after a write in which it is looked for.
  init(
    _ store: SQLiteStore, maximum: Int = EventHub.maximumListeners,
    delays: [Double] = EventHub.standardDelays
  ) {
    self.store = store
    self.delays = delays
    self.maximum = min(Self.maximumListeners, maximum)
    moment = store.feeds.moment
  }

  /// How many listen.
  var count: Int { listeners.count }

  /// Begins to tell somebody whenever the database has changed, until they listen no more.
  ///
  /// - Returns: the changes, of which several may be one; nil where there is no room, or nothing to watch
  ///   the database with.
  func listen(_ reader: String) -> AsyncStream<Void>? {
    let reader = reader.lowercased()
    guard !isClosed, listeners.count < maximum,
      listeners.values.count(where: { $0.reader == reader }) < Self.maximumOfReader, beginWatching()
    else { return nil }
    lastNumber += 1
    let number = lastNumber
    let (stream, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    signal.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
    listeners[number] = Listener(reader: reader, signal: signal)
    return stream
  }

  /// Ends all streams, and begins no more.
  func close() {
    isClosed = true
    for listener in listeners.values { listener.signal.finish() }
    listeners = [:]
    endWatching()
  }

  private func leave(_ number: Int) {
    listeners[number] = nil
    if listeners.isEmpty { endWatching() }
  }

  // MARK: The watch

  private func beginWatching() -> Bool {
    guard watch == nil else { return true }
    watch = ChangeWatch(store) { [weak self] in Task { await self?.wasWritten() } }
    return watch != nil
  }

  private func endWatching() {
    watch = nil
    look?.cancel()
    look = nil
    looksSoon = false
  }

  private func wasWritten() {
    writes += 1
    guard watch != nil, !looksSoon else { return }
    looksSoon = true
    look?.cancel()
    look = Task {
      await lookForChanges()
      if !Task.isCancelled { look = nil }
    }
  }

  private func lookForChanges() async {
    var delays = self.delays[...]
    while let delay = delays.popFirst() {
      let known = writes
      looksSoon = delay < 0.1
      try? await Task.sleep(for: .seconds(delay))
      guard !Task.isCancelled else { return }
      await tellIfChanged()
      // What was written meanwhile has all the time again.
      if writes != known { delays = self.delays[...] }
    }
  }

  private func tellIfChanged() async {
    let feeds = store.feeds
    _ = try? await store.read { db in try feeds.isUnchanged(db) }
    let now = feeds.moment
    guard now != moment else { return }
    moment = now
    for listener in listeners.values { listener.signal.yield() }
  }
}
