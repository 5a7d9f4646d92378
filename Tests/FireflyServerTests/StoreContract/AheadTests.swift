import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Posts that were dated by a clock that was ahead.
  @Suite struct AheadTests {
    @Test(arguments: StoreKind.all) func theyComeLast(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let (ben, mei) = ("ben@example.com", "mei@example.com")
      let now = Date()
      let later = now.addingTimeInterval(86_400)
      var change = PostChange()
      (change.title, change.summary) = ("Mei", "s")
      _ = try await store.writeProfile(
        of: mei, change, picture: nil, quota: .none, if: .none, at: now)
      let ahead = try await store.create(
        Post(id: 0, title: "ahead", createdAt: later), by: mei
      ).id
      let reply = try await store.create(
        Post(id: 0, parentID: 9, title: "ahead", createdAt: later), by: ben
      ).id
      func list(_ list: PostList, at now: Date) async throws -> [Int] {
        let cursor = store.cursor(over: list, at: now)
        var (ids, page) = ([Int](), PostListPage())
        repeat {
          page = try await cursor.next(atLeast: 1)
          ids += page.entries.map(\.post.id)
        } while !page.isLast
        return ids
      }
      let old = [7, 6, 5, 4, 3, 10, 9]
      var feed = FeedRequest(templates: ["post"], isTagged: true)
      #expect(try await list(.feed(feed), at: now) == old + [reply, ahead])
      #expect(try await list(.feed(feed), at: later) == [reply, ahead] + old)
      // The pages of a client.
      feed.limit = 1
      var (ids, last) = ([Int](), Int?.none)
      repeat {
        feed.before = last
        last = try await list(.feed(feed), at: now).first
        if let last { ids.append(last) }
      } while last != nil
      #expect(ids == old + [reply, ahead])
      if let store = store as? PostgresStore { try await store.updateAllPaths() }
      var threads = FeedRequest(templates: ["post"], isTagged: true)
      threads.isByLastReply = true
      #expect(try await list(.feed(threads), at: now) == [10, ahead, 9])
      #expect(try await list(.feed(threads), at: later) == [ahead, 9, 10])
      let answer = try await store.create(Post(id: 0, parentID: 9, title: "r"), by: ben).id
      #expect(try await list(.answers(to: mei), at: now.addingTimeInterval(60)) == [answer, reply])
      // The reply of now brings its thread back to those of now.
      #expect(
        try await list(.feed(threads), at: now.addingTimeInterval(60)) == [9, 10, ahead])
      let profile = try await store.profile(of: mei).id
      #expect(try await list(.children(of: profile), at: now) == [10, 9, ahead])
      // People by their last post: Ben has written since, now.
      let next = now.addingTimeInterval(60)
      #expect(try await list(.users(reader: nil), at: next) == [2, 1, profile])
      #expect(try await list(.users(reader: nil), at: later.addingTimeInterval(1)).last == 1)
      for start in [1, 2] {
        let rest = try await list(.users(reader: nil, before: start), at: next)
        #expect(rest == Array([2, 1, profile].drop { $0 != start }.dropFirst()))
      }
      // Nothing is new before its time.
      #expect(
        try await !store.hasNew(
          .post, since: now.addingTimeInterval(60), reader: nil, at: later.addingTimeInterval(-1)))
      #expect(
        try await store.hasNew(.post, since: now.addingTimeInterval(60), reader: nil, at: later))
    }

    /// Replies of a clock that was ahead come last in their lists, on each level, and don't place their thread.
    @Test(arguments: StoreKind.all) func theirThreadsAreThoseOfNow(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let store = home.store
      try await home.add(
        """
        {"id":1,"title":"R","created_at":"Thu, 01 Jan 2026 10:00:00 GMT"}
        {"id":2,"parent_id":1,"title":"ahead","created_at":"Mon, 01 Jan 3001 10:00:00 GMT"}
        {"id":3,"parent_id":2,"title":"below","created_at":"Thu, 01 Jan 2026 11:00:00 GMT"}
        {"id":4,"parent_id":1,"title":"reply","created_at":"Thu, 01 Jan 2026 12:00:00 GMT"}
        {"id":5,"parent_id":4,"title":"ahead","created_at":"Tue, 01 Jan 3002 10:00:00 GMT"}
        {"id":6,"parent_id":4,"title":"reply","created_at":"Thu, 01 Jan 2026 13:00:00 GMT"}
        {"id":7,"title":"newer","created_at":"Thu, 01 Jan 2026 12:30:00 GMT"}
        {"id":8,"parent_id":1,"title":"old","created_at":"Thu, 01 Jan 2026 10:30:00 GMT"}
        """)
      if let store = store as? PostgresStore { try await store.updateAllPaths() }
      var threads = FeedRequest(templates: ["post"], isTagged: true)
      threads.isByLastReply = true
      // 6 is the last reply of now.
      #expect(try await store.recentPosts(threads).map(\.title) == ["R", "newer"])
      let top = try #require(try await store.recentPosts(threads).first).id
      for limit in [1, 2, 100] {
        var (all, key) = ([String](), String?.none)
        repeat {
          let page = try await store.branch(below: top, after: key, skipping: nil, limit: limit)
          all += page.items.map { "\($0.post.title) \($0.depth)" }
          key = page.after
        } while key != nil && all.count < 20
        #expect(
          all == ["reply 1", "reply 2", "ahead 2", "old 1", "ahead 1", "below 2"], "\(limit)")
      }
      let cursor = store.cursor(over: .children(of: top, depth: 3, before: nil, budget: 99))
      var (nested, page) = ([String](), PostListPage())
      repeat {
        page = try await cursor.next(atLeast: 1)
        nested += page.entries.map { "\($0.post.title) \($0.level + 1)" }
      } while !page.isLast
      #expect(nested == ["reply 1", "reply 2", "ahead 2", "old 1", "ahead 1", "below 2"])
    }

    /// A time that another program has changed no longer fits the path: the branch is read on from where it
    /// was, and ends.
    @Test(arguments: StoreKind.all) func aChangedTimeLeadsNowhereBack(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      for index in 1...8 {
        let id = try await store.create(
          Post(id: 0, parentID: 9, title: "\(index)"), by: "ben@example.com"
        ).id
        _ = try await store.create(
          Post(id: 0, parentID: id, title: "\(index) below"), by: "ben@example.com")
      }
      func titles(_ limit: Int) async throws -> [String] {
        var (all, key) = ([String](), String?.none)
        repeat {
          let page = try await store.branch(below: 9, after: key, skipping: nil, limit: limit)
          all += page.items.map(\.post.title)
          key = page.after
        } while key != nil && all.count < 50
        return all
      }
      let before = try await titles(100)
      #expect(before.count == 16)
      // Older and newer than their neighbours, none in the future.
      try await (store as? any SQLStore)?.write { db in
        try db.run("UPDATE posts SET created_at = created_at - 864000000 WHERE title IN ('7', '2')")
        try db.run("UPDATE posts SET created_at = created_at + 30000 WHERE title LIKE '3%'")
      }
      for limit in [1, 2, 3, 100] { #expect(try await titles(limit) == before, "\(limit)") }
      let page = try await store.all(.children(of: 9, depth: 2, before: nil, budget: 99))
      #expect(page.map(\.title) == (1...8).reversed().map(String.init))
    }
  }
}
