import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import Logging
import SourceFakes
import Synchronization
import Testing

/// What an instance shows to an account.
@Suite(.endsServices) struct MastodonAccountTests {
  private typealias Status = FakeInstance.Status

  private static let posts =
    (1...3).map { Status($0, "note \($0)") } + [Status(4, "quietly", visibility: "private")]

  /// Servers such as snac have no search, and don't say whom an account follows.
  @Test func whatAServerLacksIsSaid() async throws {
    let fake = try await FakeInstance(Self.posts)
    fake.change {
      $0.refused["search"] = (404, "<h1>404 Not Found</h1>")
      $0.refused["accounts/ada/following"] = (404, "<h1>404 Not Found</h1>")
    }
    let client = try fake.client(token: "right")
    // Hashtags are found all the same.
    #expect(try await client.searchWords("knots").count == 3)
    #expect(try await !client.recentUsers().posts.isEmpty)
  }

  /// What an account searches for no other one sees; what an earlier version has kept is the current one's.
  @Test func savedSearchesAreOfTheirAccount() async throws {
    let fake = try await FakeInstance(Self.posts)
    let file = MemoryFile()
    func client(_ name: String?, adopts: Bool = true) throws -> SourceClient {
      let site = SiteID(ofSource: "mastodon:m.example")
      let account = name.map { AccountID(PersonID(number: $0), on: site) }
      return try SourceClient.source(
        "mastodon:m.example", at: fake.server.address, keptIn: file,
        owner: KeptOwner(account, adopts: adopts))
    }
    func save(_ title: String, as name: String?) async throws -> Int {
      var form = PostForm(email: reader.email, title: title, summary: title, body: "")
      form.template = .query
      return try await client(name).create(form, title).id
    }
    func titles(_ name: String?, adopts: Bool = true) async throws -> [String] {
      try await client(name, adopts: adopts).recentPosts("query", .everyone, nil, 50).posts
        .filter { $0.authorEmail != nil }.map(\.title)
    }
    let old = try await save("old", as: nil)
    #expect(try await titles("ben", adopts: false).isEmpty)
    #expect(try await titles("ada") == ["old"])
    #expect(try await titles("ben").isEmpty)
    #expect(try await titles(nil).isEmpty)
    _ = try await save("ben's", as: "ben")
    #expect(try await titles("ben") == ["ben's"])
    await #expect(throws: APIError.self) { try await client("ben").delete(old) }
    try await client("ada").delete(old)
    #expect(try await titles("ada").isEmpty)
    #expect(try await titles("ben") == ["ben's"])
  }

