import FireflyCore
import Foundation
import Testing

@testable import FireflyServer

@Suite struct StoreTests {
  @Test func filesArePrivate() throws {
    let home = try TemporaryStore()
    _ = try home.add(#"{"title":"a"}"#)
    func permissions(_ name: String) throws -> Int? {
      let path = home.folder.appendingPathComponent(name).path
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions("") == 0o700)
    for name in ["firefly.sqlite", "firefly.sqlite-wal", "firefly.sqlite-shm"] {
      #expect(try permissions(name) == 0o600, "\(name)")
    }
  }

  @Test func anUnusableFolderIsNamed() {
    #expect {
      _ = try SQLiteStore(folder: URL(fileURLWithPath: "/dev/null/firefly"))
    } throws: { error in
      guard case StoreError.folder(let path, _) = error else { return false }
      return path.contains("/dev/null")
    }
  }

  @Test func aPostHasAllItsFields() async throws {
    let home = try TemporaryStore.sample()
    let post = try #require(try await home.store.post(3))
    #expect(post.title == "building a loom")
    #expect(post.summary == "from scrap wood")
    #expect(post.parentID == 1)
    #expect(post.childCount == 2)
    #expect(post.authorEmail == "ada@example.com")
    #expect(post.authorName == "Ada Linden")
    #expect(post.createdAt.map(WireDate.http) == "Mon, 03 Nov 2025 10:31:24 GMT")
    #expect(
      post.placeholders == Post.Placeholders(title: "Title", summary: "Summary", body: "Body"))
    #expect(try await home.store.post(4)?.isAIGenerated == false)
    #expect(try await home.store.post(5)?.isAIGenerated == true)
    #expect(try await home.store.post(9)?.parentID == nil)
    #expect(try await home.store.post(8)?.parentID == -1)
    #expect(try await home.store.post(9)?.authorName == "mei@example.com")
    #expect(try await home.store.post(99) == nil)
  }

  @Test func childrenAreNewestFirst() async throws {
    let home = try TemporaryStore.sample()
    #expect(try await home.store.children(of: 3, limit: 10).ids == [5, 4])
    #expect(try await home.store.children(of: 99, limit: 10).isEmpty)
  }

  @Test func ancestorsEndAtTheRoot() async throws {
    let home = try TemporaryStore.sample()
    let post = try #require(try await home.store.post(6))
    #expect(try await home.store.ancestors(of: post).ids == [4, 3, 1])
  }

  @Test func ringsAndGapsEndTheChain() async throws {
    let home = try TemporaryStore()
    try home.add(
      """
      {"id":1,"parent_id":2,"title":"hen"}
      {"id":2,"parent_id":1,"title":"egg"}
      {"id":3,"parent_id":3,"title":"self"}
      {"id":4,"title":"gone"}
      {"id":5,"parent_id":4,"title":"orphan"}
      """)
    let store = home.store
    try await store.write { db in try db.execute(sql: "DELETE FROM posts WHERE id = 4") }
    func chain(_ id: Int) async throws -> [Int] {
      try await store.ancestors(of: try #require(try await store.post(id))).ids
    }
    #expect(try await chain(1) == [2])
    #expect(try await chain(3) == [])
    #expect(try await chain(5) == [])
    #expect(try await store.post(5)?.parentID == 4)
    #expect(try await store.post(3)?.childCount == 0)
    #expect(try await store.children(of: 3, limit: 5).isEmpty)
  }

  @Test func twoStoresOnOneFolderSeeTheSame() async throws {
    let home = try TemporaryStore.sample()
    let other = try SQLiteStore(folder: home.folder)
    let made = try await other.create(Post(id: 0, title: "from next door"), by: "ben@example.com")
    #expect(try await home.store.post(made.id)?.title == "from next door")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [home.store, other] {
        group.addTask {
          for turn in 1...20 {
            _ = try await store.create(Post(id: 0, title: "turn \(turn)"), by: "ben@example.com")
          }
        }
      }
      try await group.waitForAll()
    }
    let all = try await other.recentPosts(FeedRequest(limit: 1000))
    #expect(all.count == 51)
    #expect(Set(all.ids).count == 51)
  }

  @Test func profilesAreMadeOnDemandAndOnce() async throws {
    let home = try TemporaryStore.sample()
    #expect(try await home.store.profile(of: "BEN@example.com").id == 2)
    let blank = try await home.store.profile(of: "mei@example.com")
    #expect(blank.template == .profile)
    #expect(blank.title == "" && blank.parentID == -1 && blank.timezone == "UTC")
    #expect(try await home.store.profile(of: "mei@example.com").id == blank.id)
    await #expect(throws: StoreError.unknownUser(email: "nobody@example.com")) {
      _ = try await home.store.profile(of: "nobody@example.com")
    }
  }
}
