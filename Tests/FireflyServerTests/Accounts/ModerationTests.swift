import Eventually
import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// What the owner of the data can take out of it, and what a member can put into it.
@Suite(.everyStore) struct ModerationTests {
  private func children(_ writer: Writer, of id: Int) async throws -> [Int] {
    try await writer.get("/api/posts/\(id)/children").decoded(ChildrenResponse.self).children.ids
  }

  @Test func pingSaysWhoIsAModerator() async throws {
    let house = try await TestHouse(.owner(TemporaryStore.ada))
    let ping = try await house.ask("GET", "/api/ping", token: nil).decoded(PingResponse.self)
    #expect(ping.extensions.contains(.moderate))
    let others = try await TestHouse()
    let token = try await others.signIn(TestHouse.ada)
    for token in [nil, token] {
      let ping = try await others.ask("GET", "/api/ping", token: token).decoded(PingResponse.self)
      #expect(!ping.extensions.contains(.moderate) && ping.extensions.contains(.undelete))
    }
  }

  @Test func theOwnerDeletesWhateverThereIs() async throws {
    let house = try await TestHouse(.owner(TemporaryStore.ada))
    #expect(try await house.ask("DELETE", "/api/posts/4", token: nil).status == 200)
    let place = try await house.ask("GET", "/api/posts/4", token: nil).post
    #expect(place.template == .deleted && place.body.isEmpty)
    let found = try await house.home.store.search(words: "tension")
    #expect(found.isEmpty)
  }

  /// Places of deleted posts go when nothing is below them any more, and nothing can come back there.
  @Test func emptyPlacesGo() async throws {
    let house = try await TestHouse()
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    // 3 (Ada) has 4 (Ben) with 6 (Ada), and 5 (Ada).
    #expect(try await ada.delete(3).status == 200)
    #expect(try await ben.delete(4).status == 200)
    #expect(try await ada.delete(5).status == 200)
    #expect(try await ada.get("/api/posts/3").post.childCount == 1)
    #expect(try await children(ada, of: 3) == [4])
    #expect(try await children(ada, of: 4) == [6])
    house.clock.advance(700)
    #expect(try await ada.delete(6).status == 200)
    _ = try await ada.create("whatever changes")
    #expect(try await children(ada, of: 4) == [])
    #expect(try await ada.get("/api/posts/3").status == 200)
    house.clock.advance(700)
    _ = try await ada.create("whatever changes")
    #expect(try await ada.get("/api/posts/3").status == 404)
    // What is left on Ada's profile is at the top level.
    #expect(try await children(ada, of: 1).count == 2)
    #expect(try await ada.get("/api/posts/1").post.childCount == 2)
  }

