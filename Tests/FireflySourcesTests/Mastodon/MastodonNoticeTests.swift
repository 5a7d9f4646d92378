import FireflyAPI
import FireflyCore
import FireflySources
import SourceFakes
import Testing

/// Notices of an instance: what others have done with the user's posts.
@Suite(.endsServices) struct MastodonNoticeTests {
  private typealias Status = FakeInstance.Status

  private func fake() async throws -> FakeInstance {
    let fake = try await FakeInstance([
      Status(1, by: "ada", "My words."), Status(2, "@ada hello"), Status(3, "A poll."),
    ])
    fake.notify(1, "follow", by: "zed")
    for (id, name) in ["ben", "cy", "dora", "ben"].enumerated() {
      fake.notify(10 + id, "reblog", by: name, about: 1)
    }
    fake.notify(20, "favourite", by: "cy", about: 1)
    fake.notify(21, "mention", by: "bob", about: 2)
    fake.notify(22, "poll", by: "bob", about: 3)
    fake.notify(23, "follow_request", by: "eve")
    fake.notify(24, "odd_kind", by: "fay")
    return fake
  }

  private func words(
    _ client: any PostsClient, _ kind: Notice.Kind? = nil, areSeen: Bool = false
  ) async throws -> [String] {
    try await client.notices(kind, areSeen: areSeen).posts.compactMap { $0.service?.notice?.words }
  }

  /// One line for each post and person, the newest first; who does a thing twice counts once.
  @Test func noticesAreGroupedByWhatTheyAreAbout() async throws {
    let client = try await fake().client(token: "right")
    let posts = try await client.notices(nil, areSeen: false).posts
    #expect(
      posts.map { $0.service?.notice?.words } == [
        "Fay: odd kind", "asks to follow you", "the poll has ended", "mentions you",
        "boosted by Ben and 2 others · favourite of Cy", "follows you now",
      ])
    #expect(posts.map(\.template) == [.profile, .profile, .post, .post, .post, .profile])
    #expect(posts[4].summary == "My words." && posts[1].authorEmail == "eve")
    // It leads where the post leads.
    #expect(try await client.post(posts[3].id, false).summary == "@ada hello")
    #expect(try await client.post(posts[3].id, false).service?.notice == nil)
  }

  @Test(arguments: [
    (Notice.Kind.mentions, ["mentions you"]),
    (.reactions, ["boosted by Ben and 2 others · favourite of Cy"]),
    (.follows, ["asks to follow you", "follows you now"]),
    (.others, ["Fay: odd kind", "the poll has ended"]),
  ])
  func kindsAreChosen(_ kind: Notice.Kind, _ expected: [String]) async throws {
    #expect(try await words(try await fake().client(token: "right"), kind) == expected)
  }

  /// What was seen on another device is not new here, and what is seen here is kept there.
  @Test func markersAreShared() async throws {
    let fake = try await fake()
    fake.mark("notifications", "22")
    let client = try fake.client(token: "right")
    func new() async throws -> [Bool] {
      try await client.notices(nil, areSeen: false).posts.map { $0.service?.notice?.isNew == true }
    }
    #expect(try await new() == [true, true, false, false, false, false])
    // A look of a program is none of the user's.
    #expect(fake.marker("notifications") == "22")
    _ = try await client.notices(nil, areSeen: true)
    #expect(fake.marker("notifications") == "24")
    #expect(try await !new().contains(true))
  }

  /// Where nothing is kept, what came since the last look is new, and nothing is asked for in vain.
  @Test func withoutMarkersTheLastLookCounts() async throws {
    let fake = try await fake()
    fake.change { $0.keepsMarkers = false }
    let client = try fake.client(token: "right")
    #expect(
      try await client.notices(nil, areSeen: true).posts.allSatisfy {
        $0.service?.notice.map { $0.isNew == nil } == true
      })
    fake.notify(30, "follow", by: "gil")
    let posts = try await client.notices(nil, areSeen: true).posts
    #expect(posts.map { $0.service?.notice?.isNew == true }.prefix(2) == [true, false])
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/markers") } == 1)
  }

  /// A look at one kind makes nothing new that was seen among all.
  @Test(arguments: [true, false])
  func aLookAtOneKindMakesNothingNew(keepsMarkers: Bool) async throws {
    let fake = try await fake()
    fake.change { $0.keepsMarkers = keepsMarkers }
    let client = try fake.client(token: "right")
    for kind in [nil, .mentions, .reactions, .follows, .others, nil] as [Notice.Kind?] {
      let posts = try await client.notices(kind, areSeen: true).posts
      #expect(
        kind == nil && keepsMarkers || posts.allSatisfy { $0.service?.notice?.isNew != true },
        "\(String(describing: kind))")
    }
    #expect(
      try await client.notices(nil, areSeen: true).posts.allSatisfy {
        $0.service?.notice?.isNew != true
      })
  }

  /// Many pages are read as far as there is a limit.
  @Test func noticesAreBounded() async throws {
    let fake = try await FakeInstance([Status(1, by: "ada", "My words.")])
    for id in 1...500 { fake.notify(id, "reblog", by: "fan\(id)", about: 1) }
    #expect(
      try await words(try fake.client(token: "right")) == ["boosted by Fan500 and 199 others"])
  }

  @Test func withoutAnAccountThereAreNone() async throws {
    await #expect(throws: APIError.status(401, message: nil)) {
      try await fake().client().notices(nil, areSeen: false)
    }
  }

  /// A token without the scope is told what to do.
  @Test func aNarrowTokenIsToldToSignInAgain() async throws {
    let fake = try await fake()
    fake.trouble(
      "GET /api/v1/notifications", .refused(403, "This action is outside the authorized scopes"))
    let error = await #expect(throws: APIError.self) {
      try await fake.client(token: "right").notices(nil, areSeen: true)
    }
    #expect(error?.sentence == "Sign in again to see notices.")
  }

  /// More notices than are loaded are not said to be all.
  @Test(arguments: [(40, false), (201, true)])
  func moreThanArePlacedAreSaid(_ count: Int, _ hasMore: Bool) async throws {
    let fake = try await FakeInstance([Status(1, by: "ada", "My words.")])
    for id in 1...count { fake.notify(id, "reblog", by: "p\(id)", about: 1) }
    let page = try await fake.client(token: "right").notices(nil, areSeen: false)
    #expect(page.hasMore == hasMore && page.posts.count == 1)
  }
}
