import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyJSON
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// Posts are as long as a server can bear, and answers as large as a client can.
@Suite struct LimitTests {
  @Test(arguments: Way.allCases)
  func tooLongTextsAreRefusedByName(_ way: Way) async throws {
    let fields: [(name: String, limit: Int, words: String)] = [
      ("title", 4096, "4 KB"), ("summary", 4096, "4 KB"), ("body", 262_144, "256 KB"),
      ("timezone", 256, "256 bytes"), ("location_tag", 256, "256 bytes"),
    ]
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      for (name, limit, words) in fields {
        for length in [limit, limit + 1] {
          var values = ["email": "ada@example.com", "title": "t", "summary": "s", "body": "b"]
          values[name] = String(repeating: "x", count: length)
          let form = values.map { "\($0)=\($1)" }.joined(separator: "&")
          let reply = try await ask(
            "POST", "/api/posts/create", ["Content-Type": "application/x-www-form-urlencoded"],
            Data(form.utf8))
          #expect(reply.status == (length > limit ? 413 : 200), "\(name)")
          if length > limit {
            #expect(
              try reply.decoded(ErrorResponse.self).text == "“\(name)” is longer than \(words).")
          }
        }
      }
    }
  }

  @Test func aPingTellsTheLimits() async throws {
    let house = try await TestHouse()
    let ping = try await house.ask("GET", "/api/ping").decoded(PingResponse.self)
    #expect(ping.extensions.contains(.limits))
    #expect(ping.limits == PostLimits(title: 4096, summary: 4096, body: 262_144, image: 16 << 20))
  }

  /// Members may send few pictures before a post; who has no quota, such as the owner, has no limit.
  @Test(arguments: [
    (Quota.none, true, Int.max), (.standard, true, StoreLimits.uploads),
    (.standard, false, .max),
  ])
  func aPingTellsHowManyPicturesWait(quota: Quota, isMember: Bool, most: Int) async throws {
    let access = isMember ? Access.members() : .owner(TemporaryStore.ada)
    let house = try await TestHouse(access, quota: quota)
    let ping = try await house.ask("GET", "/api/ping").decoded(PingResponse.self)
    #expect(ping.limits?.pictures == most)
  }

  /// What was stored before there were limits.
  private func longPosts(_ count: Int, below parent: Int?, in home: TemporaryStore) throws -> [Int]
  {
    let noise = String(repeating: "\u{1}", count: 490_000)
    return try home.sqlite.database.write { db in
      let user = try SQLiteSession(db).ensureUser(
        TestHouse.ada, name: nil, invitedBy: nil)
      return try (1...count).map { _ in
        try SQLiteSession(db).insertRow(
          Post(
            id: 0, userID: user, parentID: parent, title: noise, summary: noise, body: noise,
            timezone: noise, locationTag: noise))
      }
    }
  }

  @Test func oldLongPostsAreReadAllTheSame() async throws {
    let home = try await TemporaryStore.sample()
    let ids = try longPosts(5, below: 9, in: home)
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
    var limits = ClientLimits()
    // Without optimisation, 73 MB take their time.
    limits.seconds = 120
    let client = LiveClient(
      server: try await server.startPrivately(environment: [:]), limits: limits, logger: silent)
    let children = try await client.children(9, 1)
    #expect(children.posts.ids == ids.reversed())
    #expect(children.skipped.isEmpty && !children.isCut)
    await server.stop()
  }

  @Test func answersEndEarlyAndSayThatThereIsMore() async throws {
    let home = try TemporaryStore()
    let body = String(repeating: "long ", count: 4_000)
    let children = (1...40).map {
      #"{"title":"\#($0)","body":"\#(body)","children":[{"title":"below \#($0)"}]}"#
    }
    let root = try await home.add(
      #"{"posts":[{"title":"root","children":["# + children.joined(separator: ",") + "]}]}")[0]
    for depth in [1, 2] {
      var json = JSONWriter()
      json.beginObject()
      json.key("children")
      json.beginArray()
      let stream = PostListBody(
        head: json, home.store.cursor(over: .children(of: root, depth: depth)),
        maximumBytes: 200_000
      ) { json, count, hasMore in
        json.endArray()
        json.key("count")
        json.value(count)
        json.key("more")
        json.value(hasMore)
        json.endObject()
      }
      var bytes: [UInt8] = []
      while let piece = try await stream.next() { bytes += piece }
      #expect(bytes.count < 400_000)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let posts = try #require(object?["children"] as? [[String: Any]])
      #expect(object?["more"] as? Bool == true)
      #expect(object?["count"] as? Int == posts.count && posts.count < 40 && posts.count > 5)
    }
  }

  @Test func importSplitsLongBodies() async throws {
    let home = try TemporaryStore()
    let paragraph = String(repeating: "word ", count: 199) + "end\n\n"
    let body = String(repeating: paragraph, count: 600)
    let title = String(repeating: "title ", count: 1_000)
    let result = try await home.store.importPosts(
      Data(#"{"title":"\#(title)","body":"\#(body.replacing("\n", with: "\\n"))"}"#.utf8)
    ) { TemporaryStore.ada }
    let (roots, splits) = (result.roots, result.splits)
    #expect(splits.count == 1)
    #expect(
      splits.first
        == "line 1: the body is longer than 256 KB. The rest is in 2 replies to post \(roots[0]).")
    let (post, parts) = try await home.sqlite.database.read { db in
      (
        try #require(try SQLiteSession(db).post(roots[0])),
        try SQLiteSession(db).posts(
          "WHERE p.parent_id = ?1 ORDER BY p.created_at DESC, p.id DESC", roots[0])
      )
    }
    #expect(post.title.utf8.count <= 4096 && post.title.hasSuffix("…"))
    #expect(parts.map { String($0.title.suffix(4)) } == [" (2)", " (3)"])
    #expect(([post] + parts).allSatisfy { $0.body.utf8.count <= 262_144 })
    #expect(([post] + parts).map(\.body).joined() == title + "\n\n" + body)
    #expect(([post] + parts).dropLast().allSatisfy { $0.body.hasSuffix("end\n\n") })
  }

  /// One letter of many marks is no reason to go on for ever.
  @Test func evenOneLetterIsSplit() throws {
    let letter = "o" + String(repeating: "\u{301}", count: 300_000)
    let long = LongPost(Post(id: 0, title: "t", body: letter))
    #expect(long.children.count == 2)
    #expect(([long.post] + long.children).map(\.body).joined().utf8.elementsEqual(letter.utf8))
  }
}
