import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Lists of top-level posts: those of a profile, and deleted ones.
  @Suite struct TopLevelTests {
    private static let ada = TemporaryStore.ada.email
    private static let ben = "ben@example.com"
    private static let mei = "mei@example.com"

    /// Profiles 1 (Ada) and 2 (Ben) have 3 and 7 below them; Mei wrote 9 and 10.
    @Test(arguments: StoreKind.all) func aProfileHasWhatItsAuthorWrote(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      func children(_ id: Int) async throws -> [Int] {
        let posts = try await store.children(of: id, limit: 99)
        #expect(try await store.post(id)?.childCount == posts.count)
        return posts.ids
      }
      #expect(try await children(1) == [3])
      let mei = try await store.profile(of: Self.mei)
      #expect(mei.childCount == 2)
      #expect(try await children(mei.id) == [10, 9])
      let loose = try await store.create(Post(id: 0, title: "at the top"), by: Self.ada)
      #expect(try await children(1) == [loose.id, 3])
      #expect(try await store.post(loose.id)?.parentID == nil)
      // Neither replies nor saved searches, nor what is moved away.
      let reply = try await store.create(Post(id: 0, parentID: 9, title: "r"), by: Self.ada)
      _ = try await store.create(
        Post(id: 0, parentID: -1, title: "q", template: .query), by: Self.ada)
      #expect(try await children(1) == [loose.id, 3])
      _ = try await store.move(loose.id, to: 9, if: .none, by: Self.ada, at: Date())
      #expect(try await children(1) == [3])
      _ = try await store.move(reply.id, to: nil, if: .none, by: Self.ada, at: Date())
      #expect(try await children(1) == [reply.id, 3])
      // Once, also below the profile.
      _ = try await store.move(reply.id, to: 1, if: .none, by: Self.ada, at: Date())
      #expect(try await children(1) == [reply.id, 3])
      try await store.delete(reply.id)
      #expect(try await children(1) == [3])
      let listed = try await store.recentUsers(reader: nil)
      #expect(listed.first { $0.id == 1 }?.childCount == 1)
      // Everything else keeps to what is stored.
      #expect(try await store.links(below: mei.id, since: 0, notBy: nil, after: nil).links.isEmpty)
      let branch = try await store.branch(below: 2, after: nil, skipping: nil, limit: 9)
      #expect(branch.items.map(\.post.id) == [7])
    }

    /// The list is one level, in pages, by time.
    @Test(arguments: StoreKind.all) func aProfileIsReadInPages(_ kind: StoreKind) async throws {
      var random = SplitMix(seed: 3)
      let home = try await kind.make()
      // Some below the profile, some at the top, some long, some at the same time; each has a reply.
      let lines = (2...300).flatMap { id in
        let body = String(repeating: "x", count: id % 40 == 0 ? 90_000 : 3)
        let parent = Bool.random(using: &random) ? "1" : "null"
        let minute = Int.random(in: 0..<60, using: &random)
        return [
          """
          {"id":\(id),"parent_id":\(parent),"title":"\(id)","body":"\(body)",\
          "created_at":"2025-11-03T10:\(minute < 10 ? "0" : "")\(minute):00Z"}
          """, #"{"id":\#(id + 1000),"parent_id":\#(id),"title":"r"}"#,
        ]
      }
      try await home.add(
        ([#"{"id":1,"title":"Ada","summary":"s","template_name":"profile"}"#] + lines)
          .joined(separator: "\n"))
      let all = try await home.store.recentPosts(FeedRequest(limit: 1000))
      let profile = try #require(all.first { $0.template == .profile })
      let expected = all.filter { $0.title != "r" && $0.id != profile.id }.ids
      #expect(expected.count == 299 && profile.childCount == 299)
      for depth in [1, 9] {
        let cursor = home.store.cursor(over: .children(of: profile.id, depth: depth))
        var (ids, page) = ([Int](), PostListPage())
        repeat {
          page = try await cursor.next(atLeast: 1)
          #expect(page.entries.allSatisfy { $0.level == 0 && !$0.hasChildren })
          ids += page.entries.map(\.post.id)
        } while !page.isLast
        #expect(ids == expected)
      }
      let rest = try await home.store.all(.children(of: profile.id, before: expected[100]))
      #expect(rest.ids == Array(expected[101...]))
    }

    @Test(arguments: StoreKind.all) func deletedThreadsAreListedIfAsked(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      let now = Date()
      let reply = try await store.create(Post(id: 0, parentID: 9, title: "r"), by: Self.ben).id
      let below = try await store.create(Post(id: 0, parentID: reply, title: "r"), by: Self.ben).id
      func feed(_ templates: [String], last: Bool = false, by author: String? = nil) async throws
        -> [Int]
      {
        if let store = store as? PostgresStore { try await store.updateAllPaths() }
        var request = FeedRequest(templates: templates, author: author, isTagged: true)
        request.isByLastReply = last
        return try await store.recentPosts(request).ids
      }
      let replies = [below, reply, 7, 6, 5, 4, 3]
      #expect(try await feed(["post", "deleted"]) == replies + [10, 9])
      try await store.delete(9, by: Self.mei, at: now)
      try await store.delete(3, by: Self.ada, at: now)
      let left = replies.dropLast()
      #expect(try await feed(["post"]) == left + [10])
      // One below a profile is not at the top level.
      #expect(try await feed(["post", "deleted"]) == left + [10, 9])
      #expect(try await feed(["deleted"]) == [9])
      #expect(try await feed(["deleted", "post"], by: Self.mei) == [10])
      #expect(try await feed(["deleted"], by: Self.mei) == [])
      #expect(try await feed([]).contains(9) == false)
      #expect(try await feed(["post"], last: true) == [10])
      #expect(try await feed(["post", "deleted"], last: true) == [9, 10])
      #expect(try await feed(["deleted"], last: true) == [9])
      #expect(try await feed(["deleted"], last: true, by: Self.mei) == [])
      let row = try #require(try await store.post(9))
      #expect(row.template == .deleted && row.authorName == nil && row.userID == 0)
      // A deleted reply is none, even while it can be restored.
      try await store.delete(reply, by: Self.ben, at: now)
      #expect(try await feed(["post", "deleted"], last: true) == [9, 10])
      try await store.delete(below, by: Self.ben, at: now)
      #expect(try await feed(["post", "deleted"], last: true) == [10])
      #expect(try await feed(["post", "deleted"]) == [7, 6, 5, 4, 10])
      _ = try await store.restore(below)
      #expect(try await feed(["post", "deleted"], last: true) == [9, 10])
      _ = try await store.restore(9)
      #expect(try await feed(["post", "deleted"], last: true) == [9, 10])
      #expect(try await feed(["deleted"]) == [])
    }
  }
}
