import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// Feeds are kept between two changes of the store, and never beyond one.
@Suite(.everyStore) struct FeedCacheTests {
  private static let requests = [
    FeedRequest(), FeedRequest(limit: 3), FeedRequest(templates: ["post"]),
    FeedRequest(templates: ["query"], reader: TestHouse.ada),
    FeedRequest(author: TestHouse.ben, reader: TestHouse.ben), FeedRequest(before: 8),
  ]

  private func router(_ store: any Store) -> Router { Router(store: store, logger: silent) }

  /// Whoever writes: this store, another one, or a program that only knows SQLite.
  @Test(.tags(.sqliteOnly), arguments: 1...3) func noFeedIsOld(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let home = try await TemporaryStore.sample()
    let stores = [home.store, try home.openAgain()]
    let routers = stores.map(router)
    let stranger = try DatabaseQueue(path: home.sqlite.file)
    for step in 1...80 {
      let id = Int.random(in: 1...12, using: &random)
      let store = stores[step % 2]
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        _ = try await store.create(Post(id: 0, title: "new \(step)"), by: TestHouse.ada)
      case 1: try? await store.delete(id)
      case 2: _ = try? await store.restore(id)
      case 3:
        try await stranger.write { db in
          try db.execute(
            sql: "UPDATE posts SET title = ? WHERE id = ?", arguments: ["by hand \(step)", id])
        }
      case 4: _ = try? await store.search(queryID: 8, reader: TestHouse.ada)
      default: break
      }
      for _ in 1...5 {
        var request = try #require(Self.requests.randomElement(using: &random))
        request.isTagged = Bool.random(using: &random)
        let router = routers[Int.random(in: 0...1, using: &random)]
        let answer = try await router.feed(request).allBytes()
        let made = try await router.posts(.feed(request)).response.allBytes()
        #expect(answer == made, "step \(step): \(request)")
      }
    }
  }

  @Test func repeatedRequestIsAnsweredFromTheCache() async throws {
    let home = try await TemporaryStore.sample()
    let router = router(home.store)
    let request = FeedRequest(isTagged: true)
    func isKept() async throws -> Bool {
      router.cache.feed(request, at: try await home.store.version()) != nil
    }
    _ = try await router.feed(request)
    #expect(try await !isKept())
    for _ in 1...2 {
      _ = try await router.feed(request)
      #expect(try await isKept())
      _ = try await home.store.create(Post(id: 0, title: "new"), by: TestHouse.ada)
      #expect(try await !isKept())
    }
  }

  @Test func badgesOfManyReadersAreKept() {
    let cache = FeedCache()
    for reader in 1...256 { cache.store([reader: true], of: "\(reader)", at: 1) }
    cache.store([9: false], of: "1", at: 1)
    #expect(cache.badges(of: "1", at: 1) == [1: true, 9: false])
    #expect(cache.badges(of: "256", at: 1) == [256: true])
    // Of one more reader, none of the others.
    cache.store([257: true], of: "257", at: 1)
    #expect(cache.badges(of: "257", at: 1) == [257: true])
    #expect(cache.badges(of: "1", at: 1) == [:])
    #expect(cache.badges(of: "257", at: 2) == [:])
  }

  /// A feed that takes several pieces is kept as well, and is the same whether it was or not.
  @Test func longFeedsAreKept() async throws {
    let home = try TemporaryStore()
    let body = String(repeating: "long ", count: 300)
    try await home.add(
      (1...50).map { #"{"title":"\#($0)","body":"\#(body)"}"# }.joined(separator: "\n"))
    let router = router(home.store)
    let request = FeedRequest(isTagged: true)
    let made = try await router.posts(.feed(request)).response.allBytes()
    #expect(made.count > PostListBody.pieceLength)
    for _ in 1...3 { #expect(try await router.feed(request).allBytes() == made) }
    #expect(router.cache.feed(request, at: try await home.store.version()) == made)
    // What is longer than is kept is sent as it is read.
    let long = FeedRequest(limit: 1000, isTagged: true)
    try await home.add(
      (51...300).map { #"{"title":"\#($0)","body":"\#(body)"}"# }.joined(separator: "\n"))
    for _ in 1...3 {
      let answer = try await router.feed(long)
      let posts = try JSONDecoder().decode(
        PostsResponse.self, from: Data(try await answer.allBytes()))
      #expect(posts.posts.count == 300)
    }
    #expect(router.cache.feed(long, at: try await home.store.version()) == nil)
  }

  /// Many who ask at the same time get the same, and whoever comes later what is there then.
  @Test func manyAskAtTheSameTime() async throws {
    let home = try await TemporaryStore.sample()
    let router = router(home.store)
    for var request in Self.requests {
      request.isTagged = true
      let made = try await router.posts(.feed(request)).response.allBytes()
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 1...64 {
          group.addTask { [request] in try await router.feed(request).allBytes() }
        }
        for try await answer in group { #expect(answer == made) }
      }
    }
  }

  /// A post that many ask for is read for them together, and is never older than their question.
  @Test(.tags(.sqliteOnly)) func manyAskForOnePost() async throws {
    let home = try await TemporaryStore.sample()
    let router = router(home.store)
    let stranger = try DatabaseQueue(path: home.sqlite.file)
    for step in 1...20 {
      try await stranger.write { db in
        try db.execute(sql: "UPDATE posts SET title = ? WHERE id = 1", arguments: ["title \(step)"])
      }
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 1...32 {
          group.addTask {
            try await router.post(1, include: [], depth: nil).allBytes()
          }
        }
        for try await answer in group {
          #expect(String(decoding: answer, as: UTF8.self).contains(#""title \#(step)""#))
        }
      }
    }
    for _ in 1...2 {
      await #expect(throws: StoreError.unknownPost(99_999)) {
        _ = try await router.post(99_999, include: [], depth: nil)
      }
    }
  }

  /// One reading serves all who waited for it, and nobody who came after it had begun.
  @Test func turnsAreShared() async throws {
    let turns = ReadCoalescer<Int, Int>()
    let nobody = try #require(await turns.begin(1).others)
    #expect(nobody.isEmpty)
    #expect(await turns.begin(2).others?.isEmpty == true)
    let tally = Tally()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...10 {
        group.addTask {
          switch await turns.begin(1) {
          case .done(let value): tally.note("told \(value)")
          case .read(let others):
            tally.note("read")
            turns.end(1, with: 101, for: others)
          }
        }
      }
      // Until all of them wait.
      while turns.count(of: 1) < 10 { await Task.yield() }
      turns.end(1, with: 100, for: nobody)
    }
    #expect(tally.counts == ["read": 1, "told 101": 9])
    #expect(await turns.begin(1).others?.isEmpty == true)
  }

  /// Whoever asks after a change has it in the answer, however many ask and write at the same time.
  @Test func noChangeIsMissed() async throws {
    let home = try TemporaryStore()
    try await home.add(#"{"title":"0"}"#)
    let stores = [home.store, try home.openAgain()]
    let routers = stores.map(router)
    let written = Written()
    let last = 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      for turn in 0..<8 {
        group.addTask {
          while true {
            let known = written.last
            let answer = try await routers[turn % 2].feed(FeedRequest(isTagged: true))
            let envelope = try JSONDecoder().decode(
              PostsResponse.self, from: Data(try await answer.allBytes()))
            let newest = envelope.posts.compactMap { Int($0.title) }.max() ?? -1
            #expect(newest >= known)
            if known == last { return }
          }
        }
      }
      group.addTask {
        for number in 1...last {
          _ = try await stores[number / 2 % 2].create(
            Post(id: 0, title: "\(number)"), by: TestHouse.ada)
          written.last = number
        }
      }
      try await group.waitForAll()
    }
  }
}

/// The number of the post that was written last.
private final class Written: Sendable {
  private let number = Mutex(0)

  var last: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}

extension ReadCoalescer.Turn {
  /// For whom one reads; nil if somebody else has read.
  fileprivate var others: [ReadCoalescer.Waiter]? {
    if case .read(let others) = self { others } else { nil }
  }
}

/// How often something happened.
private final class Tally: Sendable {
  private let state = Mutex<[String: Int]>([:])

  var counts: [String: Int] { state.withLock { $0 } }

  func note(_ event: String) { state.withLock { $0[event, default: 0] += 1 } }
}