  /// Texts behind warnings and sensitive pictures are hidden as the account wants it; without a word of it, both are.
  @Test(arguments: [
    ("{}", true, ["70", nil]),
    (#"{"reading:expand:spoilers":true,"reading:expand:media":"show_all"}"#, false, [nil, nil]),
    (#"{"reading:expand:spoilers":false,"reading:expand:media":"hide_all"}"#, true, ["70", "71"]),
    ("[]", true, ["70", nil]),
    (#"{"reading:expand:spoilers":"x","reading:expand:media":7}"#, true, ["70", nil]),
  ])
  func whatIsHidden(_ preferences: String, _ hidesText: Bool, _ hidden: [String?]) async throws {
    var first = Status(2, "He dies.")
    (first.warning, first.media) = ("The film", [FakeInstance.Media("70", "a grave")])
    var second = Status(1, "Look.")
    second.media = [FakeInstance.Media("71", "a lamp")]
    let fake = try await FakeInstance([first, second])
    fake.change { $0.preferences = preferences }
    let client = try fake.client(token: "right")
    let posts = try await client.recentPosts("post", .everyone, nil, 50).posts
    #expect(posts.map(\.title) == ["The film", ""])
    #expect(posts.map { $0.service?.hidesText == true } == [hidesText, false])
    func address(_ name: String?) -> String? { name.map { "https://files.example/\($0)-small" } }
    #expect(posts.map { $0.service?.hiddenPicture } == hidden.map(address))
    #expect(
      posts.map(\.imageURL) == zip(["70", "71"], hidden).map { $1 == nil ? address($0) : nil })
    #expect(posts.map(\.facts.pictureWords) == ["a grave", "a lamp"])
    #expect(fake.server.exchanges.count { $0.path == "/api/v1/preferences" } == 1)
  }

  /// Options have their votes, which part of all these are, and the user's own; a vote is sent once.
  @Test func polls() async throws {
    var status = Status(1, "Tea?")
    status.fields = """
      {"poll":{"id":"5","expires_at":"2031-11-30T18:00:00.000Z","expired":false,"multiple":false,"voters_count":3,
      "voted":false,"own_votes":[],"options":[{"title":"Tea","votes_count":2},{"title":"Rum","votes_count":1}]}}
      """
    let fake = try await FakeInstance([status])
    let client = try fake.client(token: "right")
    let post = try #require(try await client.recentPosts("post", .everyone, nil, 50).posts.first)
    let poll = try #require(post.service?.poll)
    #expect(poll.options == [Poll.Option("Tea", votes: 2), Poll.Option("Rum", votes: 1)])
    #expect(poll.refusal(at: .distantPast) == nil && !poll.takesSeveral && poll.voters == 3)
    #expect(
      post.body.hasPrefix(
        """
        Tea?

        - Tea: 2 votes, 67 %\\
          █████████████░░░░░░░
        - Rum: 1 vote, 33 %\\
          ███████░░░░░░░░░░░░░

        3 people have voted.
        """))
    #expect(post.body.contains("The poll ends on "))
    let voted = try await client.vote(post.id, [1], in: poll)
    let sent = try #require(fake.server.exchanges.first { $0.method == "POST" })
    #expect(sent.path == "/api/v1/polls/5/votes" && sent["choices[]"] == "1")
    #expect(voted.service?.poll?.refusal(at: .distantPast) == "You have voted; a vote is final.")
    #expect(voted.body.contains("- Rum: 2 votes, 50 %, your vote"))
    let error = await #expect(throws: APIError.self) {
      try await client.vote(post.id, [0], in: poll)
    }
    #expect(error?.sentence.contains("already voted") == true)
  }

