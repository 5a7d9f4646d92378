import Dispatch

/// One thread for what blocks: the disk, and locks of files.
///
/// The threads of tasks are as many as there are cores, and the server's event loop is one: while one of them
/// waits for a disk, others wait for it. A serial queue has a thread of its own whenever it needs one.
public enum BlockingThread {
  /// Its queue, for what waits for no answer.
  public static let queue = DispatchQueue(label: "firefly.blocking")

  /// Does something there, one thing after the other.
  /// - Throws: what `work` throws.
  public static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs the tasks of an actor there.
  public final class Executor: SerialExecutor {
    /// The one that there is.
    public static let shared = Executor()

    /// Runs a part of a task when those before it are done.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
