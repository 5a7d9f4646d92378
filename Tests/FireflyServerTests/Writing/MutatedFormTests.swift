import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import GRDB
import SeededRandom
import Testing

@testable import FireflyStore

/// Forms with bytes changed, left out and put in: each is a post or a refusal, and nothing in between.
@Suite struct MutatedFormTests {
  /// How many forms each seed makes; `FIREFLY_LONG=1` for a campaign.
  private static let count =
    ProcessInfo.processInfo.environment["FIREFLY_LONG"] == nil ? 150 : 5_000

  /// What the database and the folder of uploads hold; a picture that an edit took out waits for a while.
  private struct World: Equatable {
    var posts: Int
    var pictures: Set<String>
    var files: Set<String>

    init(_ store: SQLiteStore) throws {
      (posts, pictures) = try store.database.read { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM posts") ?? -1,
          try String.fetchSet(
            db,
            sql: """
              SELECT substr(image_url, 10) FROM posts WHERE image_url LIKE '/uploads/%'
              UNION SELECT name FROM uploads WHERE kept_until > 0
              """)
        )
      }
      let names = try? FileManager.default.contentsOfDirectory(atPath: store.uploads.folder.path)
      files = Set(names ?? [])
    }

    /// The world once what was received for nothing has gone, which is done beside the answer.
    static func settled(_ store: SQLiteStore) async throws -> World {
      var world = try World(store)
      _ = try await eventually {
        world = try World(store)
        return world.pictures == world.files
      }
      return world
    }
  }

  @Test(arguments: 1...4) func eachIsTakenOrRefusedAsAWhole(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let house = try await TestHouse(.open())
    let store = house.home.sqlite
    let (creation, update) = (
      PostForm(email: TestHouse.ben, title: "new", summary: "", body: ""), 7
    )
    var taken = 0
    for number in 1...Self.count {
      let isUpdate = number.isMultiple(of: 3)
      let (headers, body) = Self.form(isUpdate ? update : nil, creation, by: &random)
      let before = try World(store)
      let reply = try await house.ask(
        "POST", isUpdate ? "/api/posts/update" : "/api/posts/create", headers: headers,
        body: body)
      let after = try await World.settled(store)
      // Whatever shows a picture has it, and no other file is left.
      #expect(after.pictures == after.files)
      switch reply.status {
      case 200:
        taken += 1
        let post = try reply.post
        #expect(try await store.post(post.id)?.title == post.title)
        let isBlank = post.title.allSatisfy(\.isWhitespace)
        #expect(!isBlank)
        #expect(after.posts == before.posts + (isUpdate ? 0 : 1))
      case 400..<500: #expect(after == before)
      default: Issue.record("\(reply.status) \(reply.text)")
      }
    }
    // Neither all are taken nor all refused, or nothing would be shown.
    #expect((Self.count / 20...Self.count * 19 / 20).contains(taken))
    try await store.database.write { db in
      try db.execute(sql: "INSERT INTO post_words (post_words) VALUES ('integrity-check')")
    }
  }

  /// A form that is right, but for a few bytes of it.
  private static func form(
    _ id: Int?, _ form: PostForm, by random: inout SplitMix
  ) -> ([String: String], Data) {
    var form = form
    form.postID = id
    form.body = "line\r\n--firefly\r\n\r\n-- “end”"
    let hasPicture = Bool.random(using: &random)
    var (headers, body) =
      hasPicture
      ? RouterWritingTests.multipart(form, image: RouterWritingTests.png) : form.urlencoded
    for _ in 0..<Int.random(in: 0...4, using: &random) where !body.isEmpty {
      let place = Int.random(in: 0..<body.count, using: &random)
      let end = min(body.count, place + Int.random(in: 1...60, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: body[place] = UInt8.random(in: 0...255, using: &random)
      case 1: body.removeSubrange(place..<end)
      case 2: body.insert(contentsOf: Data(body[place..<end]), at: place)
      case 3: body.insert(contentsOf: "\r\n".utf8, at: place)
      case 4: body.insert(contentsOf: "\r\n--firefly-test-boundary".utf8, at: place)
      case 5: body = Data(body.prefix(place))
      default: body += Data(body[place..<end])
      }
    }
    if Int.random(in: 0..<20, using: &random) == 0 {
      headers["Content-Type"] = "multipart/form-data; boundary=\"firefly-\""
    }
    return (headers, body)
  }
}
