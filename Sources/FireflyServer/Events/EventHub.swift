import Foundation

/// The clients that listen for what happens on a server, and the stream of changes that wakes them.
///
/// While no client listens, the store is not observed.
actor EventHub {
  /// Clients at a time, at most.
  static let maximumListeners = 256
  /// Of them those of one user.
  static let maximumOfReader = 16

  private struct Listener {
    let reader: String
    let signal: AsyncStream<Void>.Continuation
  }

  private let store: any Store
  private let maximum: Int
  private var listeners: [Int: Listener] = [:]
  private var lastNumber = 0
  private var observing: Task<Void, Never>?
  private var isClosed = false

  /// A hub without listeners.
  ///
  /// - Parameters:
  ///   - store: whose changes wake the listeners.
  ///   - maximum: clients at a time; half of the server's connections are left to others.
  init(_ store: any Store, maximum: Int = EventHub.maximumListeners) {
    self.store = store
    self.maximum = min(Self.maximumListeners, maximum)
  }

  deinit { observing?.cancel() }

  /// How many clients listen.
  var count: Int { listeners.count }

  /// Adds a listener, until its stream is dropped.
  ///
  /// - Parameter reader: the e-mail of the user.
  /// - Returns: the changes, of which several may be one; nil where there is no room, or changes can't be
  ///   observed.
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

  /// Ends all streams, and begins no more.
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
}
