import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// The extension `idempotency`: what is sent again is not made again.
@Suite(.everyStore) struct CreationKeyTests {
  @Test(.tags(.sqliteOnly)) func aKeyMakesOnePostADay() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    let first = try await ada.create("once", key: "k").post
    house.clock.advance(86_399)
    #expect(try await ada.create("twice", key: "k").post == first)
    // Somebody else's is another one, and so is another key.
    let others = try await ben.create("once", key: "k").post
    let another = try await ada.create("once", key: "K").post
    #expect(Set([first.id, others.id, another.id]).count == 3)
    house.clock.advance(1)
    let next = try await ada.create("once", key: "k").post
    #expect(next.id > another.id)
    let kept = try await house.home.sqlite.database.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM creation_keys WHERE post_id = ?", arguments: [first.id])
    }
    #expect(kept == 0)
  }

  /// Not only those that are sent again.
  @Test func oldKeysAreRemoved() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    for key in ["a", "b"] { _ = try await ada.create("t", key: key) }
    house.clock.advance(86_400)
    _ = try await ada.create("t", key: "c")
    try await house.home.store.sweepPictures(at: house.clock.now)
    let store = try #require(house.home.store as? any SQLStore)
    let count = try await store.read { db in
      try db.value("SELECT count(*) FROM creation_keys") as Int?
    }
    #expect(count == 1)
  }

  @Test(arguments: [
    "", " ", "two words", "tab\tbed", "naïve", "\u{7F}", String(repeating: "k", count: 256),
  ])
  func nonsenseIsRefused(key: String) async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    #expect(try await ada.create("t", key: key).status == 400)
    #expect(try await ada.create("t", key: String(repeating: "~", count: 255)).status == 200)
  }

  @Test func deletedPostIsNotCreatedAgain() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let post = try await ada.create("t", key: "k").post
    #expect(try await ada.delete(post.id).status == 200)
    #expect(try await ada.create("t", key: "k").status == 409)
    #expect(try await ada.restore(post.id).status == 200)
    #expect(try await ada.create("t", key: "k").post.id == post.id)
  }

  @Test func aRefusedPostUsesNoKey() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    #expect(try await ada.create("t", below: 4711, key: "k").status == 404)
    #expect(try await ada.create(" ", key: "k").status == 400)
    #expect(try await ada.create("t", below: 3, key: "k").post.parentID == 3)
  }

  /// However many send it at the same time, from however many programs on one database.
  @Test func aCrowdMakesOnePost() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let neighbour = try house.home.openAgain()
    let key = try #require(CreationKey("k"))
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for turn in 1...20 {
        group.addTask { try await ada.create("turn \(turn)", key: "k").post.id }
        group.addTask {
          try await neighbour.create(
            Post(id: 0, title: "next door"), picture: nil, key: key, quota: .none,
            by: TestHouse.ada,
            at: house.clock.now
          ).id
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  /// The picture of one that is sent again is not kept again.
  @Test func aPictureIsKeptOnce() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let (headers, body) = RouterWritingTests.multipart(
      PostForm(email: "", title: "t", summary: "", body: ""), image: RouterWritingTests.png)
    var urls: Set<String?> = []
    for _ in 1...3 {
      let reply = try await house.ask(
        "POST", "/api/posts/create", token: ada.token,
        headers: headers.merging(["Idempotency-Key": "k"]) { $1 }, body: body)
      urls.insert(try reply.post.imageURL)
    }
    #expect(urls.count == 1)
    // What was received again is removed beside the answer.
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: house.home.store.uploads.folder.path)
    }
    #expect(try await eventually { try files().count == 1 })
  }
}
