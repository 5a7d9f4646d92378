import Foundation
import Testing

/// Runs each test of a suite on threads of its own.
///
/// A test that drives a program blocks its thread while it waits. Swift's shared pool has only as
/// many threads as there are cores, so that on two cores two tests would run at a time, however many
/// are allowed.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  /// Applies to every test of a suite.
  package var isRecursive: Bool { true }

  /// Runs a test with the preference for its own threads.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor.shared) { try await function() }
  }

  /// Starts a thread for each job, which may block it.
  private final class Executor: TaskExecutor {
    static let shared = Executor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnThreads {
  /// The tests block their threads: they drive programs.
  package static var ownThreads: Self { Self() }
}
