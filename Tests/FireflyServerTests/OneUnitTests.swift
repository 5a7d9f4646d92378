import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// A picture and its post are there both, or neither.
@Suite struct OneUnitTests {
  private func uploads(_ home: TemporaryStore) throws -> [String] {
    // What nobody keeps goes on the thread for what blocks.
    for queue in BlockingPool.shared.queues { queue.sync {} }
    let path = home.store.uploads.folder.path
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  @Test(arguments: Way.allCases)
  func aRefusedPostLeavesNoFile(_ way: Way) async throws {
    let home = try await TemporaryStore.sample()
    let png = RouterWritingTests.png
    var incomplete = RouterWritingTests.form()
    incomplete.title = ""
    var foreign = RouterWritingTests.form(by: "ada@example.com")
    foreign.postID = 4
    var missing = RouterWritingTests.form()
    missing.postID = 4711
    let cases: [(path: String, form: PostForm, image: Data, status: Int)] = [
      ("posts/create", RouterWritingTests.form(by: "who@example.com"), png, 404),
      ("posts/create", incomplete, png, 400),
      ("posts/create", RouterWritingTests.form(), Data("<svg>".utf8), 400),
      ("posts/update", foreign, png, 403), ("posts/update", missing, png, 404),
      ("users/profile/update", RouterWritingTests.form(by: "who@example.com"), png, 404),
    ]
    try await withServer(way, home) { ask in
      let before = try await home.store.recentPosts(FeedRequest(limit: 1000))
      for (path, form, image, status) in cases {
        let (headers, body) = RouterWritingTests.multipart(form, image: image)
        let reply = try await ask("POST", "/api/\(path)", headers, body)
        #expect(reply.status == status, "\(path): \(reply.text)")
        let cut = try await ask("POST", "/api/\(path)", headers, body.dropLast(10))
        #expect(cut.status == 400)
        #expect(try await eventually { try uploads(home) == [] }, "\(path)")
      }
      #expect(try await home.store.recentPosts(FeedRequest(limit: 1000)) == before)
    }
  }

  @Test func aPostThatCantBeStoredLeavesNoFile() async throws {
    let home = try await TemporaryStore.sample()
    try await home.sqlite.database.write { try $0.execute(sql: "DROP TABLE post_words") }
    let draft = try home.store.uploads.draft()
    try draft.append(Array(RouterWritingTests.png))
    await #expect(throws: StoreError.self) {
      _ = try await home.store.create(
        Post(id: 0, title: "t"), picture: draft, key: nil, quota: .none, by: "ada@example.com",
        at: Date())
    }
    #expect(try await eventually { try uploads(home) == [] })
  }

  @Test func anOldPictureGoesWhenANewOneComes() async throws {
    let home = try await TemporaryStore.sample()
    try await withServer(.router, home) { ask in
      var names: [String] = []
      for number in 1...2 {
        var form = RouterWritingTests.form()
        form.postID = 4
        // The same picture would have the same name.
        let picture = RouterWritingTests.png(with: Data([UInt8(number)]))
        let (headers, body) = RouterWritingTests.multipart(form, image: picture)
        let reply = try await ask("POST", "/api/posts/update", headers, body)
        names.append(try #require(try reply.decoded(PostResponse.self).post.imageURL))
      }
      #expect(names[0] != names[1])
      // The old one stays as long as the edit can be undone.
      #expect(try uploads(home).count == 2)
      try await home.store.sweepPictures(
        at: Date(timeIntervalSinceNow: StoreLimits.restorable + 60))
      #expect(
        try await eventually { try uploads(home).map { "/uploads/" + $0 } == [names[1]] })
    }
  }

  /// Texts are stored whole, whatever is in them.
  @Test(arguments: Way.allCases)
  func zerosCutNothingOff(_ way: Way) async throws {
    let home = try await TemporaryStore.sample()
    try await withServer(way, home) { ask in
      func isWhole(_ post: Post) -> Bool {
        post.title == "a\u{FFFD}b" && post.summary == "c\u{FFFD}" && post.body == "\u{FFFD}d"
      }
      var form = PostForm(
        email: "ben@example.com", title: "a\0b", summary: "c\0", body: "\0d", timezone: "U\0TC",
        locationTag: "x\0y")
      let made = try await ask("POST", "/api/posts/create", form.urlencoded.0, form.urlencoded.1)
      let post = try made.decoded(PostResponse.self).post
      #expect(isWhole(post) && post.locationTag == "x\u{FFFD}y" && post.timezone == "U\u{FFFD}TC")
      form.postID = post.id
      let changed = try await ask(
        "POST", "/api/posts/update", form.urlencoded.0, form.urlencoded.1)
      #expect(isWhole(try changed.decoded(PostResponse.self).post))
      let written = try await ask(
        "POST", "/api/users/profile/update", form.urlencoded.0, form.urlencoded.1)
      let profile = try #require(try written.decoded(ProfileResponse.self).profile)
      #expect(isWhole(profile) && profile.authorName == "a\u{FFFD}b")
      let ids = try await home.add(#"{"title":"a\u0000b","summary":"c\u0000","body":"\u0000d"}"#)
      #expect(isWhole(try #require(try await home.store.post(ids[0]))))
      // Nor does one in an e-mail make it another's.
      form.email = "ben@example.com\0.evil"
      let stranger = try await ask(
        "POST", "/api/posts/create", form.urlencoded.0, form.urlencoded.1)
      #expect(stranger.status == 404)
    }
  }

  /// Several who write while another program holds the database are told so, all in time.
  @Test func aLockedDatabaseIsSaidInTime() async throws {
    let home = try await TemporaryStore.sample()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: home.sqlite.file, configuration: configuration)
    try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let start = ContinuousClock.now
    let sentences = await withTaskGroup(of: String.self) { group in
      for _ in 1...4 {
        group.addTask {
          do throws(StoreError) {
            _ = try await home.store.create(Post(id: 0, title: "t"), by: "ada@example.com")
            return "written"
          } catch {
            return error.description
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // A client waits ten seconds; this is no measure of speed.
    #expect(start.duration(to: .now) < .seconds(ClientLimits().seconds))
    #expect(sentences.allSatisfy { $0.contains("is in use by another program") })
    // Reading goes on meanwhile.
    #expect(try await home.store.post(3)?.id == 3)
    try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await home.store.create(Post(id: 0, title: "t"), by: "ada@example.com").id > 10)
  }
}
