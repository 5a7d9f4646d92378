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
        == "@bob · you follow · follows you · verified: bob.example · accepts followers one by one · 2 posts · 1 follower · follows 3"
    )
    #expect(
      bob.body == """
        I build.

        - Site: <https://bob.example/>
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

  /// What a person writes into a field is no sign of the server.
  @Test func aFieldCanNotSayThatItIsVerified() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change {
      $0.people["bob"] = """
        {"fields":[{"name":"verified","value":"bank.example (verified on 3 May 2024)"},
        {"name":"a","value":"no link","verified_at":"2024-05-03T10:00:00.000Z"}]}
        """
    }
    let bob = try await profile(try fake.client(token: "right"))
    #expect(!bob.summary.contains("verified") && bob.body.contains("(verified on 3 May 2024)"))
  }

  /// The user's lists stand last among people, and have their members.
  @Test func listsHaveTheirMembers() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change { $0.members = ["dora", "cy"] }
    let client = try fake.client(token: "right")
    let list = try #require(try await client.recentUsers().posts.last)
    #expect(list.title == "Sailors" && list.summary == "your list" && list.template == .profile)
    let members = try await client.list(.children(of: list.id)) { _ in }.posts
    #expect(members.map(\.authorEmail) == ["dora", "cy"])
    #expect(try await client.version(list.id).post.title == "Sailors")
  }

  /// Only what a server never does is said to be impossible.
  @Test func whomAServerDoesNotKnowIsSaid() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change { $0.refused["accounts/bob/follow"] = (404, "<h1>404 Not Found</h1>") }
    let client = try fake.client(token: "right")
    let bob = try await profile(client)
    let error = await #expect(throws: APIError.self) { try await client.relate(bob.id, .follow) }
    #expect(error?.sentence.contains("does not know @bob well enough to follow them") == true)
    fake.change { $0.refused["accounts/bob/follow"] = (501, "") }
    let lacking = await #expect(throws: APIError.self) { try await client.relate(bob.id, .follow) }
    #expect(lacking?.sentence == "instance.example can't do this: follow people.")
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

  /// A list has a limit, a name has one, and no number is below zero.
  @Test func peopleAreBounded() async throws {
    let fake = try await FakeInstance([Status(1)])
    let long = String(repeating: "x", count: 600)
    for index in 0..<900 { fake.relate(to: "f\(index)", ["followed_by"]) }
    fake.relate(to: long, ["requested_by"])
    let client = try fake.client(token: "right")
    let people = try await client.recentUsers().posts
    #expect(people.count(where: { $0.authorEmail?.hasPrefix("f") == true }) == 800)
    #expect(!people.contains { $0.authorEmail == long })
    fake.change {
      $0.people["bob"] = """
        {"followers_count":-5,"following_count":-1,"statuses_count":-1,"display_name":"\(long)"}
        """
    }
    let bob = try await profile(client)
    #expect(bob.summary == "@bob" && bob.title.utf8.count <= 500)
  }
}
