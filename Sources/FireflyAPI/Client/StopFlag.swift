import Synchronization

/// Says that an answer is not wanted any more.
final class StopFlag: Sendable {
  private let isUp = Atomic(false)
  private let wire = Mutex<Wire?>(nil)

  var isSet: Bool { isUp.load(ordering: .acquiring) }

  /// Names the wire that may be waiting.
  func wakes(_ wire: Wire) {
    self.wire.withLock { $0 = wire }
  }

  func set() {
    isUp.store(true, ordering: .releasing)
    wire.withLock { $0 }?.wake()
  }
}
