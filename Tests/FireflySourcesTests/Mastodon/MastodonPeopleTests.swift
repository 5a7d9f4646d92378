import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// People of an instance: their profiles, and how the user stands to them.
@Suite(.endsServices) struct MastodonPeopleTests {
  private typealias Status = FakeInstance.Status

  private static let posts = [
    Status(1, "An old one."), Status(2, "An answer.", parent: 1), Status(3, "A new one."),
    Status(4, by: "cy", "By another."),
  ]

  private func profile(_ client: any PostsClient, _ handle: String = "bob") async throws -> Post {
    try #require(try await client.profile(handle, true))
  }

  @Test func aProfileSaysWhoSomebodyIs() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change {
      $0.people["bob"] = """
        {"following_count":3,"locked":true,"fields":[
        {"name":"Site","value":"<a href=\\"https://bob.example/\\">bob.example</a>","verified_at":"2024-05-03T10:00:00.000Z"},
        {"name":"She <b>","value":"he","verified_at":null},{"name":"","value":""},null,7]}
        """
    }
    fake.relate(to: "bob", ["following", "followed_by"])
    let bob = try await profile(try fake.client(token: "right"))
    #expect(bob.title == "Bob" && bob.template == .profile)
    #expect(
      bob.summary
        == "@bob · you follow · follows you · accepts followers one by one · 2 posts · 1 follower · follows 3"
    )
    #expect(
      bob.body == """
        I build.

        - Site: <https://bob.example/> (verified on 3 May 2024)
        - She \\<b>: he

        Here since 1 Jan 2020.
        """)
    #expect(bob.facts.relation?.isFollowed == true && bob.facts.relation?.isMuted == false)
  }

  /// Servers such as snac look up no handles, but find them.
  @Test func whoIsNotLookedUpIsSought() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change {
      $0.refused["accounts/lookup"] = (404, "<h1>404 Not Found</h1>")
      $0.found = ["bobby", "bob@far.example", "bob"]
    }
    let client = try fake.client(token: "right")
    #expect(try await profile(client).authorEmail == "bob")
    #expect(try await profile(client, "bob@far.example").authorEmail == "bob@far.example")
    await #expect(throws: APIError.notOffered("instance.example has no profile of bo.")) {
      try await client.profile("bo", true)
    }
  }

  /// Without an account nothing is asked, and one's own profile is one's own.
  @Test func whoIsNotAskedAbout() async throws {
    let fake = try await FakeInstance(Self.posts)
    #expect(try await profile(try fake.client()).facts.relation == nil)
    let client = try fake.client(token: "right")
    let own = try await profile(client, "ada")
    #expect(own.facts.relation?.isUser == true && own.summary.hasPrefix("@ada · you · 2 posts"))
    #expect(!fake.server.exchanges.contains { $0.path.hasSuffix("relationships") })
    await #expect(throws: APIError.notOffered("This is your own account.")) {
      try await client.relate(own.id, .block)
    }
    #expect(!fake.server.exchanges.contains { $0.method == "POST" })
  }

  /// First what is pinned, then the newest that answers nothing; one level on, all posts.
  @Test func aProfileShowsItsOwnersPosts() async throws {
    var pinned = Self.posts[0]
    pinned.marks = ["pinned"]
    let fake = try await FakeInstance(Self.posts)
    fake.add(pinned)
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    let shown = try await client.list(.profile(bob.id)) { _ in }.posts
    #expect(shown.map(\.summary) == ["An old one.", "A new one."])
    #expect(shown.map(\.remarks) == [["pinned"], []])
    let all = try await client.list(.children(of: bob.id)) { _ in }.posts
    #expect(all.map(\.summary) == ["A new one.", "An answer.", "An old one."])
    // Elsewhere it is a post as any other.
    #expect(all.allSatisfy { !$0.remarks.contains("pinned") })
  }

  @Test func whereNothingIsPinnedNothingSaysSo() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change { $0.hasPins = false }
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    let shown = try await client.list(.profile(bob.id)) { _ in }.posts
    #expect(shown.map(\.summary) == ["A new one.", "An old one."])
    #expect(shown.allSatisfy { $0.remarks.isEmpty })
  }

  @Test(
    arguments: [
      (.follow, "follow", ["following"]), (.unfollow, "unfollow", []),
      (.mute(seconds: 86_400, withNotices: true), "mute", ["muting", "muting_notifications"]),
      (.mute(seconds: nil, withNotices: false), "mute", ["muting"]), (.unmute, "unmute", []),
      (.block, "block", ["blocking"]), (.unblock, "unblock", []),
      (.boosts(false), "follow", ["following", "no boosts"]),
    ] as [(Relation.Change, String, Set<String>)])
  func aChangeIsSentOnce(
    _ change: Relation.Change, _ call: String, _ relation: Set<String>
  ) async throws {
    let fake = try await FakeInstance(Self.posts)
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    let new = try await client.relate(bob.id, change)
    #expect(new.id == bob.id && new.facts.relation.map(change.isDone) == true)
    #expect(fake.relation(to: "bob") == relation)
    let sent = fake.server.exchanges.filter { $0.method == "POST" }
    #expect(sent.map(\.path) == ["/api/v1/accounts/bob/\(call)"])
    if case .mute(let seconds, let withNotices) = change {
      #expect(sent[0]["duration"] == "\(seconds ?? 0)")
      #expect(sent[0]["notifications"] == "\(withNotices)")
    }
  }

  /// Who accepts followers one by one is asked; a server that answers with nothing is asked what holds.
  @Test func whatHoldsIsSaid() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change { ($0.locked, $0.saysNoRelation) = (["bob"], true) }
    let client = try fake.client(token: "right")
    let relation = try await client.relate(try await profile(client).id, .follow).facts.relation
    #expect(relation?.isAsked == true && relation?.isFollowed == false)
    #expect(
      Relation.Change.follow.sentence(of: "Bob", on: "m.example", relation)
        == "You have asked Bob to let you follow; they must accept.")
  }

  /// A lost answer is no answer: nothing is sent again.
  @Test func whatWasSentIsNotSentAgain() async throws {
    let fake = try await FakeInstance(Self.posts)
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    fake.trouble("POST /api/v1/accounts", .lost)
    let error = await #expect(throws: APIError.self) { try await client.relate(bob.id, .follow) }
    #expect(error?.mayHaveArrived == true)
    #expect(fake.server.exchanges.count { $0.method == "POST" } == 1)
  }

  /// An older sign-in may write posts, but not follow.
  @Test func aNarrowSignInSaysSo() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.allow("narrow", "read write:statuses write:media write:favourites write:bookmarks")
    let client = try fake.client(token: "narrow")
    let bob = try await profile(client)
    for (change, words) in [
      (Relation.Change.follow, "Sign in again to follow."),
      (.block, "Sign in again to block."), (.unmute, "Sign in again to mute."),
    ] {
      let error = await #expect(throws: APIError.self) { try await client.relate(bob.id, change) }
      #expect(error?.sentence == words)
    }
    #expect(fake.relation(to: "bob").isEmpty)
  }

  /// A server such as snac blocks, but mutes nobody.
  @Test func whatAServerLacksIsNotOffered() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change {
      $0.version = "4.2.0 (compatible; snac/2.80)"
      $0.refused["accounts/bob/mute"] = (404, "<h1>404 Not Found</h1>")
    }
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    #expect(bob.facts.relation != nil && bob.facts.relation?.isMuted == nil)
    let error = await #expect(throws: APIError.self) {
      try await client.relate(bob.id, .mute(seconds: nil, withNotices: true))
    }
    #expect(error?.sentence == "instance.example can't do this: mute people.")
  }

  /// The token of another account changes nothing.
  @Test func anotherAccountChangesNothing() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.letIn("cy")
    let client = try fake.client(token: "cy-token")
    await #expect(throws: APIError.self) {
      try await client.relate(try await profile(client).id, .follow)
    }
    #expect(fake.relation(to: "bob").isEmpty)
  }

  /// Who asks comes first, then whom one follows, then who else follows; a request is answered once.
  @Test(arguments: [true, false]) func requestsToFollowAreAnswered(_ isAccepted: Bool) async throws
  {
    let fake = try await FakeInstance([Status(1)])
    fake.relate(to: "zed", ["requested_by"])
    fake.relate(to: "cy", ["following", "followed_by"])
    fake.relate(to: "dora", ["followed_by"])
    let client = try fake.client(token: "right")
    let people = try await client.recentUsers().posts
    #expect(people.map(\.authorEmail) == ["zed", "cy", "bob@far.example", "dora", "bob"])
    #expect(people[0].summary.hasPrefix("@zed · asks to follow you · "))
    #expect(people[1].summary.hasPrefix("@cy · you follow · follows you · "))
    #expect(people[2].summary.hasPrefix("@bob@far.example · you follow · "))
    #expect(people[3].summary.hasPrefix("@dora · follows you · "))
    // Servers such as Takahē don't say it in the relation.
    let zed = try await profile(client, "zed")
    #expect(zed.facts.relation?.asksUser == true)
    let change = isAccepted ? Relation.Change.accept : .refuse
    let relation = try await client.relate(zed.id, change).facts.relation
    #expect(relation.map(change.isDone) == true && relation?.asksUser == false)
    #expect(fake.relation(to: "zed") == (isAccepted ? ["followed_by"] : []))
    await #expect(throws: APIError.self) { try await client.relate(zed.id, change) }
  }

  // MARK: Searches

  private func found(_ client: any PostsClient, _ words: String) async throws -> [Post] {
    var posts: [Post] = []
    for hit in try await client.searchWords(words) {
      posts.append(try await client.post(hit.id, false))
    }
    return posts
  }

  /// Posts, people and hashtags are one list; people come first where one looks for them.
  @Test func searchesFindPeopleToo() async throws {
    let fake = try await FakeInstance([Status(1, "Meet ben on deck."), Status(2, "Other.")])
    fake.change { $0.found = ["ben", "ben@far.example"] }
    let client = try fake.client(token: "right")
    let ben = try await found(client, "ben")
    #expect(ben.map(\.template) == [.post, .profile, .profile])
    #expect(ben.map(\.authorEmail) == ["bob", "ben", "ben@far.example"])
    // No request is needed for each of them; a card that is opened asks how one stands to them.
    #expect(!fake.server.exchanges.contains { $0.path.hasSuffix("/lookup") })
    #expect(ben[1].isExcerpt && ben[1].facts.relation == nil)
    let whole = try await client.version(ben[1].id).post
    #expect(!whole.isExcerpt && whole.facts.relation != nil)
    let people = try await found(client, "@ben")
    #expect(people.map(\.template) == [.profile, .profile])
    // A hashtag is a list.
    let tags = try await found(client, "#deck")
    #expect(tags[0].title == "#deck" && tags[0].template == .query)
    #expect(try await client.search(tags[0].id).count == 2)
  }

  /// What stands on another instance is looked up there, for an account only.
  @Test(arguments: [
    ("@zed@far.example", true), ("zed@far.example", true), ("https://far.example/@zed/1", true),
    ("@zed", false), ("zed at far.example", false),
  ])
  func whatStandsElsewhereIsLookedUp(_ words: String, _ resolves: Bool) async throws {
    let fake = try await FakeInstance([Status(1)])
    _ = try await fake.client(token: "right").searchWords(words)
    let search = try #require(fake.server.exchanges.first { $0.path == "/api/v2/search" })
    #expect(search["resolve"] == (resolves ? "true" : nil) && search["q"] == words)
    let signedOut = try await FakeInstance([Status(1)])
    _ = try await signedOut.client().searchWords(words)
    #expect(!signedOut.server.exchanges.contains { $0.path == "/api/v2/search" })
  }
}
