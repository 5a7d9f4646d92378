import Dispatch

/// A serial queue for blocking work: the disk, and file locks.
///
/// There are only as many cooperative threads as cores, and the server has one event loop: blocking
/// one of these delays others. A serial queue gets a thread of its own when it needs one.
public enum BlockingThread {
  /// The queue, for work without a result.
  public static let queue = DispatchQueue(label: "firefly.blocking")

  /// Runs work on the queue, in order.
  ///
  /// - Parameter work: the work.
  /// - Returns: its result.
  /// - Throws: what `work` throws.
  public static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run(on: queue, work)
  }

  /// Runs work on another serial queue, in order.
  ///
  /// - Parameters:
  ///   - queue: the queue.
  ///   - work: the work.
  /// - Returns: its result.
  /// - Throws: what `work` throws.
  public static func run<Value: Sendable, Failure: Error>(
    on queue: DispatchQueue, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs an actor on the queue.
  public final class Executor: SerialExecutor {
    /// The shared instance.
    public static let shared = Executor()

    /// Enqueues a job.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
