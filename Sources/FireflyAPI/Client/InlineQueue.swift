import Foundation

/// A delegate queue that runs everything at once, where it is called.
///
/// With a queue of its own, URLSession on Linux reads as fast as the server sends and stacks what the
/// delegate has not taken yet, without a bound: `suspend()`, which should hold it back, stops the
/// process. Run in line, the delegate takes each chunk before the next one is read. It must not wait
/// for the session, then, which is waiting for it.
// The class has no state, and OperationQueue itself is Sendable; a subclass has to say so again.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    block()
  }
}
