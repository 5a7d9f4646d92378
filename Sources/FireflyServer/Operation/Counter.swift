import Synchronization

/// A number that only grows, counted by any thread without a lock.
final class Counter: Sendable {
  private let number = Atomic(0)

  /// The number so far.
  var value: Int { number.load(ordering: .relaxed) }

  /// Adds to the number.
  func add(_ amount: Int = 1) { number.add(amount, ordering: .relaxed) }
}
