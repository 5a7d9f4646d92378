internal import NIOCore
import Synchronization

/// Runs tasks on the event loop, so that simple requests need no other thread.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop
  private let isOver = Mutex(false)

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isOver.withLock { isOver in
      guard !isOver else { return }
      loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Runs nothing more: the loop is about to end, and NIO prints a line about each task that comes after.
  func end() { isOver.withLock { $0 = true } }
}
