import Dispatch
import FireflyCore
import Synchronization

/// A few threads for a server's work on files, so that one that waits for the disk, such as for an
/// upload, doesn't delay the others.
///
/// Work on the same file is awaited by its caller; there is no other order.
enum BlockingPool {
  /// Number of threads.
  static let size = 4
  static let queues = (1...size).map { DispatchQueue(label: "firefly.blocking.\($0)") }
  /// Amount of work on each queue.
  private static let loads = Mutex([Int](repeating: 0, count: size))

  /// Amount of work that runs or waits.
  static var load: Int { loads.withLock { $0.reduce(0, +) } }

  /// Runs work on the thread with the least work.
  /// - Throws: what `work` throws.
  static func run<Value: Sendable, Failure: Error>(
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
