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
  /// Threads by their last reply, and who is answered.
  @Suite struct LastReplyTests {
    private static let ben = "ben@example.com"
    private static let mei = "mei@example.com"

    /// The threads as a feed shows them: each with its number of replies.
    private static func threads(_ store: any Store, limit: Int = 50) async throws -> [String] {
      if let store = store as? PostgresStore {
        // Large changes are counted in the background.
        try await store.updateAllPaths()
      }
      var request = FeedRequest(templates: ["post"], limit: limit, isTagged: true)
      request.isByLastReply = true
      var (all, last) = ([String](), Int?.none)
      repeat {
        request.before = last
        let posts = try await store.recentPosts(request)
        all += posts.map { "\($0.id) \($0.feed?.descendants ?? -1)" }
        last = posts.count == limit ? posts.last?.id : nil
      } while last != nil
      return all
    }

    @Test(arguments: StoreKind.all) func threadsAreListedByTheirLastReply(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      #expect(try await Self.threads(store) == ["10 0", "9 0"], "below a profile is no thread")
      let reply = try await store.create(Post(id: 0, parentID: 9, title: "r"), by: Self.ben).id
      // The newest posts say it, too, where there are replies.
      let newest = try await store.recentPosts(
        FeedRequest(templates: ["post"], limit: 50, isTagged: true))
      let counts = newest.filter { $0.feed?.descendants != nil }
      #expect(counts.map { "\($0.id) \($0.feed?.descendants ?? -1)" } == ["9 1"])
      #expect(try await Self.threads(store) == ["9 1", "10 0"])
      let next = try await store.create(Post(id: 0, parentID: reply, title: "r"), by: Self.mei).id
      #expect(try await Self.threads(store) == ["9 2", "10 0"])
      #expect(try await Self.threads(store, limit: 1) == ["9 2", "10 0"])
      // A branch that leaves, and comes back.
      _ = try await store.move(reply, to: nil, if: .none, by: Self.ben, at: Date())
      #expect(try await Self.threads(store) == ["\(reply) 1", "10 0", "9 0"])
      _ = try await store.move(reply, to: 10, if: .none, by: Self.ben, at: Date())
      #expect(try await Self.threads(store) == ["10 2", "9 0"])
      try await store.delete(next)
      #expect(try await Self.threads(store) == ["10 1", "9 0"])
      _ = try await store.restore(next)
      #expect(try await Self.threads(store) == ["10 2", "9 0"])
    }

    /// After whatever happens, the numbers are those of the tree.
    @Test(arguments: StoreKind.all) func theNumbersAreThoseOfTheTree(_ kind: StoreKind) async throws
    {
      var random = SplitMix(seed: 11)
      let home = try await kind.make()
      let store = home.store
      try await home.add(#"{"id":1,"title":"first","author_email":"ben@example.com"}"#)
      var ids = [try #require(try await store.snapshot().links().first).id]
      for _ in 1...120 {
        let parent = Bool.random(using: &random) ? ids.randomElement(using: &random) : nil
        let id = try #require(ids.randomElement(using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try? await store.delete(id)
        case 1: _ = try? await store.restore(id)
        case 2: _ = try? await store.move(id, to: parent, if: .none, by: Self.ben, at: Date())
        default:
          let post = try? await store.create(
            Post(id: 0, parentID: parent, title: "t"), by: Self.ben)
          if let post { ids.append(post.id) }
        }
      }
      let links = try await store.snapshot().links()
      let children = Dictionary(grouping: links.filter { ($0.parent ?? -1) >= 0 }) {
        $0.parent ?? 0
      }
      func below(_ id: Int) -> Int {
        (children[id] ?? []).reduce(0) { $0 + 1 + below($1.id) }
      }
      let shown = try await Self.threads(store)
      for thread in shown {
        let parts = thread.split(separator: " ").compactMap { Int($0) }
        #expect(below(parts[0]) == parts[1], "\(thread)")
      }
      #expect(!shown.isEmpty)
    }

    @Test(arguments: StoreKind.all) func answersAreListed(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let router = Router(store: home.store, access: .open(), logger: KeptLog().logger)
      func answers(_ email: String, _ query: String = "") async throws -> [Int] {
        let response = await router.respond(
          to: HTTPRequest(
            "GET", "/api/posts/answers?user_email=\(email)\(query)", fields: ["Host": "127.0.0.1"]))
        #expect(response.status == 200)
        struct Answer: Decodable { var posts: [Post] }
        return try JSONDecoder().decode(Answer.self, from: Data(try await response.allBytes()))
          .posts.map(\.id)
      }
      // Ada's 3 has a reply by Ben; his 4 has one by Ada; her own reply 5 is none.
      #expect(try await answers("ada@example.com") == [4])
      #expect(try await answers(Self.ben) == [6])
      #expect(try await answers("nobody@example.com") == [])
      let next = try await home.store.create(Post(id: 0, parentID: 3, title: "r"), by: Self.mei).id
      #expect(try await answers("ada@example.com") == [next, 4])
      #expect(try await answers("ada@example.com", "&limit=1") == [next])
      #expect(try await answers("ada@example.com", "&before=\(next)") == [4])
    }

    /// A post that was deleted here stays deleted when its source is imported again.
    @Test(arguments: StoreKind.all) func purgedPostsAreNotImportedAgain(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      func lines(_ last: Int) -> String {
        (1...last).map {
          """
          {"id":\($0),"parent_id":\($0 - 1),"title":"\($0)","source":"s","source_key":"\($0)",\
          "author_email":"ben@example.com"}
          """
        }.joined(separator: "\n")
      }
      try await home.add(lines(3))
      func titles() async throws -> [String] {
        try await home.store.recentPosts(FeedRequest(templates: ["post"])).map(\.title).sorted()
      }
      let links = try await home.store.snapshot().links()
      let now = Date()
      try await home.store.delete(try #require(links.last).id, by: nil, at: now)
      try await home.store.purgeDeleted(at: now.addingTimeInterval(601))
      #expect(try await titles() == ["1", "2"])
      // The fourth is a reply to the one that is gone.
      try await home.add(lines(4))
      #expect(try await titles() == ["1", "2"])
      // Posts of a removed user may come back.
      _ = try await home.store.removeMember("ben@example.com", withPosts: true, at: now)
      try await home.store.purgeDeleted(at: now.addingTimeInterval(601))
      #expect(try await titles() == [])
      try await home.add(lines(2))
      #expect(try await titles() == ["1", "2"])
    }

    /// A thread that is not counted yet is counted as a whole, also when it gets a reply meanwhile.
    @Test(arguments: StoreKind.all)
    func aReplyDoesNotBeginTheCountOfAThread(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(#"{"id":1,"title":"1","author_email":"ada@example.com"}"#)
      let store = try #require(home.store as? any SQLStore)
      let top = try #require(
        try await store.read { db in
          try db.value("SELECT min(id) FROM posts WHERE title = '1'") as Int?
        })
      try await store.write { db in
        try db.run("UPDATE posts SET last_reply_at = NULL, descendants = NULL WHERE id = ?1", top)
        var reply = Post(id: 0, parentID: top, title: "2")
        (reply.userID, reply.createdAt) = (try #require(try db.post(top)).userID, Date())
        _ = try db.insert(reply)
      }
      let known = try await store.read { db in
        try db.value(
          "SELECT count(*) FROM posts WHERE id = ?1 AND (last_reply_at IS NOT NULL OR descendants IS NOT NULL)",
          top) as Int?
      }
      #expect(known == 0)
    }

    /// The command that removes a member ends: what it leaves uncounted, no server would notice.
    @Test(arguments: StoreKind.all)
    func threadsAreCountedWhenAMemberIsGone(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let authors = ["ada", "ben", "mei"]
      try await home.add(
        (1...60).map {
          """
          {"id":\($0),"parent_id":\($0 % 7 == 1 ? "null" : String($0 / 2)),"title":"\($0)",\
          "author_email":"\(authors[$0 % 3])@example.com"}
          """
        }.joined(separator: "\n"))
      _ = try await home.store.removeMember(Self.ben, withPosts: true, at: Date())
      let uncounted = try await (home.store as? any SQLStore)?.read { db in
        try db.value(
          "SELECT count(*) FROM posts WHERE answers_user IS NULL OR root_id = id AND descendants IS NULL"
        ) as Int?
      }
      #expect(uncounted == 0)
    }
  }
}
