import Synchronization
import Testing

/// Ends the services that a test has started when the test has ended.
///
/// Each of them has a thread and some descriptors. Hundreds of tests run in one process.
package struct EndsServices: SuiteTrait, TestTrait, TestScoping {
  /// How the services of a test are ended.
  final class Services: Sendable {
    private let ends = Mutex<[@Sendable () async -> Void]>([])

    func add(_ end: @escaping @Sendable () async -> Void) { ends.withLock { $0.append(end) } }

    func end() async {
      for end in ends.withLock({ $0 }) { await end() }
    }
  }

  /// Those of the test that runs.
  @TaskLocal static var services: Services?

  /// Applies to every test of a suite.
  package var isRecursive: Bool { true }

  /// Runs a test, and ends its services.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let services = Services()
    do {
      try await Self.$services.withValue(services) { try await function() }
    } catch {
      await services.end()
      throw error
    }
    await services.end()
  }
}

extension Trait where Self == EndsServices {
  /// The services of a test end with it.
  package static var endsServices: Self { Self() }
}
