import Dispatch
import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// Statements, the rows that are decoded and the words that are cut don't run where requests do.
@Suite(.timeLimit(.minutes(5))) struct SessionThreadTests {
  /// An executor for tasks, as the event loop is for requests.
  private final class Loop: TaskExecutor {
    static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "tests.loop")

    init() { queue.setSpecific(key: Self.key, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test(arguments: StoreKind.all) func sessionsRunBesideTheEventLoop(_ kind: StoreKind) async throws
  {
    let home = try await kind.sample()
    let store = try #require(home.store as? any SQLStore)
    let threads = try await Task(executorPreference: Loop()) {
      let loop = DispatchQueue.getSpecific(key: Loop.key)
      let reading = try await store.read { _ in DispatchQueue.getSpecific(key: Loop.key) }
      let writing = try await store.write { _ in DispatchQueue.getSpecific(key: Loop.key) }
      let snapshot = try #require(try await store.snapshot() as? any SQLSnapshot)
      let copying = try await snapshot.read { _ in DispatchQueue.getSpecific(key: Loop.key) }
      return [loop, reading, writing, copying]
    }.value
    #expect(threads == [true, nil, nil, nil])
  }
}
