import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import KeptLog
import SeededRandom
import Testing

@testable import FireflyServer
@testable import FireflyStore

extension StoreContractTests {
  /// Whole branches in reading order, page by page, and the numbers of their posts.
  @Suite struct ThreadTests {
    /// A random tree below post 1, as its children, newest first.
    private static func tree(_ count: Int, seed: UInt64) -> (lines: String, children: [Int: [Int]])
    {
      var random = SplitMix(seed: seed)
      var children: [Int: [Int]] = [:]
      let lines = (1...count).map { id in
        let parent = id == 1 ? 0 : max(1, Int.random(in: id / 3..<id, using: &random))
        children[parent, default: []].insert(id, at: 0)
        let body = String(repeating: "x", count: id % 50 == 0 ? 20_000 : 10)
        return #"{"id":\#(id),"parent_id":\#(parent),"title":"\#(id)","body":"\#(body)"}"#
      }
      return (lines.joined(separator: "\n"), children)
    }

    /// What a branch has to be: each post with its level and the number of posts below it.
    private static func walk(
      _ children: [Int: [Int]], below parent: Int, level: Int = 1, skipping: Int? = nil
    ) -> [String] {
      (children[parent] ?? []).flatMap { id in
        let below = walk(children, below: id, level: level + 1)
        let shown =
          id == skipping ? [] : walk(children, below: id, level: level + 1, skipping: skipping)
        return ["\(id) \(level) \(below.count)"] + shown
      }
    }

    private static func read(
      _ store: any Store, below id: Int, limit: Int, skipping: Int? = nil
    ) async throws -> [String] {
      var (all, key) = ([String](), String?.none)
      repeat {
        let page = try await store.branch(below: id, after: key, skipping: skipping, limit: limit)
        #expect(page.items.count <= limit)
        all += page.items.map { "\($0.post.id) \($0.depth) \($0.repliesBelow ?? -1)" }
        key = page.after
      } while key != nil
      return all
    }

