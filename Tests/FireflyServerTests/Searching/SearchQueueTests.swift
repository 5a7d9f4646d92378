import Foundation
import Synchronization
import Testing

@testable import FireflyServer

/// Searches wait for each other, and for nobody who has gone.
@Suite struct SearchQueueTests {
  /// What the searches of a test have done.
  private final class Log: Sendable {
    private let state = Mutex<(names: [String], running: Int, most: Int)>(([], 0, 0))

    var names: [String] { state.withLock(\.names) }
    var most: Int { state.withLock(\.most) }

    func begin(_ name: String) {
      state.withLock { state in
        state.names.append(name)
        state.running += 1
        state.most = max(state.most, state.running)
      }
    }

    func end() { state.withLock { $0.running -= 1 } }
  }

  /// Holds up the searches of a test until it opens, even cancelled ones.
  private final class Gate: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    func open() {
      let all = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for continuation in all { continuation.resume() }
    }

    func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = waiting.withLock { waiting in
          waiting?.append(continuation)
          return waiting == nil
        }
        if isOpen { continuation.resume() }
      }
    }
  }

  private func wait(_ queue: SearchQueue, for count: Int) async {
    while queue.count != count { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func twoRunAtATimeAndClientsTakeTurns() async throws {
    let (queue, log, gate) = (SearchQueue(), Log(), Gate())
    @Sendable func search(_ client: String) async throws {
      try await queue.run(for: client) { () async throws(StoreError) in
        log.begin(client)
        await gate.pass()
        log.end()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...12 {
        group.addTask { try await search("many") }
        await wait(queue, for: max(0, number - SearchQueue.maximumRunning))
      }
      group.addTask { try await search("one") }
      await wait(queue, for: 11)
      gate.open()
      try await group.waitForAll()
    }
    #expect(log.most == SearchQueue.maximumRunning)
    #expect(log.names.count == 13)
    let place = try #require(log.names.firstIndex(of: "one"))
    #expect(place <= SearchQueue.maximumRunning + 1)
  }

  @Test func cancelledCallsLeaveTheQueue() async throws {
    let (queue, log, gate) = (SearchQueue(), Log(), Gate())
    let tasks = (1...40).map { _ in
      Task {
        try await queue.run(for: "gone") { () async throws(StoreError) in
          log.begin("gone")
          await gate.pass()
        }
      }
    }
    await wait(queue, for: 38)
    while log.names.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    for task in tasks { task.cancel() }
    await wait(queue, for: 0)
    #expect(log.names.count == 2)
    gate.open()
    for task in tasks { _ = await task.result }
    try await queue.run(for: "next") { () async throws(StoreError) in log.begin("next") }
    #expect(log.names.last == "next")
  }

  @Test func oneClientFillsOnlyItsShare() async throws {
    let (queue, gate) = (SearchQueue(), Gate())
    let tasks = (1...SearchQueue.maximumOfClient + 2).map { _ in
      Task {
        try await queue.run(for: "many") { () async throws(StoreError) in await gate.pass() }
      }
    }
    await wait(queue, for: SearchQueue.maximumOfClient)
    await #expect(throws: StoreError.tooManySearches) {
      try await queue.run(for: "many") { () async throws(StoreError) in }
    }
    let other = Task { try await queue.run(for: "other") { () async throws(StoreError) in } }
    await wait(queue, for: SearchQueue.maximumOfClient + 1)
    gate.open()
    try await other.value
    for task in tasks { try await task.value }
  }

  @Test func oneQuestionIsLookedForOnceForAllWhoWait() async throws {
    let turns = ReadCoalescer<String, Result<Int, StoreError>>()
    let (log, gate) = (Log(), Gate())
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...10 {
        group.addTask {
          try await turns.share("moon") { () async throws(StoreError) in
            log.begin("moon")
            await gate.pass()
            return log.names.count
          }
        }
      }
      while turns.count(of: "moon") < 9 { try await Task.sleep(for: .milliseconds(1)) }
      gate.open()
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(answers.sorted() == [1] + Array(repeating: 2, count: 9))
  }
}
