import FireflyStore
import Synchronization

/// A counter that any thread can increase without a lock.
final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func add(_ amount: Int = 1) { number.add(amount, ordering: .relaxed) }
}
