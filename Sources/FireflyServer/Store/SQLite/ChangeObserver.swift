/// Signals the changes of a store soon after they were written.
actor ChangeObserver {
  /// Seconds after a write in which it is looked for: a transaction can be seen a moment after its last
  /// byte was written, and later where the disk is slow.
  static let standardDelays = [0.03, 0.07, 0.3, 1, 3]

  private let store: SQLiteStore
  private let delays: [Double]
  private let signal: AsyncStream<Void>.Continuation
  /// The version that was signalled last.
  private var version: Int?
  /// How often something was written.
  private var writes = 0
  private var look: Task<Void, Never>?
  /// Whether the next look is a moment away, rather than one that only makes sure.
  private var looksSoon = false

  private init(
    _ store: SQLiteStore, delays: [Double], signal: AsyncStream<Void>.Continuation
  ) {
    self.store = store
    self.delays = delays
    self.signal = signal
  }

  /// A signal for each change, until the stream is dropped; nil where the system has no watch to give.
  ///
  /// While nothing is written, nothing wakes up.
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
    look?.cancel()
    look = nil
  }

  private func wasWritten() {
    writes += 1
    guard !looksSoon else { return }
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
      if let now = try? await store.version(), now != version {
        version = now
        signal.yield()
      }
      // What was written meanwhile has all the time again.
      if writes != known { delays = self.delays[...] }
    }
  }
}
