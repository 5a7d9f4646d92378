import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import Logging
import SourceFakes
import Testing

extension FakeInstance {
  /// The client of a reader, or of a user with a token.
  func client(
    _ name: String = "mastodon:instance.example", link: SourceLink? = nil, token: String? = nil
  ) throws -> any PostsClient {
    try SourceClient.source(name, at: server.address, link: link, credentials: .signedIn(token))
  }

  /// A page of a status there.
  static func link(_ id: Int) -> SourceLink? {
    SourceLink("https://instance.example/@bob/\(name(id))")
  }

  /// A thread without branches.
  static func thread(levels: Int) -> [Status] {
    (1...levels).map { Status($0, "level \($0)", parent: $0 == 1 ? nil : $0 - 1) }
  }

  /// The lists that were asked for.
  var lists: [String] { server.exchanges.map { String($0.target.dropFirst("/api/v1/".count)) } }
}

/// What an instance shows to readers without an account.
@Suite(.endsServices) struct MastodonReadingTests {
  private static let posts = (1...3).map { FakeInstance.Status($0, "note \($0)") }

  /// Not every instance has trends, or shows them: the first list that has posts is shown, and named.
  @Test(
    arguments: [
      (["trends"], [:], "local · trends are empty here"),
      ([], ["trends": 404], "local · no trends here"),
      ([], ["trends": 401], "local · trends only for accounts"),
      ([], ["trends": 422], "local · trends only for accounts"),
      (["trends"], ["timelines/public?local=true": 422], "public · trends are empty here"),
      ([], [:], nil),
    ] as [([String], [String: Int], String?)])
  func theFirstListThatAnswers(
    _ empty: [String], _ refused: [String: Int], _ name: String?
  ) async throws {
    var habits = FakeInstance.Habits()
    habits.empty = Set(empty.map { $0 == "trends" ? "trends/statuses" : $0 })
    habits.refused = refused.mapValues { ($0, "No: not here") }
    let fake = try await FakeInstance(Self.posts, habits)
    let client = try fake.client()
    let page = try await client.recentPosts("post", .everyone, nil, 50)
    #expect(page.posts.map(\.summary) == ["note 3", "note 2", "note 1"])
    #expect(page.name == name)
    if refused.keys.allSatisfy({ !$0.hasPrefix("timelines") }) {
      #expect(try await client.recentPosts("post", .second, nil, 50).name == nil)
    }
    #expect(try await client.recentUsers().posts.contains { $0.authorEmail == "bob" })
  }

  /// Users are the authors of the list that is shown.
  @Test func usersAreThoseOfTheFirstListThatAnswers() async throws {
    var habits = FakeInstance.Habits()
    habits.refused = ["directory": (401, "No: not here")]
    habits.empty = ["trends/statuses"]
    let fake = try await FakeInstance(Self.posts, habits)
    #expect(try await fake.client().recentUsers().posts.map(\.authorEmail) == ["bob"])
  }

