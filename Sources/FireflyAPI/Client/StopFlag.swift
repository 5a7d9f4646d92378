import Synchronization

/// A flag that cancels an exchange.
final class StopFlag: Sendable {
  private let isUp = Atomic(false)
  private let wire = Mutex<Wire?>(nil)

  /// Whether the exchange has been cancelled.
  var isSet: Bool { isUp.load(ordering: .acquiring) }

  /// Sets the wire on which the exchange may be waiting.
  func wakes(_ wire: Wire) {
    self.wire.withLock { $0 = wire }
  }

  /// Cancels the exchange and wakes it, from any thread.
  func set() {
    isUp.store(true, ordering: .releasing)
    wire.withLock { $0 }?.wake()
  }
}
