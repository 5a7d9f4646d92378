import Eventually
import FireflyCore
import Foundation
import Synchronization
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Those who ask a store take turns.
  @Suite struct TurnTests {
    /// All readers wait here until it opens.
    private final class Gate: Sendable {
      private let lock = NSCondition()
      private let isOpen = Mutex(false)
      private let held = Mutex(0)

      /// How many have come so far.
      var count: Int { held.withLock(\.self) }

      func pass() {
        held.withLock { $0 += 1 }
        lock.lock()
        while !isOpen.withLock(\.self) { lock.wait() }
        lock.unlock()
      }

      func open() {
        isOpen.withLock { $0 = true }
        lock.lock()
        lock.broadcast()
        lock.unlock()
      }
    }

    /// Who has read, in order.
    private final class Log: Sendable {
      let names = Mutex([String]())
    }

    private static func metric(_ name: String, _ store: any SQLStore) -> Int? {
      let metrics = (store as? any MeasuredStore)?.metrics ?? []
      let metric = metrics.first { $0.name == "firefly_store_\(name)" }
      return metric?.samples.first.map { Int($0.value) }
    }

    private static func waiting(_ store: any SQLStore) -> Int { metric("waiting", store) ?? 0 }

    /// Lets all readers wait for a gate; 16 are more than there are.
    ///
    /// PostgreSQL opens connections meanwhile, up to the most that it may have.
    private static func hold(
      _ store: any SQLStore, _ gate: Gate, in group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws {
      for _ in 1...16 {
        group.addTask {
          try await Asker.run(as: Asker(name: "first")) { () async throws(StoreError) in
            try await store.read(within: .seconds(60)) { _ in gate.pass() }
          }
        }
      }
      let areHeld = try await eventually {
        let count = gate.count
        return count > 0 && count == metric("connections_maximum", store) ?? count
          && waiting(store) == 16 - count
      }
      #expect(areHeld)
    }

    @Test(arguments: StoreKind.all) func readersAreHandedOutInTurn(
      _ kind: StoreKind
    ) async throws {
      let home = try await kind.sample()
      let store = try #require(home.store as? any SQLStore)
      let (gate, next, log) = (Gate(), Gate(), Log())
      @Sendable func read(_ name: String) async throws {
        try await Asker.run(as: Asker(name: name)) { () async throws(StoreError) in
          try await store.read(within: .seconds(60)) { _ in
            log.names.withLock { $0.append(name) }
            next.pass()
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await Self.hold(store, gate, in: &group)
        let held = Self.waiting(store)
        for _ in 1...60 { group.addTask { try await read("many") } }
        #expect(try await eventually { Self.waiting(store) == held + 60 })
        group.addTask { try await read("one") }
        #expect(try await eventually { Self.waiting(store) == held + 61 })
        gate.open()
        // Each reader has one of those that waited.
        #expect(try await eventually { log.names.withLock(\.count) == 16 - held })
        #expect(log.names.withLock { $0.contains("one") })
        next.open()
        try await group.waitForAll()
      }
    }

    /// All readers are busy, and the server is ready.
    @Test(arguments: StoreKind.all) func aProbeNeedsNoReader(
      _ kind: StoreKind
    ) async throws {
      let home = try await kind.sample()
      let store = try #require(home.store as? any SQLStore)
      let gate = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await Self.hold(store, gate, in: &group)
        try await store.check()
        gate.open()
        try await group.waitForAll()
      }
    }

    @Test(arguments: StoreKind.all) func whoHasGoneNeedsNoReader(
      _ kind: StoreKind
    ) async throws {
      let home = try await kind.sample()
      let store = try #require(home.store as? any SQLStore)
      let gate = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await Self.hold(store, gate, in: &group)
        let held = Self.waiting(store)
        let gone = Task {
          try await store.read(within: .seconds(60)) { _ in Issue.record("It was read.") }
        }
        #expect(try await eventually { Self.waiting(store) == held + 1 })
        gone.cancel()
        await #expect(throws: StoreError.cancelled) { try await gone.value }
        #expect(Self.waiting(store) == held)
        gate.open()
        try await group.waitForAll()
      }
    }

    /// What goes on after a page is counted in turn with searches; a single post is not counted.
    @Test(arguments: StoreKind.all) func branchesAreCountedInTurn(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let lines = (1...40).map { #"{"id":\#($0),"parent_id":\#(max(0, $0 - 1) / 2),"title":"t"}"# }
      try await home.add(lines.joined(separator: "\n"))
      let store = try #require(home.store as? any SQLStore)
      let (over, end) = AsyncStream<Void>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...StoreLimits.searches {
          group.addTask {
            try await store.searchQueue.run(for: "other \(number)") { () async throws(StoreError) in
              for await _ in over {}
            }
          }
        }
        group.addTask {
          let page = try await store.branch(below: 1, after: nil, skipping: nil, limit: 2)
          #expect(page.items.first?.repliesBelow != nil)
        }
        #expect(try await eventually { store.searchQueue.count == 1 })
        let page = try await store.branch(below: 1, after: nil, skipping: nil, limit: 1)
        #expect(page.items.count == 1 && page.after != nil)
        #expect(page.items.first?.repliesBelow == nil)
        end.finish()
        try await group.waitForAll()
      }
    }

    @Test(arguments: StoreKind.all) func templatesWithoutPostsAreLeftOut(
      _ kind: StoreKind
    ) async throws {
      let home = try await kind.sample()
      let names = (1...15).map { "tag \($0)" }
      let all = try await home.store.recentPosts(FeedRequest(templates: ["post"])).ids
      #expect(!all.isEmpty)
      #expect(
        try await home.store.recentPosts(FeedRequest(templates: ["post"] + names)).ids == all)
      #expect(try await home.store.recentPosts(FeedRequest(templates: names)).isEmpty)
    }
  }
}
