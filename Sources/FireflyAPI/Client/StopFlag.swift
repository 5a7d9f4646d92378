import Synchronization

/// Says that an answer is not wanted any more.
final class StopFlag: Sendable {
  private let isUp = Atomic(false)
  private let wire = Mutex<Wire?>(nil)

  /// Whether somebody has said so.
  var isSet: Bool { isUp.load(ordering: .acquiring) }

  /// Names the wire on which the exchange may be waiting.
  func wakes(_ wire: Wire) {
    self.wire.withLock { $0 = wire }
  }

  /// Says so, from any thread, and wakes the exchange.
  func set() {
    isUp.store(true, ordering: .releasing)
    wire.withLock { $0 }?.wake()
  }
}
