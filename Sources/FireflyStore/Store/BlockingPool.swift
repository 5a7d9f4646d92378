import Dispatch
import FireflyCore
import Synchronization

/// A few threads for a server's work on files, so that one that waits for the disk, such as for an
/// upload, doesn't delay the others.
///
/// Work on the same file is awaited by its caller; there is no other order.
package final class BlockingPool: Sendable {
  package static let shared = BlockingPool()

  /// Four threads.
  let queues = (1...4).map { DispatchQueue(label: "firefly.blocking.\($0)") }
  /// Amount of work on each queue.
  private let loads = Mutex([0, 0, 0, 0])

  /// Runs work on the thread with the least work.
  package func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    defer { loads.withLock { $0[index] -= 1 } }
    return try await BlockingThread.run(on: queues[index], work)
  }
}
