import FireflyStore
import Foundation

/// The subscribers to a server's events, and the stream of changes that wakes them.
///
/// The store is observed only while there are subscribers.
actor EventHub {
  /// Default maximum number of subscribers.
  static let standardMaximum = 256
  /// Maximum number of subscribers of one user.
  static let maximumOfReader = 16
  /// Maximum number of concurrent reads for subscribers.
  private static let maximumReads = 2

  private struct Listener {
    let reader: String
    let signal: AsyncStream<Void>.Continuation
  }

  private let store: any Store
  private let maximum: Int
  private var listeners: [Int: Listener] = [:]
  private var lastNumber = 0
  private var reads = 0
  private var waitingReads: [CheckedContinuation<Void, Never>] = []
  private var observing: Task<Void, Never>?
  private var isClosed = false

  /// Creates a hub.
  ///
  /// - Parameters:
  ///   - store: the store to observe.
  ///   - maximum: maximum number of subscribers; other connections must stay available.
  init(_ store: any Store, maximum: Int = EventHub.standardMaximum) {
    self.store = store
    self.maximum = maximum
  }

  deinit { observing?.cancel() }

  /// Number of subscribers.
  var count: Int { listeners.count }

  /// Adds a subscriber until its stream is dropped.
  ///
  /// - Parameter reader: the e-mail of the user.
  /// - Returns: the signals of changes, which may be merged; nil if there are too many subscribers,
  ///   or changes can't be observed.
  func subscribe(_ reader: String) -> AsyncStream<Void>? {
    let reader = reader.lowercased()
    guard !isClosed, listeners.count < maximum,
      listeners.values.count(where: { $0.reader == reader }) < Self.maximumOfReader,
      observeStore()
    else { return nil }
    lastNumber += 1
    let number = lastNumber
    let (stream, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    signal.onTermination = { [weak self] _ in Task { await self?.unsubscribe(number) } }
    listeners[number] = Listener(reader: reader, signal: signal)
    return stream
  }

  /// Runs a read for a subscriber when it is its turn.
  ///
  /// A change wakes all subscribers. They read in turn, so that the store stays available for
  /// requests, however many there are.
  func inTurn<Value: Sendable>(
    _ read: @Sendable () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    await withCheckedContinuation { turn in
      guard reads < Self.maximumReads else { return waitingReads.append(turn) }
      reads += 1
      turn.resume()
    }
    defer {
      if waitingReads.isEmpty { reads -= 1 } else { waitingReads.removeFirst().resume() }
    }
    // Not in the turn of the user's requests: others would wait for them here.
    return try await Asker.run(as: .program, read)
  }

  /// Ends all streams, and accepts no more.
  func close() {
    isClosed = true
    for listener in listeners.values { listener.signal.finish() }
    listeners = [:]
    endObserving()
  }

  private func unsubscribe(_ number: Int) {
    listeners[number] = nil
    if listeners.isEmpty { endObserving() }
  }

  private func observeStore() -> Bool {
    guard observing == nil else { return true }
    guard let changes = store.changes() else { return false }
    observing = Task { [weak self] in
      for await _ in changes { await self?.notifyListeners() }
    }
    return true
  }

  private func endObserving() {
    observing?.cancel()
    observing = nil
  }

  private func notifyListeners() {
    for listener in listeners.values { listener.signal.yield() }
  }

  /// Wakes the subscribers of one user.
  func notify(_ reader: String) {
    let reader = reader.lowercased()
    for listener in listeners.values where listener.reader == reader { listener.signal.yield() }
  }
}
