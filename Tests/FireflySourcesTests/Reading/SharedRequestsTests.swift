import Eventually
import FireflyAPI
import Testing

@testable import FireflySources

@Suite struct SharedRequestsTests {
  @Test func aRequestGoesOnForTheCallerThatStays() async throws {
    let requests = SharedRequests<Int, Int>()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let callers = (0..<2).map { _ in
      Task {
        try await requests.run(1) {
          for await _ in gate { break }
          return 42
        }
      }
    }
    try #require(try await eventually { requests.callers(of: 1) == 2 })
    callers[0].cancel()
    try #require(try await eventually { requests.callers(of: 1) == 1 })
    open.finish()
    #expect(try await callers[1].value == 42)
    await #expect(throws: APIError.cancelled) { try await callers[0].value }
  }

  @Test func aRequestThatNobodyWaitsForEnds() async throws {
    let requests = SharedRequests<Int, Int>()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let caller = Task {
      try await requests.run(1) {
        for await _ in gate { break }
        return 42
      }
    }
    try #require(try await eventually { requests.callers(of: 1) == 1 })
    caller.cancel()
    // The stream ends for a cancelled task, without `open`.
    await #expect(throws: APIError.cancelled) { try await caller.value }
    try #require(try await eventually { requests.callers(of: 1) == 0 })
    open.finish()
  }
}