  /// An instance that lacks trends, and where nobody has written yet, is one, as snac is.
  @Test(arguments: [nil, "right"]) func anEmptyInstanceIsOne(_ token: String?) async throws {
    var habits = FakeInstance.Habits()
    habits.refused = ["trends": (404, "<h1>404 Not Found</h1>")]
    let fake = try await FakeInstance([], habits)
    let page = try await fake.client(token: token).recentPosts("post", .everyone, nil, 50)
    #expect(page.posts.isEmpty && page.name == nil)
    // One that has none of the lists is another server.
    fake.change { $0.refused["timelines"] = (404, "<h1>404 Not Found</h1>") }
    await #expect(
      throws: APIError.notOffered(
        "instance.example does not answer like an instance of Mastodon.")
    ) { try await fake.client(token: token).recentPosts("post", .everyone, nil, 50) }
  }

  @Test func aClosedInstanceSaysSo() async throws {
    var habits = FakeInstance.Habits()
    habits.empty = ["trends/statuses"]
    habits.refused = ["timelines": (422, "This method requires an authenticated user")]
    let fake = try await FakeInstance(Self.posts, habits)
    let client = try fake.client()
    await #expect(
      throws: APIError.notOffered("instance.example shows this to signed-in users only.")
    ) { try await client.front() }
  }

  /// A list goes on where the header says, with its own query, and never by the number of a post.
  @Test(arguments: [Audience.everyone, .second])
  func listsGoOnByTheHeader(_ author: Audience) async throws {
    let posts = (1...130).map { FakeInstance.Status($0, "note \($0)") }
    var habits = FakeInstance.Habits()
    habits.empty = ["trends/statuses"]
    let fake = try await FakeInstance(posts, habits)
    let client = try fake.client()
    var all: [Post] = []
    while true {
      let page = try await client.recentPosts("post", author, all.last?.id, 50).posts
      if page.isEmpty { break }
      all += page
    }
    #expect(all.map(\.summary) == posts.reversed().map(\.text))
    let asked = fake.lists.filter { $0.hasPrefix("timelines") }
    #expect(
      asked.count == 5 && asked.allSatisfy { $0.hasPrefix("timelines/public?local=true&limit=") })
    #expect(asked[1].hasSuffix("&limit=10&max_id=\(FakeInstance.name(91))"))
  }

  /// A page that is asked for again, as after a failure, has the same posts.
  @Test func aPageThatFailedIsAskedForAgain() async throws {
    let fake = try await FakeInstance((1...60).map { FakeInstance.Status($0, "note \($0)") })
    let client = try fake.client()
    let first = try await client.recentPosts("post", .second, nil, 40).posts
    fake.trouble("GET /api/v1/timelines", .refused(500, "Not now: busy"))
    await #expect(throws: APIError.self) {
      try await client.recentPosts("post", .second, first.last?.id, 40)
    }
    for _ in 1...2 {
      let rest = try await client.recentPosts("post", .second, first.last?.id, 40).posts
      #expect(rest.count == 20)
    }
  }

  /// A person's posts go on, too.
  @Test func listsOfPeopleGoOn() async throws {
    let fake = try await FakeInstance((1...60).map { FakeInstance.Status($0, "note \($0)") })
    let client = try fake.client("mastodon:instance.example/@bob")
    let first = try await client.recentPosts("post", .everyone, nil, 40).posts
    let rest = try await client.recentPosts("post", .everyone, first.last?.id, 40).posts
    #expect(first.count == 40 && rest.count == 20)
  }

  /// Instances send 10 to 4,096 of the posts above one.
  @Test(arguments: [(10, 50), (40, 60), (4_096, 4_096)])
  func aThreadIsWholeFromItsDeepestPost(_ above: Int, _ below: Int) async throws {
    var habits = FakeInstance.Habits()
    (habits.above, habits.below) = (above, below)
    let fake = try await FakeInstance(FakeInstance.thread(levels: 200), habits)
    let link = try #require(FakeInstance.link(200))
    let client = try fake.client(link: link)
    let post = try await client.post(try #require(link.post), true)
    #expect(post.ancestors?.map(\.summary) == (1...199).reversed().map { "level \($0)" })
    #expect(fake.server.exchanges.count <= 22)

    let thread = try await SourceThread(
      link, isWhole: true, server: try ServerAddress(fake.server.address), userAgent: "Firefly",
      storage: MemoryFile().source, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(thread.items.map(\.post.summary) == (1...200).map { "level \($0)" })
    #expect(!thread.lacksBeginning && thread.lostBranches == 0)
  }

  /// What can't be loaded above is said: where the way up is too long, and where a post is missing.
  @Test(arguments: [(true, 400), (false, 30)])
  func aMissingBeginningIsSaid(_ isLong: Bool, _ levels: Int) async throws {
    var habits = FakeInstance.Habits()
    habits.above = 10
    var statuses = FakeInstance.thread(levels: levels)
    if !isLong { statuses.remove(at: 4) }
    let fake = try await FakeInstance(statuses, habits)
    let link = try #require(FakeInstance.link(levels))
    let client = try fake.client(link: link)
    let post = try await client.post(try #require(link.post), true)
    let top = try #require(post.ancestors?.last)
    #expect(top.summary == (isLong ? "level \(levels - 210)" : "level 6"))
    #expect(top.remarks.contains("the beginning is missing"))
    #expect(post.ancestors?.dropLast().allSatisfy { $0.remarks.isEmpty } == true)
    let thread = try await SourceThread(
      link, isWhole: true, server: try ServerAddress(fake.server.address), userAgent: "Firefly",
      storage: MemoryFile().source, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(thread.lacksBeginning)
  }

  /// A handle as the instance itself writes it.
  @Test func handlesMayHaveAPort() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "ada@127.0.0.1:55645", "Here.")])
    let name = "mastodon:instance.example/@ada@127.0.0.1:55645"
    #expect(try await fake.client(name).front().map(\.summary) == ["Here."])
    let address = try #require(try SourceAddress.named(name))
    #expect("\(address)" == name && address.site(as: .signedOut).listNames == ["newest"])
    let link = try #require(SourceLink("https://instance.example/@ada@127.0.0.1:55645"))
    #expect(link.target == .user("ada@127.0.0.1:55645"))
  }

  /// Some instances know their own people by the short name only.
  @Test func ownPeopleAreFoundByTheirWholeHandle() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "ada", "Here.")])
    fake.trouble("GET /api/v1/accounts/lookup", .refused(404, "<h1>Page not found</h1>"))
    let posts = try await fake.client("mastodon:instance.example/@ada@instance.example").front()
    #expect(posts.map(\.summary) == ["Here."])
    #expect(fake.lists.first { $0 == "accounts/lookup?acct=ada" } != nil, "\(fake.lists)")
  }

  /// Mastodon names the end of a pause by a date, GoToSocial by seconds since 1970, in a field of its own.
  @Test(arguments: ["date", "seconds", "interval"]) func theEndOfAPauseIsSaid(_ form: String)
    async throws
  {
    let end = Date(timeIntervalSinceNow: 230)
    let field =
      switch form {
      case "date": "\(WireDate.iso(end).dropLast()).123456Z"
      case "seconds": "\(Int(end.timeIntervalSince1970))"
      default: "230"
      }
    let server = try await ExchangeServer { _ in
      .init(
        status: 429, fields: ["X-RateLimit-Reset": field, "Content-Type": "application/json"],
        body: .bytes(Array(#"{"error":"Too many requests"}"#.utf8)))
    }
    let client = try SourceClient.source("mastodon:instance.example", at: server.address)
    await #expect {
      try await client.front()
    } throws: {
      ($0 as? APIError)?.sentence
        == "The server says: Too many requests. Try again in 4 minutes (429)."
    }
  }

  /// A quotation that is shown is not also named by its address; one that isn't keeps that.
  @Test(arguments: [
    (
      #"<p class="quote-inline">RE: <a href="https://far.example/1"><span>far</span></a></p><p>so true</p>"#,
      "so true\n\n> [@zed](https://far.example/@zed/1)\n>\n> the words", true
    ),
    (
      #"<p>so true</p><span class="quote-inline"><br/>RE: <a href="https://far.example/1"><span>far</span></a></span>"#,
      "so true\n\n> [@zed](https://far.example/@zed/1)\n>\n> the words", true
    ),
    (
      #"<p class="quote-inline">RE: <a href="https://far.example/1">far</a></p><p>so true</p>"#,
      "RE: [far](https://far.example/1)\n\nso true", false
    ),
  ])
  func aQuotationStandsOnce(_ html: String, _ expected: String, _ isShown: Bool) async throws {
    let quoted =
      #"{"id":"9","content":"<p>the words</p>","url":"https://far.example/@zed/1","account":{"acct":"zed"}}"#
    var status = FakeInstance.Status(1)
    let content = html.replacing("\"", with: "\\\"")
    status.fields =
      #"{"content":"\#(content)","quote":{"state":"accepted","quoted_status":\#(isShown ? quoted : "null")}}"#
    let fake = try await FakeInstance([status])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    #expect(posts.map(\.body) == [expected])
  }

  /// A quotation of which only the number comes leaves a trace, and a link that Firefly opens.
  @Test func aShallowQuotationLeavesATrace() async throws {
    var status = FakeInstance.Status(1)
    status.fields =
      #"{"content":"<p>so true</p>","quote":{"state":"accepted","quoted_status_id":"109"}}"#
    let fake = try await FakeInstance([status])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    let page = "https://instance.example/statuses/109"
    #expect(posts.map(\.body) == ["so true\n\n> [quotes a post](\(page))"])
    #expect(SourceLink(page)?.target == .post(109))
  }
}
