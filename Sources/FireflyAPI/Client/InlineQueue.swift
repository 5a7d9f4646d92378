import Foundation

/// A delegate queue that runs everything at once, where it is called.
///
/// With a queue of its own, URLSession stacks what the delegate has not taken yet, without a bound. Run
/// in line, the delegate takes each piece of an answer before the next one is read.
// The class has no state, and OperationQueue itself is Sendable; a subclass has to say so again.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    block()
  }
}
