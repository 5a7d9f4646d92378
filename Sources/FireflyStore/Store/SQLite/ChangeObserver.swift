/// Signals changes of a store soon after they are written.
actor ChangeObserver {
  /// Seconds after a write at which to check for a change: a transaction becomes visible a moment
  /// after its last byte is written, and later on slow disks.
  static let standardDelays = [0.03, 0.07, 0.3, 1, 3]

  private let store: SQLiteStore
  private let delays: [Double]
  private let signal: AsyncStream<Void>.Continuation
  /// The version that was signalled last.
  private var version: Int?
  /// Number of writes so far.
  private var writes = 0
  private var poll: Task<Void, Never>?
  /// Whether the next check is due in less than 0.1 seconds.
  private var isPollImminent = false

  private init(
    _ store: SQLiteStore, delays: [Double], signal: AsyncStream<Void>.Continuation
  ) {
    self.store = store
    self.delays = delays
    self.signal = signal
  }

  /// Returns a stream of signals; nil if the system can't observe the file.
  ///
  /// Nothing wakes up while nothing is written.
  static func changes(of store: SQLiteStore, delays: [Double]) -> AsyncStream<Void>? {
    let (writes, written) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard let watch = ChangeWatch(store, onWrite: { written.yield() }) else { return nil }
    let (changes, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observing = Task {
      let observer = ChangeObserver(store, delays: delays, signal: signal)
      for await _ in writes { await observer.wasWritten() }
      await observer.stop()
      withExtendedLifetime(watch) {}
    }
    signal.onTermination = { _ in observing.cancel() }
    return changes
  }

  private func stop() {
    poll?.cancel()
    poll = nil
  }

  private func wasWritten() {
    writes += 1
    guard !isPollImminent else { return }
    isPollImminent = true
    poll?.cancel()
    poll = Task {
      await pollForChanges()
      if !Task.isCancelled { poll = nil }
    }
  }

  private func pollForChanges() async {
    var delays = self.delays[...]
    while let delay = delays.popFirst() {
      let known = writes
      isPollImminent = delay < 0.1
      try? await Task.sleep(for: .seconds(delay))
      guard !Task.isCancelled else { return }
      if let now = try? await store.version(), now != version {
        version = now
        signal.yield()
      }
      // A new write starts the delays again.
      if writes != known { delays = self.delays[...] }
    }
  }
}
