import Foundation

/// An operation queue that runs each operation synchronously, on the calling thread.
///
/// With a queue of its own, URLSession would buffer without bound what the delegate has not handled
/// yet. This way the delegate handles each chunk of a response before URLSession reads the next.
/// The class has no state; OperationQueue is Sendable, but a subclass must repeat it.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    block()
  }
}
