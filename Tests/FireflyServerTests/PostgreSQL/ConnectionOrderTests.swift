import Dispatch
import PostgresHarness
import Testing

@testable import FireflyServer

/// Calls of a connection that come between others.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct ConnectionOrderTests {
  /// An executor for tasks, as the event loop is for requests.
  private final class OtherExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// A statement that was called before the connection is lost, and begins after it, ends.
  @Test func aStatementThatBeginsTooLateFails() async throws {
    let home = try TemporaryDatabase()
    let executor = OtherExecutor()
    let connection = try await PostgresConnection.connect(to: PostgresAddress(home.database.url))
    // Both calls stand in line, in this order, when the connection goes on.
    PostgresLibrary.queue.suspend()
    let statement = Task(executorPreference: executor) {
      try await connection.run("SELECT 1", [], until: .now + .seconds(1))
    }
    try await Task.sleep(for: .milliseconds(20))
    let end = Task { await connection.close() }
    try await Task.sleep(for: .milliseconds(20))
    PostgresLibrary.queue.resume()
    await end.value
    await #expect(throws: PostgresError.self) { try await statement.value }
    withExtendedLifetime(home) {}
  }
}
