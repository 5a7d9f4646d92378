import FireflyCore
import Foundation
import Testing

@testable import FireflyServer

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
      let profile = try await store.profile(of: mei).id
      #expect(try await list(.children(of: profile), at: now) == [10, 9, ahead])
      // People by their last post.
      #expect(try await list(.users(reader: nil), at: now) == [1, 2, profile])
      #expect(try await list(.users(reader: nil), at: later.addingTimeInterval(1)).last == 1)
      for start in [1, 2] {
        let rest = try await list(.users(reader: nil, before: start), at: now)
        #expect(rest == Array([1, 2, profile].drop { $0 != start }.dropFirst()))
      }
      // Nothing is new before its time.
      #expect(
        try await !store.hasNew(
          .post, since: now.addingTimeInterval(60), reader: nil, at: later.addingTimeInterval(-1)))
      #expect(
        try await store.hasNew(.post, since: now.addingTimeInterval(60), reader: nil, at: later))
    }
  }
}