  /// A vote is for a place in the list: it is not sent if another option stands there, or if one has voted elsewhere.
  @Test(arguments: [
    #"[{"title":"Rum"},{"title":"Tea"}]"#, #"[{"title":"Tea"}]"#,
    #"[{"title":"Tea"},{"title":"Rum"}],"own_votes":[0]"#,
    #"[{"title":"Tea"},{"title":"Rum"}],"voted":true"#,
  ]) func aVoteIsForWhatWasShown(options: String) async throws {
    var status = Status(1, "Tea?")
    status.fields = #"{"poll":{"id":"5","multiple":true,"expired":false,"options":\#(options)}}"#
    let fake = try await FakeInstance([status])
    let client = try fake.client(token: "right")
    let post = try #require(try await client.recentPosts("post", .everyone, nil, 50).posts.first)
    let shown = Poll([Poll.Option("Tea"), Poll.Option("Rum")])
    let error = await #expect(throws: APIError.self) {
      try await client.vote(post.id, [0], in: shown)
    }
    #expect(error?.mayHaveArrived == false)
    #expect(!fake.server.exchanges.contains { $0.method == "POST" })
  }

  private static let poll = """
    {"poll":{"id":"5","expired":false,"options":[{"title":"Tea"},{"title":"Rum"}]}}
    """

  /// An answer that says nothing is looked after: without a word of the vote it is not confirmed.
  @Test(arguments: [true, false]) func aVoteIsConfirmed(_ isTaken: Bool) async throws {
    var status = Status(1, "Tea?")
    status.fields = Self.poll
    let fake = try await FakeInstance([status])
    let client = try fake.client(token: "right")
    let post = try #require(try await client.recentPosts("post", .everyone, nil, 50).posts.first)
    let poll = try #require(post.service?.poll)
    fake.trouble("POST /api/v1/polls", isTaken ? .answered(200, "x") : .refused(200, "x"))
    if isTaken {
      #expect(try await client.vote(post.id, [1], in: poll).service?.poll?.options[1].isOwn == true)
    } else {
      let error = await #expect(throws: APIError.self) {
        try await client.vote(post.id, [1], in: poll)
      }
      #expect(error?.mayHaveArrived == true)
    }
    #expect(fake.server.exchanges.count { $0.method == "POST" } == 1)
  }

  /// Preferences that are no JSON hide what is sensitive, and say nothing.
  @Test func unreadablePreferencesHide() async throws {
    var status = Status(1, "Look.")
    (status.media, status.isSensitive) = ([FakeInstance.Media("71", "a lamp")], true)
    let fake = try await FakeInstance([status])
    fake.change { $0.refused["preferences"] = (200, "<h1>Hello</h1>") }
    let client = try fake.client(token: "right")
    let post = try #require(try await client.recentPosts("post", .everyone, nil, 50).posts.first)
    #expect(post.imageURL == nil && post.service?.hiddenPicture != nil)
  }

  @Test func anEditedPostSaysWhen() async throws {
    var status = Status(1, "changed")
    (status.isEdited, status.writtenAt) = (true, Date(timeIntervalSince1970: 1_764_000_000))
    let client = try await FakeInstance([status]).client(token: "right")
    let post = try #require(try await client.recentPosts("post", .everyone, nil, 50).posts.first)
    #expect(post.service?.editedAt == status.writtenAt)
    #expect(post.remarks == ["edited on 24 Nov 2025"])
  }

  @Test func homeIsTheFirstList() async throws {
    let fake = try await FakeInstance(Self.posts)
    let client = try fake.client(token: "right")
    let page = try await client.recentPosts("post", .everyone, nil, 50)
    #expect(page.posts.map(\.summary) == ["quietly", "note 3", "note 2", "note 1"])
    #expect(page.name == nil && page.posts[0].service?.readers == .followers)
    #expect(page.posts[0].authorKey == "id:bob")
    #expect(fake.server.exchanges.allSatisfy { $0.token == "right" })
    // Who follows none sees what is there.
    fake.change { $0.empty = ["timelines/home"] }
    #expect(
      try await client.recentPosts("post", .everyone, nil, 50).name == "local · home is empty")
  }

  /// One old post that many have boosted is shown once, and the list goes on after it.
  @Test func boostsOfOnePostAreShownOnce() async throws {
    let old = [Status(1, "old"), Status(2, "older than the boosts")]
    let boosts = (10..<310).map { Status($0, by: "fan\($0)", boosting: 1) }
    let between = (0..<3).map { Status(1_000 + $0, "new \($0)") }
    let fake = try await FakeInstance(old + boosts + between)
    let client = try fake.client(token: "right")
    var all: [Post] = []
    while true {
      let page = try await client.recentPosts("post", .everyone, all.last?.id, 50).posts
      if page.isEmpty { break }
      all += page
    }
    #expect(all.map(\.summary) == ["new 2", "new 1", "new 0", "old", "older than the boosts"])
    #expect(all[3].service?.boostedBy == "Fan309" && all[3].remarks == ["boosted by Fan309"])
    #expect(all[3].authorEmail == "bob")
  }

  /// What a list has is known to the next program by its number, as what the first one has.
  @Test func postsOfFurtherListsAreKnownByTheirNumbers() async throws {
    let fake = try await FakeInstance(Self.posts)
    let file = MemoryFile()
    func client() throws -> SourceClient {
      try .source(
        "mastodon:instance.example", at: fake.server.address, keptIn: file,
        credentials: .signedIn("right"))
    }
    let first = try client()
    let row = try #require(try await first.recentPosts("query", .everyone, nil, 50).posts.first)
    let ids = try await first.search(row.id).map(\.id)
    #expect(!ids.isEmpty)
    let second = try client()
    for id in ids { #expect(try await second.post(id, false).id == id) }
  }

  @Test func furtherLists() async throws {
    let fake = try await FakeInstance(
      Self.posts + [Status(9, by: "ada", "mine"), Status(10, by: "bob", "kept")])
    let client = try fake.client(token: "right")
    var kept = Status(10, "kept")
    kept.marks = ["bookmark"]
    fake.add(kept)
    let rows = try await client.recentPosts("query", .everyone, nil, 50).posts
    #expect(
      rows.map(\.title)
        == ["public", "trends", "my posts", "bookmarks", "favourites", "Sailors", "#swift"])
    func found(_ title: String) async throws -> [String] {
      let row = try #require(rows.first { $0.title == title })
      var found: [String] = []
      for hit in try await client.search(row.id) {
        found.append(try await client.post(hit.id, false).summary)
      }
      return found
    }
    #expect(try await found("bookmarks") == ["kept"])
    #expect(try await found("favourites").isEmpty)
    #expect(try await found("my posts") == ["mine"])
    #expect(try await found("Sailors").count == 5)
    #expect(try await found("#swift").count == 5)
    #expect(fake.lists.contains { $0.hasPrefix("timelines/list/7?") })
    #expect(fake.lists.contains { $0.hasPrefix("timelines/tag/swift?") })
    // A reader has none of them.
    #expect(try await fake.client().recentPosts("query", .everyone, nil, 50).posts.isEmpty)
  }

  /// As many as are read, however many pages that takes.
  @Test func furtherListsGoOnAsFarAsTheyAreRead() async throws {
    let fake = try await FakeInstance(
      (1...1_000).map { number in
        var status = Status(number, by: "bob", "kept \(number)")
        status.marks = ["bookmark"]
        return status
      })
    let client = try fake.client(token: "right")
    let rows = try await client.recentPosts("query", .everyone, nil, 50).posts
    let row = try #require(rows.first { $0.title == "bookmarks" })
    for (limit, count) in [(50, 80), (100, 120), (900, 920), (10_000, 1_000)] {
      let found = try await client.search(row.id, limit).map(\.id)
      #expect((min(limit, 1_000)...count).contains(found.count), "\(limit): \(found.count)")
      #expect(Set(found).count == found.count)
    }
  }

  @Test func peopleOneFollowsComeFirst() async throws {
    let fake = try await FakeInstance(Self.posts)
    let people = try await fake.client(token: "right").recentUsers().posts
    #expect(people.map(\.authorEmail) == ["cy", "bob@far.example", "bob", "timelines/list/7"])
  }

  @Test func searchesFindTextsAndElseHashtags() async throws {
    let fake = try await FakeInstance(Self.posts)
    let client = try fake.client(token: "right")
    #expect(try await client.searchWords("note 2").count == 1)
    #expect(try await client.searchWords("nothing").count == 3)
    #expect(fake.lists.last?.hasPrefix("timelines/tag/nothing") == true)
    #expect(try await client.searchWords("https://far.example/@zed/1").isEmpty)
    #expect(fake.lists.last?.hasSuffix("&resolve=true") == true)
  }

  /// Mentions go on by their own numbers, and nothing else is among them.
  @Test func mentions() async throws {
    let fake = try await FakeInstance((1...60).map { Status($0, "@ada note \($0)") })
    for number in 1...60 { fake.mention(1_000 + number, by: number) }
    var liked = Status(30, "@ada liked")
    liked.marks = ["liked"]
    fake.add(liked)
    let client = try fake.client(token: "right")
    let first = try await client.answers(nil, 40).posts
    let rest = try await client.answers(first.last?.id, 40).posts
    let expected = (1...60).reversed().filter { $0 != 30 }.map { "@ada note \($0)" }
    #expect((first + rest).map(\.summary) == expected)
    #expect(fake.server.exchanges.last?["max_id"] == "1020")
    #expect(first[0].service?.mentions == ["ada"])
    #expect(try await client.extensions().contains(.answers))
    // A reader gets none, and asks for none.
    let count = fake.server.exchanges.count
    let reader = try fake.client()
    #expect(try await reader.answers(nil, 40).posts.isEmpty)
    #expect(try await !reader.extensions().contains(.answers))
    #expect(fake.server.exchanges.count == count)
  }

  /// Who only reads still hears of mentions; after some time without a key, nothing is asked for.
  @Test(arguments: [true, false]) func mentionsAreLookedForWhileSomebodyIsThere(
    _ isThere: Bool
  ) async throws {
    let fake = try await FakeInstance([Status(1, "@ada hello")])
    let start = ContinuousClock.now
    let looks = Mutex(0)
    let isAway = Mutex(false)
    var tools = SourceTools()
    tools.interval = .milliseconds(1)
    tools.activity = UserActivity {
      looks.withLock { $0 += 1 }
      return start + (isAway.withLock { $0 } ? .seconds(601) : .zero)
    }
    isAway.withLock { $0 = !isThere }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: fake.server.address, tools: tools,
      credentials: .signedIn("right"))
    let told = Mutex<[Int]>([])
    let listening = Task {
      try await client.events(nil) { events in
        told.withLock { $0 += events.map { event in event.id } }
      }
    }
    defer { listening.cancel() }
    func asked() -> Int { fake.server.exchanges.count { $0.path.hasSuffix("/notifications") } }
    while looks.withLock({ $0 }) < 30 { try await Task.sleep(for: .milliseconds(1)) }
    guard isThere else {
      #expect(asked() == 0)
      return
    }
    while asked() < 15 { try await Task.sleep(for: .milliseconds(1)) }
    fake.mention(1, by: 1)
    while told.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// A token that is no longer valid is not a list that is missing: the sign-in opens again.
  @Test(arguments: [(401, "The access token was revoked: no"), (400, "Invalid Bearer token")])
  func aDeadTokenIsSaid(_ status: Int, _ text: String) async throws {
    var habits = FakeInstance.Habits()
    habits.refused = ["": (status, text)]
    let fake = try await FakeInstance(Self.posts, habits)
    let page = try #require(FakeInstance.link(1))
    let client = try fake.client(link: page, token: "right")
    let link = try #require(page.post)
    let calls: [@Sendable () async throws -> Any] = [
      { try await client.recentPosts("post", .everyone, nil, 50) },
      { try await client.recentPosts("post", .second, nil, 50) },
      { try await client.answers(nil, 20) }, { try await client.searchWords("note") },
      { try await client.post(link, true) }, { try await client.children(link, 1) },
    ]
    for call in calls {
      await #expect(throws: APIError.status(401, message: nil)) { _ = try await call() }
    }
  }

  /// What only some people may read is not copied to another server, where others could read it.
  @Test func privatePostsAreNotCopied() async throws {
    let fake = try await FakeInstance([
      Status(1, "top"), Status(2, "private", parent: 1, visibility: "private"),
      Status(3, "direct", parent: 1, visibility: "direct"), Status(4, "below", parent: 2),
      Status(5, "quiet", parent: 1, visibility: "unlisted"),
      Status(9, "alone", visibility: "private"),
    ])
    func thread(_ id: Int) async throws -> SourceThread {
      try await SourceThread(
        try #require(FakeInstance.link(id)), isWhole: true,
        server: try ServerAddress(fake.server.address), userAgent: "Firefly",
        storage: MemoryFile().source, credentials: .signedIn("right"),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    let kept = try await thread(4)
    #expect(kept.items.map(\.post.summary).sorted() == ["below", "quiet", "top"])
    #expect(kept.privatePosts == 2)
    #expect(Set(kept.items.dropFirst().map(\.parent)) == [kept.items[0].key])
    await #expect(throws: APIError.self) { try await thread(9) }
  }

  /// A token goes to no other host.
  @Test func aTokenStaysWithItsHost() async throws {
    let other = try await ExchangeServer { _ in .init(status: 404) }
    let own = try await ExchangeServer { exchange in
      .init(status: 302, fields: ["Location": other.address + exchange.target])
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: own.address, credentials: .signedIn("secret"))
    await #expect(throws: APIError.self) { try await client.front() }
    _ = try? await client.picture(other.address + "/p.png", nil)
    #expect(own.exchanges.allSatisfy { $0.token == "secret" } && !own.exchanges.isEmpty)
    #expect(other.exchanges.allSatisfy { $0.token == nil } && other.exchanges.count >= 2)
  }

  /// Lists that could not be loaded are asked for again; those that are known stay meanwhile.
  @Test func listsAreAskedForAgain() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let client = try fake.client(token: "right")
    func titles() async throws -> [String] {
      try await client.recentPosts("query", .everyone, nil, 50).posts.map(\.title)
        .filter { ["Sailors", "#swift"].contains($0) }
    }
    fake.trouble("GET /api/v1/lists", .refused(400, "Oh"))
    #expect(try await titles() == ["#swift"])
    #expect(try await titles() == ["Sailors", "#swift"])
    try await Task.sleep(for: .seconds(2.1))
    fake.trouble("GET /api/v1/followed_tags", .refused(400, "Oh"))
    #expect(try await titles() == ["Sailors", "#swift"])
    fake.trouble("GET /api/v1/lists", .refused(404, "Not Found"))
    #expect(try await titles() == ["#swift"])
  }
}
