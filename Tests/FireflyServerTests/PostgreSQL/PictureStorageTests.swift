import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyTransfer
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// A place for pictures, for tests that each of them has to pass.
struct PictureKind: Sendable, CustomTestStringConvertible {
  static let all = [
    PictureKind(testDescription: "folder") { _ in nil },
    PictureKind(testDescription: "database") { _ in .database },
    PictureKind(testDescription: "S3") { name in
      let fake = try await s3.value
      let address = try S3Address(fake.address(prefix: name), environment: [:])
      return .s3(address, try fake.credentials())
    },
  ]

  private static let s3 = Task { try await FakeS3() }

  let testDescription: String
  /// Nil for a folder of the test's own.
  let location: @Sendable (String) async throws -> PictureLocation?

  /// Runs a test on a server that has its pictures there.
  func withHouse(
    quota: Quota = .none, _ body: @Sendable (TestHouse, Writer) async throws -> Void
  ) async throws {
    let location = try await location(UUID().uuidString.lowercased())
    try await TemporaryStore.$isOnPostgreSQL.withValue(true) {
      try await TemporaryStore.$pictures.withValue(location) {
        let house = try await TestHouse(quota: quota)
        try await body(house, try await Writer(TestHouse.ben, at: house))
      }
    }
  }
}

extension Writer {
  /// Writes a post with a picture.
  func create(_ picture: Data, post id: Int? = nil, key: String? = nil) async throws -> Reply {
    var form = PostForm(email: "", title: "t", summary: "", body: "")
    form.postID = id
    let (headers, body) = RouterWritingTests.multipart(form, image: picture)
    return try await house.ask(
      "POST", "/api/posts/\(id == nil ? "create" : "update")", token: token,
      headers: headers.merging(key.map { ["Idempotency-Key": $0] } ?? [:]) { $1 }, body: body)
  }
}

