import Eventually
import FireflyHTTP
import Foundation
import Synchronization
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// Searches wait for each other, and for nobody who has gone.
@Suite struct TurnQueueTests {
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

  private func wait(_ queue: TurnQueue, for count: Int) async throws {
    try #require(try await eventually { queue.count == count })
  }

  @Test func twoRunAtATimeAndClientsTakeTurns() async throws {
    let (queue, log, gate) = (TurnQueue.searches(), Log(), Gate())
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
        try await wait(queue, for: max(0, number - StoreLimits.searches))
      }
      group.addTask { try await search("one") }
      try await wait(queue, for: 11)
      gate.open()
      try await group.waitForAll()
    }
    #expect(log.most == StoreLimits.searches)
    #expect(log.names.count == 13)
    let place = try #require(log.names.firstIndex(of: "one"))
    #expect(place <= StoreLimits.searches + 1)
  }

  @Test func cancelledCallsLeaveTheQueue() async throws {
    let (queue, log, gate) = (TurnQueue.searches(), Log(), Gate())
    let tasks = (1...40).map { _ in
      Task {
        try await queue.run(for: "gone") { () async throws(StoreError) in
          log.begin("gone")
          await gate.pass()
        }
      }
    }
    try await wait(queue, for: 38)
    try #require(try await eventually { log.names.count == 2 })
    for task in tasks { task.cancel() }
    try await wait(queue, for: 0)
    #expect(log.names.count == 2)
    gate.open()
    for task in tasks { _ = await task.result }
    try await queue.run(for: "next") { () async throws(StoreError) in log.begin("next") }
    #expect(log.names.last == "next")
  }

  @Test func oneClientFillsOnlyItsShare() async throws {
    let (queue, gate) = (TurnQueue.searches(), Gate())
    let tasks = (1...StoreLimits.waitingSearches.ofAsker + 2).map { _ in
      Task {
        try await queue.run(for: "many") { () async throws(StoreError) in await gate.pass() }
      }
    }
    try await wait(queue, for: StoreLimits.waitingSearches.ofAsker)
    await #expect(throws: StoreError.tooManySearches) {
      try await queue.run(for: "many") { () async throws(StoreError) in }
    }
    let other = Task { try await queue.run(for: "other") { () async throws(StoreError) in } }
    try await wait(queue, for: StoreLimits.waitingSearches.ofAsker + 1)
    gate.open()
    try await other.value
    for task in tasks { try await task.value }
  }

  @Test func inEachRoundEveryoneHasOne() {
    var turns = Turns<Int>()
    for number in 1...4 { turns.append(number, of: "many") }
    turns.append(5, of: "one")
    turns.append(6, of: "two")
    turns.append(7, of: "one")
    #expect(turns.remove { $0 == 6 || $0 == 3 }.sorted() == [3, 6])
    #expect((turns.count, turns.count(of: "many"), turns.count(of: "two")) == (5, 3, 0))
    var order: [Int] = []
    while let next = turns.next() { order.append(next) }
    #expect(order == [1, 5, 2, 7, 4])
    #expect(turns.isEmpty)
  }

  @Test func whoHasManyRequestsSharesReadsWithNobodyElse() async throws {
    let turns = ReadCoalescer<String, Result<Int, StoreError>>()
    let gate = Gate()
    let busy = Task {
      try await Asker.run(as: Asker(name: "many", isBusy: true)) { () async throws(StoreError) in
        try await turns.share("moon") { () async throws(StoreError) in
          await gate.pass()
          return 1
        }
      }
    }
    // Without an end of the first read.
    #expect(try await turns.share("moon") { () async throws(StoreError) in 2 } == 2)
    gate.open()
    #expect(try await busy.value == 1)
  }

  @Test func anAskerIsAnAccountOrElseASubnet() {
    func name(_ peer: String, _ caller: Caller? = nil) -> String {
      Asker(HTTPRequest("GET", "/", peer: .network(peer)), by: caller).name
    }
    #expect(name("192.0.2.7") == "192.0.2.7")
    #expect(name("2001:db8:1:2:3::4") == "2001:db8:1:2::/64")
    #expect(name("192.0.2.7", .anonymous) == "192.0.2.7")
    let ada = LocalUser(name: "Ada", email: "Ada@example.com")
    #expect(name("192.0.2.7", .local(ada)) == "ada@example.com")
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
      try #require(try await eventually { turns.count(of: "moon") == 9 })
      gate.open()
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(answers.sorted() == [1] + Array(repeating: 2, count: 9))
  }
}
