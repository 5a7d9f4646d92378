import FireflyAPI
import FireflyCore
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// The extension `undelete`: what is deleted is gone for everybody, and comes back as it was.
@Suite(.everyStore) struct RestoringTests {
  /// What everybody can see.
  private func view(_ writer: Writer) async throws -> [String] {
    var texts: [String] = []
    for target in [
      "/api/posts/recent?limit=100", "/api/posts/recent-tagged?tags=post,query,profile&limit=100",
      "/api/users/recent", "/api/posts/1/children?depth=9", "/api/posts/3?include=parent,children",
      "/api/posts/4?include=parent", "/api/posts/3/children", "/api/search?query_id=8",
    ] {
      let reply = try await writer.get(target)
      texts.append("\(reply.status) \(reply.text)")
    }
    return texts
  }

  @Test func aPostComesBackAsItWas() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    // Looking at a search changes its badge.
    _ = try await view(ada)
    let (before, tag) = (try await view(ada), try await ada.tag(3))
    #expect(try await ada.delete(3).status == 200)
    let gone = try await view(ada)
    // A post says the same as a list of children.
    let alone = try await ada.get("/api/posts/3").post
    #expect(alone.title == "deleted" && alone.template == .deleted && alone.authorEmail == nil)
    #expect(gone.allSatisfy { !$0.contains("building a loom") })
    #expect(try await ada.delete(3).status == 404)
    #expect(try await ada.update(3, "t").status == 404)
    #expect(try await ada.move(3, to: nil).status == 404)
    #expect(try await ada.create("t", below: 3).status == 404)
    // What is below it stays, in its place.
    let above = try await ada.get("/api/posts/1/children").decoded(ChildrenResponse.self).children
    let place = try #require(above.first { $0.id == 3 })
    #expect(place.title == "deleted" && place.summary == "" && place.body == "")
    #expect(place.authorName == nil && place.authorEmail == nil && place.childCount == 2)
    #expect(place == alone)
    let below = try await ada.get("/api/posts/3/children").decoded(ChildrenResponse.self).children
    #expect(below.map(\.id) == [5, 4])
    let reply = try await ada.get("/api/posts/4?include=parent").post
    #expect(reply.ancestors?.map(\.title) == ["deleted", "Ada Linden"])
    house.clock.advance(599)
    let back = try await ada.restore(3)
    #expect(back.status == 200 && back.headers["etag"] == tag)
    #expect(try back.post.childCount == 2)
    #expect(try await view(ada) == before)
    // Sent again, because its answer was lost.
    #expect(try await ada.restore(3).post == back.post)
  }

  @Test(.tags(.sqliteOnly)) func afterTenMinutesItIsGoneForGood() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    #expect(try await ada.delete(3).status == 200)
    house.clock.advance(600)
    #expect(try await ada.restore(3).status == 404)
    #expect(try await ada.create("whatever changes").status == 200)
    let left = try await house.home.sqlite.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM deleted_posts")
    }
    #expect(left == 0)
    #expect(try await ada.restore(4711).status == 404)
  }

  @Test func onlyTheDeleterRestoresAPost() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    #expect(try await ben.restore(3).status == 403)
    #expect(try await ada.delete(3).status == 200)
    #expect(try await ben.restore(3).status == 403)
    // What the store's own user took away, its author doesn't put back.
    try await house.home.store.delete(4, at: house.clock.now)
    #expect(try await ben.restore(4).status == 403)
    #expect(try await house.home.store.restore(4, at: house.clock.now).id == 4)
  }

  @Test func picturesFollow() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let (headers, body) = RouterWritingTests.multipart(
      PostForm(email: "", title: "t", summary: "", body: ""), image: RouterWritingTests.png)
    let made = try await house.ask(
      "POST", "/api/posts/create", token: ada.token, headers: headers, body: body
    ).post
    let url = try #require(made.imageURL)
    func files() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: house.home.store.uploads.folder.path)
        .count
    }
    #expect(try await ada.delete(made.id).status == 200)
    #expect(try await ada.get(url).status == 404)
    #expect(try files() == 1)
    #expect(try await ada.restore(made.id).status == 200)
    #expect(try await ada.get(url).body == RouterWritingTests.png)
    #expect(try await ada.delete(made.id).status == 200)
    house.clock.advance(600)
    #expect(try await ada.create("whatever changes").status == 200)
    #expect(try files() == 0)
  }

  @Test(.tags(.sqliteOnly)) func aStartForgetsAsWell() async throws {
    let home = try await TemporaryStore.sample()
    try await home.store.delete(3, at: Date(timeIntervalSinceNow: -601))
    try await home.store.delete(4, at: Date(timeIntervalSinceNow: -500))
    try await home.store.purgeDeleted()
    let left = try await home.sqlite.database.read {
      try Int.fetchAll($0, sql: "SELECT id FROM deleted_posts")
    }
    #expect(left == [4])
  }

  /// Whatever is deleted and restored, the counts and the index of words stay right.
  @Test(.tags(.sqliteOnly)) func nothingIsLeftOverInTheIndex() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    for _ in 1...3 {
      for id in [3, 5, 6] { #expect(try await ada.delete(id).status == 200) }
      for id in [5, 3, 6] { #expect(try await ada.restore(id).status == 200) }
    }
    try await house.home.sqlite.database.write { db in
      try db.execute(sql: "INSERT INTO post_words (post_words) VALUES ('integrity-check')")
      let rows = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM post_words WHERE post_words MATCH 'loom'")
      #expect(rows == 3)
    }
    #expect(try await ada.get("/api/posts/1").post.childCount == 1)
  }

  /// The extension `picture`.
  @Test func aPictureCanBeTakenOff() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let (headers, body) = RouterWritingTests.multipart(
      PostForm(postID: 3, email: "", title: "t", summary: "", body: ""),
      image: RouterWritingTests.png)
    let url = try await house.ask(
      "POST", "/api/posts/update", token: ada.token, headers: headers, body: body
    ).post.imageURL
    #expect(try await ada.update(3, "t").post.imageURL == url)
    let fields = [("post_id", "3"), ("title", "t")]
    for value in ["0", "", "true"] {
      let kept = try await ada.send("update", fields + [("remove_image", value)])
      #expect(try kept.post.imageURL == url)
    }
    let off = try await ada.send("update", fields + [("remove_image", "1")])
    #expect(try off.post.imageURL == nil)
    // It stays for a while, so that the edit can be undone.
    let gone = try #require(url)
    #expect(try await ada.get(gone).status == 200)
    try await house.home.store.sweepPictures(
      at: house.clock.now.addingTimeInterval(StoreLimits.restorable + 1))
    #expect(try await ada.get(gone).status == 404)
  }
}