/// Pictures of a store on a server, wherever they are.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .timeLimit(.minutes(10)))
struct PictureStorageTests {
  /// A picture of some size, unlike others of another number.
  static func picture(_ number: Int = 0, bytes: Int = 1_000) -> Data {
    var random = UInt64(number &+ 1)
    let frame = RouterWritingTests.png(with: Data()).count
    let pixels = (0..<(bytes - frame)).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(random >> 56)
    }
    return RouterWritingTests.png(with: Data(pixels))
  }

  private func url(_ reply: Reply) throws -> String {
    try #require(reply.status == 200, "\(reply.text)")
    return try #require(try reply.post.imageURL)
  }

  @Test(arguments: PictureKind.all)
  func storedPicturesAreServed(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      // Around the size of a piece, and the largest.
      for bytes in [100, 262_143, 262_144, 262_145, 600_000, 15 << 20] {
        let picture = Self.picture(bytes, bytes: bytes)
        let url = try url(try await ben.create(picture))
        let answer = try await ben.get(url)
        #expect(answer.status == 200 && answer.body == picture, "\(bytes)")
        #expect(answer.headers["content-type"] == "image/png")
        let etag = try #require(answer.headers["etag"])
        let known = try await house.ask(
          "GET", url, token: ben.token, headers: ["If-None-Match": etag])
        #expect(known.status == 304 && known.body.isEmpty && known.headers["etag"] == etag)
      }
      #expect(try await ben.create(Self.picture(bytes: 16 << 20 + 1)).status >= 400)
      for name in ["x.png", "..%2Fx.png", ".png", "a%27b.png", String(repeating: "0", count: 32)] {
        #expect(try await ben.get("/uploads/\(name)").status == 404, "\(name)")
      }
    }
  }

  /// A picture is read by pieces, and is another process's as well.
  @Test(arguments: PictureKind.all)
  func processesShareThem(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let picture = Self.picture(bytes: 1_000_000)
      let url = try url(try await ben.create(picture))
      let name = try #require(UploadsFolder.name(inURL: url))
      let file = try #require(
        try await (try house.home.openAgain()).pictures.picture(name))
      #expect(file.length == picture.count)
      var (all, longest) = (Data(), 0)
      while let piece = try await file.next() {
        all += piece
        longest = max(longest, piece.count)
      }
      #expect(all == picture && longest <= 1 << 20)
    }
  }

  @Test(arguments: PictureKind.all)
  func theSameBytesAreStoredOnce(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let ada = try await Writer(TestHouse.ada, at: house)
      let picture = Self.picture()
      // At the same time, too.
      let urls = try await withThrowingTaskGroup(of: String.self) { group in
        for writer in [ben, ada, ben, ada] {
          group.addTask { try url(try await writer.create(picture)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(urls).count == 1)
      let own = try await ada.create(picture).post
      let name = try #require(UploadsFolder.name(inURL: urls[0]))
      // They stay until the last post has gone for good.
      for post in try await house.home.store.recentPosts(FeedRequest(limit: 100))
      where post.imageURL == urls[0] && post.id != own.id {
        try await house.home.store.delete(post.id, at: house.clock.now)
      }
      house.clock.advance(601)
      try await house.home.store.purgeDeleted(at: house.clock.now)
      #expect(try await ben.get(urls[0]).status == 200)
      #expect(try await ada.delete(own.id).status == 200)
      #expect(try await ben.get(urls[0]).status == 404)
      #expect(try await house.home.store.pictures.picture(name) != nil)
      house.clock.advance(601)
      try await house.home.store.purgeDeleted(at: house.clock.now)
      #expect(try await house.home.store.pictures.picture(name) == nil)
    }
  }

  @Test(arguments: PictureKind.all)
  func oldOnesGo(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let first = try await ben.create(Self.picture(1)).post
      let old = try #require(first.imageURL)
      let new = try url(try await ben.create(Self.picture(2), post: first.id))
      #expect(old != new)
      #expect(try await ben.get(old).status == 200)
      house.clock.advance(StoreLimits.restorable + 1)
      try await house.home.store.sweepPictures(at: house.clock.now)
      #expect(try await ben.get(old).status == 404)
      #expect(try await ben.get(new).body == Self.picture(2))
      // A request that is refused leaves nothing; one that is sent again neither.
      let foreign = try await ben.create(Self.picture(3), post: 3)
      #expect(foreign.status == 403)
      let keyed = try await ben.create(Self.picture(4), key: "k").post
      #expect(try await ben.create(Self.picture(5), key: "k").post.imageURL == keyed.imageURL)
      for number in [3, 5] {
        let draft = try await house.home.store.pictures.newDraft()
        try draft.append(Array(Self.picture(number)))
        let name = try draft.contentName()
        #expect(try await house.home.store.pictures.picture(name) == nil, "\(number)")
      }
      #expect(try await ben.get(try #require(keyed.imageURL)).status == 200)
    }
  }

  @Test(arguments: PictureKind.all)
  func quotasHold(_ kind: PictureKind) async throws {
    let quota = try #require(Quota("pictures=2KB"))
    try await kind.withHouse(quota: quota) { house, ben in
      let post = try await ben.create(Self.picture(1)).post
      #expect(try await ben.create(Self.picture(2)).status == 200)
      #expect(try await ben.create(Self.picture(3)).status == 429)
      // The same again takes no room.
      #expect(try await ben.create(Self.picture(1)).status == 200)
      #expect(try await ben.delete(post.id).status == 200)
      house.clock.advance(601)
      #expect(try await ben.create(Self.picture(3)).status == 429)
      #expect(try await ben.delete(post.id + 2).status == 200)
      #expect(try await ben.create(Self.picture(3)).status == 429)
      house.clock.advance(601)
      #expect(try await ben.create(Self.picture(3)).status == 200)
    }
  }

  /// Removes the pictures that an edit has taken out of posts, as if their time had passed.
  private static func removeWaiting(_ store: any Store, at now: Date = Date()) async throws {
    let store = try #require(store as? PostgresStore)
    let names = try await store.write { db in
      try db.rows("DELETE FROM uploads RETURNING name", convert: { $0[0] as String })
    }
    await store.removePictures(names, at: now)
  }

  /// One picture comes and goes in several processes; no post is ever without it.
  @Test(arguments: PictureKind.all)
  func comingAndGoingLoseNothing(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let stores = [house.home.store, try house.home.openAgain(), try house.home.openAgain()]
      var posts: [Int] = []
      for number in 1...6 {
        posts.append(
          try await stores[0].create(Post(id: 0, title: "\(number)"), by: TestHouse.ben).id)
      }
      @Sendable func turn(_ post: Int, _ number: Int) async throws {
        let store = stores[(post + number) % 3]
        var (change, draft): (PostChange, PictureDraft?) = (PostChange(), nil)
        if (post + number) % 2 == 0 {
          change.removesImage = true
        } else {
          let new = try await store.pictures.newDraft()
          try new.append(Array(Self.picture()))
          draft = new
        }
        let changed = try await store.update(
          post, change, picture: draft, quota: .none, if: .none, by: TestHouse.ben, at: Date())
        guard let name = changed.imageURL.flatMap(UploadsFolder.name) else {
          try await Self.removeWaiting(store)
          return
        }
        #expect(try await stores[number % 3].pictures.picture(name) != nil, "\(post), \(number)")
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for post in posts {
          group.addTask { for number in 1...15 { try await turn(post, number) } }
        }
        try await group.waitForAll()
      }
      let url = try #require(
        try await stores[0].pictureURLs().first, "Half of the posts have it at the end.")
      #expect(try await ben.get(url).body == Self.picture())
    }
  }

  /// A later claim of the same bytes is used, and its post loses them, while an earlier one is held.
  @Test(arguments: PictureKind.all)
  func earlierClaimsOutliveLaterOnes(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let store = try #require(house.home.store as? PostgresStore)
      let (draft, now) = (try await store.pictures.newDraft(), house.clock.now)
      try draft.append(Array(Self.picture(1)))
      try await store.upload(draft, by: TestHouse.ben, .none, at: now)
      let name = try draft.contentName()
      // One whose post is refused, and one that is used.
      #expect(try await ben.create(Self.picture(1), post: 3).status == 403)
      #expect(try await store.pictures.picture(name) != nil)
      let post = try await ben.create(Self.picture(1)).post
      #expect(try await ben.create(Self.picture(2), post: post.id).status == 200)
      try await Self.removeWaiting(store, at: now)
      #expect(try await store.pictures.picture(name) != nil)
      let url = try await store.write { db in try db.url(of: draft) }
      #expect(url == "/uploads/" + name)
      // Nothing stays for ever.
      try await store.sweepPictures(at: now.addingTimeInterval(700))
      #expect(try await store.pictures.picture(name) == nil)
    }
  }

  /// What a process has stored that was killed before its post was written.
  @Test(arguments: PictureKind.all)
  func unusedPicturesAreSwept(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      let store = try #require(house.home.store as? PostgresStore)
      let shown = try url(try await ben.create(Self.picture(1)))
      let draft = try await store.pictures.newDraft()
      try draft.append(Array(Self.picture(2)))
      let now = Date()
      try await store.upload(draft, by: TestHouse.ben, .none, at: now)
      let name = try draft.contentName()
      #expect(try await store.pictures.picture(name) != nil)
      // It may be on its way to a post.
      try await store.sweepPictures(at: now.addingTimeInterval(500))
      #expect(try await store.pictures.picture(name) != nil)
      try await store.sweepPictures(at: now.addingTimeInterval(601))
      #expect(try await store.pictures.picture(name) == nil)
      #expect(try await ben.get(shown).status == 200)
      // One that was stopped for that long says so instead of showing nothing.
      await #expect(throws: StoreError.self) {
        try await store.write { db in _ = try db.url(of: draft) }
      }
    }
  }

  @Test(arguments: PictureKind.all)
  func importsBringThem(_ kind: PictureKind) async throws {
    try await kind.withHouse { house, ben in
      var post = ImportedPost(title: "imported")
      post.picture = .bytes(Self.picture(7))
      var document = ImportDocument()
      _ = document.append(post)
      var none = ImportedPost(title: "no picture")
      none.picture = .bytes(Data("text".utf8))
      _ = document.append(none)
      let result = try await house.home.store.importPosts(
        document, localUser: { TemporaryStore.ada })
      #expect(result.pictures == 1 && result.refusedPictures.count == 1)
      let url = try #require(try await house.home.store.post(result.roots[0])?.imageURL)
      #expect(try await ben.get(url).body == Self.picture(7))
      try await house.home.store.sweepPictures(at: .distantFuture)
      #expect(try await ben.get(url).status == 200)
    }
  }
}