  @Test func deletedPostCanNotBeChanged() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let reply = try await ada.send("create", [("title", "t"), ("template_name", "deleted")])
    #expect(reply.status == 400)
  }

  // MARK: Members

  @Test(arguments: [false, true])
  func aMemberIsRemoved(_ withPosts: Bool) async throws {
    let house = try await TestHouse()
    _ = try await house.home.store.prepareFirstRun(
      localUser: { TemporaryStore.ada }, guide: { nil })
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    let (store, now) = (house.home.store, house.clock.now)
    #expect(try await store.removeMember("BEN@example.com", withPosts: withPosts, at: now) == 2)
    // Neither his devices nor his profile are there.
    #expect(try await ben.create("still here").status == 401)
    let profile = try await ada.get("/api/posts/2")
    if withPosts {
      #expect(profile.status == 404)
    } else {
      #expect(try profile.post.template == .deleted)
    }
    let people = try await ada.get("/api/users/recent").decoded(PostsResponse.self).posts
    #expect(!people.ids.contains(2))
    if withPosts {
      #expect(try await ada.get("/api/posts/4").post.template == .deleted)
      #expect(try await ada.get("/api/posts/7").status == 404)
      // Ada's reply to him is below what is left of his.
      #expect(try await children(ada, of: 4) == [6])
    } else {
      let post = try await ada.get("/api/posts/4").post
      #expect(post.authorName == "Ben Okafor" && post.title == "what tension?")
      #expect(post.authorEmail?.contains("ben") == false)
    }
    #expect(try await store.removeMember("ben@example.com", withPosts: withPosts, at: now) == nil)
    // Whoever signs in by that address is new.
    house.clock.advance(3_600)
    _ = try await house.sendCode(TestHouse.ben)
    let again = try await house.verify(TestHouse.ben, house.codes.last ?? "")
      .decoded(VerifyCodeResponse.self)
    #expect(again.isNewUser == true)
    await #expect(throws: StoreError.isOwner) {
      try await store.removeMember(TestHouse.ada, withPosts: true, at: now)
    }
  }

  // MARK: Quotas

  @Test(arguments: [
    ("none", "none"), ("pictures=1GB,posts=100/h", "pictures=1GB,posts=100/h"),
    ("posts=5/d", "pictures=1GB,posts=5/d"), ("pictures=500mb", "pictures=500MB,posts=100/h"),
    ("pictures=none,posts=0/m", "pictures=none,posts=0/m"), ("pictures=none,posts=none", "none"),
    ("", nil), ("posts", nil), ("posts=", nil), ("posts=5", nil), ("posts=5/y", nil),
    ("posts=-1/h", nil), ("pictures=1", nil), ("pictures=GB", nil), ("pictures=-1GB", nil),
    ("pictures=99999999999999999999GB", nil), ("x=1", nil), ("posts=1/h,", nil), ("none,", nil),
  ])
  func quotasAreRead(_ text: String, _ meaning: String?) {
    #expect(Quota(text)?.description == meaning)
  }

  @Test func postsAreLimited() async throws {
    let quota = try #require(Quota("posts=3/h"))
    let house = try await TestHouse(quota: quota)
    _ = try await house.home.store.prepareFirstRun(
      localUser: { TemporaryStore.ada }, guide: { nil })
    let ben = try await Writer(TestHouse.ben, at: house)
    for number in 1...3 {
      house.clock.advance(60)
      #expect(try await ben.create("\(number)", key: "key\(number)").status == 200)
    }
    let refused = try await ben.create("4", key: "key4")
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"] == "3480")
    #expect(
      try refused.decoded(ErrorResponse.self).text
        == "This server allows 3 posts an hour, and you have reached this limit.")
    // What was made already is no other post, and changes are none.
    let again = try await ben.create("3", key: "key3")
    #expect(again.status == 200)
    #expect(try await ben.update(again.post.id, "changed").status == 200)
    // To delete one makes no room.
    #expect(try await ben.delete(again.post.id).status == 200)
    #expect(try await ben.create("4", key: "key4").status == 429)
    // The owner is exempt.
    let ada = try await Writer(TestHouse.ada, at: house)
    for number in 1...5 { #expect(try await ada.create("\(number)").status == 200) }
    house.clock.advance(3_480)
    #expect(try await ben.create("4", key: "key4").status == 200)
  }

  @Test func picturesAreLimited() async throws {
    let quota = try #require(Quota("pictures=1KB"))
    let house = try await TestHouse(quota: quota)
    let ben = try await Writer(TestHouse.ben, at: house)
    func post(bytes: Int) async throws -> Reply {
      let form = PostForm(email: "", title: "t", summary: "", body: "")
      let (headers, body) = RouterWritingTests.multipart(
        form, image: RouterWritingTests.png(bytes: bytes))
      return try await house.ask(
        "POST", "/api/posts/create", token: ben.token, headers: headers, body: body)
    }
    let first = try await post(bytes: 600)
    #expect(first.status == 200)
    let refused = try await post(bytes: 601)
    #expect(refused.status == 429 && refused.headers["retry-after"] == "600")
    #expect(try refused.decoded(ErrorResponse.self).text.hasPrefix("This server allows 1 KB"))
    let folder = house.home.store.uploads.folder.path
    #expect(
      try await eventually {
        try FileManager.default.contentsOfDirectory(atPath: folder).count == 1
      })
    #expect(try await ben.create("without a picture").status == 200)
    // What is deleted counts for as long as it can come back.
    #expect(try await ben.delete(first.post.id).status == 200)
    #expect(try await post(bytes: 601).status == 429)
    house.clock.advance(601)
    #expect(try await post(bytes: 601).status == 200)
  }

  // MARK: Names

  @Test(.tags(.sqliteOnly)) func usersWithSimilarNamesAreDistinguished() async throws {
    let house = try await TestHouse()
    let eve = try await Writer("eve@example.com", at: house)
    func rename(_ name: String) async throws {
      _ = try await house.ask(
        "POST", "/api/users/profile/update", token: eve.token,
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Data([QueryItem("title", name)].encoded.utf8))
    }
    func names() async throws -> [String?] {
      let own = try #require(try await eve.create("t").decoded(PostResponse.self).post.authorName)
      return [own, try await eve.get("/api/posts/3").post.authorName]
    }
    #expect(try await names() == ["eve", "Ada Linden"])
    for name in ["Ada Linden", "ADA  LINDEN", "Àda Linden\u{200D}", "Ａda Linden"] {
      try await rename(name)
      let shown = try await names()
      #expect(shown[0]?.hasSuffix(" (eve)") == true, "\(shown)")
      #expect(shown[1] == "Ada Linden (ada)")
    }
    try await rename("Eve")
    #expect(try await names() == ["Eve", "Ada Linden"])
    // The same first parts of other addresses.
    _ = try await house.home.sqlite.database.write { db in
      let id = try SQLiteSession(db).ensureUser(
        "ada@evil.example", name: nil, invitedBy: nil)
      try SQLiteSession(db).setName("ada linden", of: id)
    }
    #expect(try await names() == ["Eve", "Ada Linden (ada@example.com)"])
    // A name that is somebody's address.
    _ = try await Writer("mei2@example.com", at: house)
    try await rename("mei2@example.com")
    #expect(try await names()[0] == "mei2@example.com (eve)")
  }
}