    @Test(arguments: StoreKind.all) func aBranchIsReadInPages(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let (lines, children) = Self.tree(400, seed: 3)
      try await home.add(lines)
      for limit in [1_000, 64, 7] {
        #expect(
          try await Self.read(home.store, below: 1, limit: limit)
            == Self.walk(children, below: 1), "\(limit)")
      }
      let part = try #require(children.first { $0.key > 1 && $0.value.count > 2 }).key
      #expect(
        try await Self.read(home.store, below: part, limit: 5) == Self.walk(children, below: part))
      for limit in [1_000, 9] {
        #expect(
          try await Self.read(home.store, below: 1, limit: limit, skipping: part)
            == Self.walk(children, below: 1, skipping: part), "\(limit)")
      }
      #expect(
        try await home.store.branch(below: 1, after: "xyz", skipping: nil, limit: 5).items.isEmpty)
      await #expect(throws: StoreError.unknownPost(9_999)) {
        _ = try await home.store.branch(below: 9_999, after: nil, skipping: nil, limit: 5)
      }
    }

    /// Posts below the last level with a path are read list by list.
    @Test(arguments: StoreKind.all) func aDeepBranchIsReadAsWell(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(
        (1...230).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"\#($0)"}"# }
          .joined(separator: "\n"))
      let branch = try await Self.read(home.store, below: 1, limit: 50)
      #expect(branch.map { $0.prefix { $0 != " " } } == (2...230).map { "\($0)" })
    }

    /// Many branches below the last level with a path, small and large ones.
    @Test(arguments: StoreKind.all) func aDeepAndWideBranchIsReadAsWell(_ kind: StoreKind)
      async throws
    {
      var random = SplitMix(seed: 5)
      let home = try await kind.make()
      var children: [Int: [Int]] = [:]
      let lines = (1...900).map { id in
        let parent =
          id <= 198
          ? id - 1 : id > 600 ? 196 : Int.random(in: max(196, id - 40)..<id, using: &random)
        children[parent, default: []].insert(id, at: 0)
        return #"{"id":\#(id),"parent_id":\#(parent),"title":"\#(id)"}"#
      }
      try await home.add(lines.joined(separator: "\n"))
      func walk(_ id: Int, _ level: Int, skipping skipped: Int?) -> [String] {
        id == skipped
          ? []
          : (children[id] ?? []).flatMap {
            ["\($0) \(level)"] + walk($0, level + 1, skipping: skipped)
          }
      }
      for (limit, skipped) in [(500, nil), (97, nil), (7, nil), (200, 300)] as [(Int, Int?)] {
        let branch = try await Self.read(home.store, below: 1, limit: limit, skipping: skipped)
        let places = branch.map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] }
        #expect(places.map(String.init) == walk(1, 1, skipping: skipped), "\(limit)")
      }
      // A branch that begins below the last level with a path.
      let deep = try #require(
        (199...600).first { children[$0] != nil && children[children[$0]?[0] ?? 0] != nil })
      let branch = try await Self.read(home.store, below: deep, limit: 5)
      #expect(
        branch.map { $0.prefix { $0 != " " } }
          == walk(deep, 1, skipping: nil).map { $0.prefix { $0 != " " } })
    }

    /// A key is as short below 620 levels as anywhere; how many are below is not known there.
    @Test(arguments: StoreKind.all) func aVeryDeepBranchIsReadToItsEnd(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(
        (1...620).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"\#($0)"}"# }
          .joined(separator: "\n"))
      var (ids, key) = ([Int](), String?.none)
      repeat {
        let page = try await home.store.branch(below: 1, after: key, skipping: nil, limit: 100)
        ids += page.items.map(\.post.id)
        key = page.after
        #expect((key ?? "").utf8.count < 60)
        #expect(key == nil || page.items.allSatisfy { $0.repliesBelow == nil })
      } while key != nil
      #expect(ids == Array(2...620))
    }

    /// The next page begins where the last one ended, even if that post is deleted; if the place is
    /// gone, an error says so, rather than the end of the branch.
    @Test(arguments: StoreKind.all) func aPageContinuesWhereTheLastOneEnded(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      let first = try await store.branch(below: 3, after: nil, skipping: nil, limit: 1)
      #expect(first.items.map(\.post.id) == [5])
      try await store.delete(5)
      let next = try await store.branch(below: 3, after: first.after, skipping: nil, limit: 1)
      #expect(next.items.map(\.post.id) == [4])
      let last = try await store.branch(below: 3, after: next.after, skipping: nil, limit: 1)
      #expect(last.items.map(\.post.id) == [6] && last.after == nil)
      await #expect(throws: StoreError.unknownPost(9)) {
        _ = try await store.branch(below: 3, after: "9.5.77", skipping: nil, limit: 1)
      }
      for key in ["", "1", "1.2", "1.2.3.4", "a.b.c", "-", "zz", "0f"] {
        #expect(
          try await store.branch(below: 3, after: key, skipping: nil, limit: 5).items.isEmpty,
          "\(key)")
      }
    }

    /// Malformed keys give nothing, from every store.
    @Test(arguments: StoreKind.all) func malformedKeysOfNumbers(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      for key in ["zz", "n", "nx", "0f", "+", "🦊", String(repeating: "0", count: 25) + "g"] {
        for parent in [nil, 3] {
          let page = try await home.store.links(below: parent, since: 0, notBy: nil, after: key)
          #expect(page.links.isEmpty && page.after == nil, "\(key)")
        }
      }
      let some = try await home.store.links(below: 3, since: 0, notBy: nil, after: "n4")
      #expect(some.links.map(\.id) == [5, 6])
    }

    @Test(arguments: StoreKind.all) func numbersOfNewPosts(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let (lines, children) = Self.tree(1_300, seed: 8)
      try await home.add(lines)
      let order = Self.walk(children, below: 1).compactMap { Int($0.prefix { $0 != " " }) }
      for (since, expected) in [(0, order), (1_000, order.filter { $0 > 1_000 })] {
        var (all, key) = ([Int](), String?.none)
        repeat {
          let page = try await home.store.links(
            below: 1, since: since, notBy: nil, after: key)
          #expect(page.links.count <= StoreLimits.links)
          all += page.links.map(\.id)
          key = page.after
        } while key != nil
        #expect(all == expected)
      }
      try await home.store.delete(1_300)
      let last = try await home.store.links(
        below: nil, since: 1_297, notBy: "nobody@example.org", after: nil)
      #expect(last.links.map(\.id) == [1_298, 1_299] && last.after == nil)
      let author = try #require(try await home.store.post(1_298)?.authorEmail)
      for parent in [nil, 1] {
        let others = try await home.store.links(
          below: parent, since: 0, notBy: author.uppercased(), after: nil)
        #expect(others.links == [])
      }
    }

    @Test(arguments: StoreKind.all) func theyAreSentOverTheWire(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let router = Router(store: home.store, logger: KeptLog().logger)
      func answer<Value: Decodable>(_ target: String) async throws -> Value {
        let response = await router.respond(
          to: HTTPRequest("GET", target, fields: ["Host": "127.0.0.1"]))
        #expect(response.status == 200)
        return try JSONDecoder().decode(Value.self, from: Data(try await response.allBytes()))
      }
      let page: ThreadPage = try await answer("/api/posts/3/branch?limit=2")
      #expect(page.items.map(\.post.id) == [5, 4] && page.items.map(\.depth) == [1, 1])
      #expect(page.items.map(\.repliesBelow) == [0, 1])
      let rest: ThreadPage = try await answer("/api/posts/3/branch?after=\(page.after ?? "")")
      #expect(rest.items.map(\.post.id) == [6] && rest.items.map(\.depth) == [2])
      #expect(rest.after == nil)
      let ids: IDPage = try await answer("/api/posts/ids?below=3&since=4")
      #expect(ids.ids == [[5, 3], [6, 4]])
      let ping: PingResponse = try await answer("/api/ping")
      #expect(ping.extensions.isSuperset(of: [.branch, .ids, .threads, .answers]))
    }
  }
}
