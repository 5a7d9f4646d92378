import FireflyCore
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// What only SQLite has: files, and rows that no store would write.
@Suite struct SQLiteStoreTests {
  @Test func filesArePrivate() throws {
    let home = try TemporaryStore()
    _ = try home.addNow(#"{"title":"a"}"#)
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

  @Test func ringsAndGapsEndTheChain() async throws {
    let home = try TemporaryStore()
    try await home.add(
      """
      {"id":1,"parent_id":2,"title":"hen"}
      {"id":2,"parent_id":1,"title":"egg"}
      {"id":3,"parent_id":3,"title":"self"}
      {"id":4,"title":"gone"}
      {"id":5,"parent_id":4,"title":"orphan"}
      """)
    let store = home.sqlite
    try await store.write { db in _ = try db.run("DELETE FROM posts WHERE id = 4") }
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

  /// Chains of inviters end where nobody is known, where they close, and after a hundred.
  @Test func chainsOfInviters() async throws {
    let home = try TemporaryStore()
    // 1 … 150 were invited by the one before; 200 and 201 by each other; 202 by somebody unknown.
    let authors = [150, 120, 5, 201, 202]
    try await home.sqlite.database.write { db in
      try db.execute(sql: "DELETE FROM users")
      let inviters: [(Int, Int?)] =
        (1...150).map { ($0, $0 == 1 ? nil : $0 - 1) } + [(200, 201), (201, 200), (202, 999)]
      for (id, inviter) in inviters {
        try db.execute(
          sql: """
            INSERT INTO users (id, email, email_key, invited_by, created_at)
            VALUES (?1, ?2, ?2, ?3, 0)
            """, arguments: [id, "p\(id)@example.com", inviter])
      }
      for id in authors + [777] {
        _ = try SQLiteSession(db).insertRow(
          Post(id: 0, userID: id, title: "t", createdAt: Date()))
      }
    }
    let posts = try await home.store.taggedPosts(FeedRequest(reader: "p110@example.com"))
    func details(_ id: Int) -> Post.FeedDetails? { posts.first { $0.userID == id }?.feed }
    #expect(details(150)?.ancestorChain == Array((51...150).reversed()))
    #expect(details(150)?.proximity == 40)
    #expect(details(5)?.ancestorChain == [5, 4, 3, 2, 1])
    #expect(details(5)?.proximity == 9999, "beyond a hundred steps nobody looks")
    #expect(details(201)?.ancestorChain == [201, 200])
    #expect(details(202)?.ancestorChain == [202, 999])
    #expect(details(777)?.ancestorChain == [777])
  }
}
