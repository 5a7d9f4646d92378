import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// What holds for every source with a list, replies and people, each by a service on this machine.
@Suite(.endsServices) struct OtherSourcesTests {
  /// A source and what the fake one has.
  enum Kind: String, CaseIterable {
    case lobsters, lemmy, mastodon, discourse

    var server: String {
      switch self {
      case .lobsters: "lobsters:"
      case .lemmy: "lemmy:lemmy.example"
      case .mastodon: "mastodon:mastodon.example"
      case .discourse: "discourse:forum.example"
      }
    }

    func start() async throws -> (FakeService, any PostsClient) {
      let fake =
        switch self {
        case .lobsters: try await FakeLobsters.start()
        case .lemmy: try await FakeLemmy.start()
        case .mastodon: try await FakeMastodon.start()
        case .discourse: try await FakeDiscourse.start()
        }
      return (fake, try SourceClient.source(server, at: fake.address))
    }

    /// What the first post is called.
    var first: String {
      self == .mastodon ? "A lighthouse! https://www.example.org/light" : "A lighthouse"
    }
  }

  /// A tag, a community, a hashtag and a category have lists of their own.
  @Test(arguments: [
    ("lobsters:t/rust", "/t/rust.json", "/t/rust.json", "[]"),
    (
      "lemmy:lemmy.example/c/rust", "/api/v3/post/list?type_=All&sort=Hot&community_name=rust",
      "/api/v3/post/list?type_=All&sort=New&community_name=rust", #"{"posts":[]}"#
    ),
    (
      "mastodon:m.example/tags/swift", "/api/v1/timelines/tag/swift?local=false",
      "/api/v1/timelines/tag/swift?local=true", "[]"
    ),
    (
      "discourse:forum.example/c/help/7", "/c/help/7/l/latest.json", "/c/help/7/l/top.json",
      #"{"topic_list":{"topics":[]}}"#
    ),
  ])
  func partsOfSources(
    _ name: String, _ first: String, _ second: String, _ answer: String
  ) async throws {
    let fake = try await FakeService()
    fake.answer(first, with: answer)
    fake.answer(second, with: answer)
    let client = try SourceClient.source(name, at: fake.address)
    #expect(try await client.front().isEmpty)
    #expect(try await client.recentPosts("post", .second, nil, 50).posts.isEmpty)
    #expect(
      fake.requests[0].hasPrefix(first) && fake.requests[1].hasPrefix(second), "\(fake.requests)")
  }

  /// A later page that fails never hides what came before it.
  @Test(arguments: [
    FakeService.Trouble.status(500), .cut(after: 20), .status(429, retryAfter: 600),
  ])
  func aLaterPageThatFailsHidesNothing(_ trouble: FakeService.Trouble) async throws {
    for (kind, later) in [(Kind.lobsters, "/page/2"), (.discourse, "/latest.json?page=1")] {
      let (fake, client) = try await kind.start()
      fake.trouble(later, trouble, times: .max)
      #expect(try await client.front().count == 2)
      #expect(fake.requests.contains { $0.hasPrefix(later) })
      // The page itself says why it failed.
      fake.endTrouble()
    }
    // The first posts of a long topic.
    let fake = try await FakeService()
    let posts = (1...20).map {
      "{\"id\":\($0),\"post_number\":\($0),\"username\":\"ada\",\"cooked\":\"<p>Words.</p>\"}"
    }
    fake.answer(
      "/t/7.json",
      with: """
        {"id":7,"title":"Long","post_stream":{"posts":[\(posts.joined(separator: ","))],
        "stream":[\((1...300).map { "\($0)" }.joined(separator: ","))]}}
        """)
    fake.trouble("/t/7/posts.json", trouble, times: .max)
    let client = try SourceClient.source(
      "discourse:forum.example", at: fake.address,
      link: SourceLink("https://forum.example/t/long/7"))
    let branch = try await client.branch(14, 9, 1_000)
    #expect(branch.posts.count == 19)
  }

  @Test func mastodonIsAskedForNoMoreThanIsNeeded() async throws {
    let (fake, client) = try await Kind.mastodon.start()
    _ = try await client.recentPosts("post", .second, nil, 5)
    #expect(fake.asked.last?.contains("limit=5") == true, "\(fake.asked)")
    _ = try await client.recentPosts("post", .second, nil, 500)
    #expect(fake.asked.last?.contains("limit=40") == true, "\(fake.asked)")
  }

  @Test(arguments: Kind.allCases)
  func listsRepliesAndPeople(_ kind: Kind) async throws {
    let (fake, client) = try await kind.start()
    let posts = try await client.front()
    #expect(posts.map { $0.title.isEmpty ? $0.summary : $0.title }.first == kind.first)
    #expect(posts.count == 2 && posts[0].hasChildren && !posts[1].hasChildren)
    #expect(posts[0].authorEmail == "grace" && posts[0].createdAt != nil)
    let second = try await client.recentPosts("post", .second, nil, 50).posts
    #expect(second.map(\.id) == posts.map(\.id).reversed())

    let replies = try await client.children(posts[0].id, 1).posts
    #expect(replies[0].title.isEmpty && replies[0].summary.hasPrefix("How "))
    #expect(replies[0].byline?.lowercased() == "linus")
    let nested = try await client.children(replies[0].id, 1).posts
    #expect(nested.map(\.summary) == ["It blinks all night."])
    if kind != .mastodon { #expect(replies.last?.title == "deleted") }

    // The way up is known.
    let path = try await client.post(nested[0].id, true)
    #expect(path.ancestors?.map(\.id) == [replies[0].id, posts[0].id])

    let people = try await client.recentUsers().posts
    let grace = try #require(people.first { $0.authorEmail == "grace" })
    let profile = try #require(try await client.profile("grace", false))
    #expect(profile.id == grace.id && profile.body.contains("build"))
    #expect(try await client.children(grace.id, 1).posts.contains { $0.id == posts[0].id })
    #expect(fake.userAgents == ["Firefly/1.2.3"] && fake.mostInFlight <= 4)
  }

  @Test(arguments: Kind.allCases)
  func repliesAreFoundWithoutTheirTree(_ kind: Kind) async throws {
    let (_, client) = try await kind.start()
    let first = try await client.front()[0]
    let reply = try await client.children(first.id, 1).posts[0]
    let nested = try await client.children(reply.id, 1).posts[0]
    // As another run of the program that was given the number only, or the address for what has no number.
    let file = MemoryFile()
    let (fake, _) = try await kind.start()
    let link: SourceLink? =
      switch kind {
      case .lobsters: SourceLink("https://lobste.rs/s/aaaaa1/a_lighthouse#c_ccccc2")
      case .mastodon: SourceLink("https://mastodon.example/@grace/\(FakeMastodon.number(4))")
      case .lemmy, .discourse: nil
      }
    let other = try SourceClient.source(kind.server, at: fake.address, keptIn: file, link: link)
    #expect(link == nil || link?.post == nested.id)
    let found = try await other.post(nested.id, true)
    #expect(found.summary == "It blinks all night.")
    #expect(found.ancestors?.map(\.id) == [reply.id, first.id])
  }

  @Test(arguments: [Kind.lemmy, .mastodon, .discourse])
  func searchesFindReplies(_ kind: Kind) async throws {
    let (_, client) = try await kind.start()
    let hits = try await client.searchWords("night")
    #expect(hits.count == 1)
    let post = try await client.post(hits[0].id, false)
    #expect(post.summary.hasPrefix("It blinks all night"))
    // Forums tell what it is below.
    if kind == .discourse { #expect(post.ancestors?.map(\.title) == ["A lighthouse"]) }
    #expect(try await client.post(hits[0].id, true).ancestors?.isEmpty == false)
  }

  @Test func lobstersSaysThatItHasNoSearch() async throws {
    let (_, client) = try await Kind.lobsters.start()
    await #expect {
      try await client.searchWords("night")
    } throws: {
      ($0 as? APIError)?.sentence.contains("no search that programs can use") == true
    }
  }

  /// Lemmy is asked for so many levels, Mastodon sends so many statuses: the rest comes when it is opened.
  @Test(arguments: [Kind.lemmy, .mastodon])
  func cutTextIsLoadedWhenOpened(_ kind: Kind) async throws {
    let (fake, client) = try await kind.start()
    var posts = try await client.front().prefix(1)
    for _ in 0..<4 {
      posts = try await client.children(posts[0].id, 1).posts.prefix(1)
    }
    #expect(posts[0].summary == "Deeper.")
    #expect(try await client.post(posts[0].id, true).ancestors?.count == 4)
    let count = fake.requests.count
    #expect(count <= 4)
    #expect(try await client.children(posts[0].id, 1).posts.isEmpty)
    #expect(fake.requests.count == count)
  }

  /// A second start begins deep in a tree.
  @Test func postsDeeperThanAResponseAreFound() async throws {
    let (_, client) = try await Kind.lemmy.start()
    #expect(try await client.children(31, 1).posts.isEmpty)
    #expect(try await client.post(31, true).ancestors?.map(\.id) == [27, 25, 23, 2])
    let (_, other) = try await Kind.lemmy.start()
    #expect(try await other.children(27, 1).posts.map(\.id) == [31])
  }

  @Test func directoriesAddPeople() async throws {
    for kind in [Kind.mastodon, .discourse] {
      let (fake, client) = try await kind.start()
      #expect(try await client.recentUsers().posts.last?.title == "Mei")
      // A directory may be closed.
      fake.trouble("/api/v1/directory", .status(401), times: 9)
      fake.trouble("/directory_items", .status(403), times: 9)
      #expect(try await client.recentUsers().posts.contains { $0.authorEmail == "grace" })
    }
  }

  @Test func textsAndLinks() async throws {
    let (_, lemmy) = try await Kind.lemmy.start()
    let post = try await lemmy.front()[0]
    #expect(post.body == "<https://www.example.org/light>\n\nIt is **new**.")
    #expect(
      post.summary == "example.org · 12 points · grace · 5 replies · harbour"
        && post.byline == "Grace")
    #expect(try await lemmy.front()[1].authorEmail == "ada@far.example")
    let (_, mastodon) = try await Kind.mastodon.start()
    #expect(
      try await mastodon.front()[0].body
        == "A **lighthouse**! <https://www.example.org/light>")
    let (_, discourse) = try await Kind.discourse.start()
    let topic = try await discourse.front()[0]
    #expect(topic.summary == "3 likes · grace · 3 replies")
    let (_, lobsters) = try await Kind.lobsters.start()
    #expect(
      try await lobsters.front().map(\.summary)
        == ["example.org · 12 points · grace · 4 replies · show, hardware", "1 point · ada · ask"])
  }

  /// What a service says of a post beside its text: that of a top post in its summary, that of a reply
  /// beside its author.
  @Test(arguments: [
    (
      "lemmy:l.example", 2, "/api/v3/post?id=1",
      #"{"post_view":{"post":{"id":1,"name":"t","featured_local":true,"nsfw":true,"locked":true,"updated":"2025-10-09T08:53:20Z"},"counts":{"score":4}}}"#,
      "/api/v3/comment/list?post_id=1",
      #"{"comments":[{"comment":{"id":2,"path":"0.2","content":"x","distinguished":true,"updated":"2025-10-09T08:53:20Z"},"counts":{"score":-3}},{"comment":{"id":3,"path":"0.3","content":"y","deleted":true},"counts":{"score":9}}]}"#,
      "4 points · pinned · NSFW · locked · edited", ["moderator, edited, -3 points", ""]
    ),
    (
      "lobsters:", 20, "/s/a.json",
      #"{"short_id":"a","title":"t","score":1,"comments":[{"short_id":"b","comment":"x","score":2,"created_at":"2025-10-09T08:00:00Z","last_edited_at":"2025-10-09T08:05:00Z"},{"short_id":"c","comment":"y","score":1,"created_at":"2025-10-09T08:00:00Z","last_edited_at":"2025-10-09T08:00:00Z"}]}"#,
      "", "", "1 point", ["edited, 2 points", "1 point"]
    ),
    (
      "discourse:f.example", 2, "/t/1.json",
      #"{"id":1,"title":"t","like_count":3,"pinned":true,"closed":true,"archived":true,"post_stream":{"posts":[{"id":9,"post_number":1,"cooked":"t"},{"id":10,"post_number":2,"cooked":"x","version":2,"staff":true,"actions_summary":[{"id":2,"count":5},7]},{"id":11,"post_number":3,"cooked":"y","version":1,"actions_summary":[]}],"stream":[]}}"#,
      "", "", "3 likes · 2 replies · pinned · closed · archived",
      ["moderator, edited, 5 likes", ""]
    ),
    (
      "mastodon:m.example", 1, "/api/v1/statuses/1/context",
      #"{"descendants":[{"id":"2","in_reply_to_id":"1","content":"x","edited_at":"2025-10-09T08:53:20Z","favourites_count":1},{"id":"3","in_reply_to_id":"1","content":"y","edited_at":null,"favourites_count":0}]}"#,
      "/api/v1/statuses/1", #"{"id":"1","content":"t"}"#, "t",
      ["edited on 9 Oct 2025, 1 favourite", ""]
    ),
  ])
  func marksOfPosts(
    _ server: String, _ top: Int, _ first: String, _ answer: String, _ second: String,
    _ other: String, _ summary: String, _ marks: [String]
  ) async throws {
    let fake = try await FakeService()
    fake.answer(first, with: answer)
    if !second.isEmpty { fake.answer(second, with: other) }
    let client = try SourceClient.source(server, at: fake.address)
    let replies = try await client.children(top, 1).posts
    #expect(
      replies.map { reply in
        ((reply.facts.isByModerator ? ["moderator"] : []) + reply.remarks).joined(separator: ", ")
      } == marks)
    #expect(try await client.post(top, false).summary == summary)
  }

  /// Lists of forums have parts of texts, or none.
  @Test func theWholeTextIsLoadedWhenATopicIsOpened() async throws {
    let (fake, client) = try await Kind.discourse.start()
    let topic = try await client.front()[0]
    #expect(topic.isExcerpt && topic.body.isEmpty)
    let hit = try await client.post(client.searchWords("night")[0].id, false)
    #expect(hit.isExcerpt && hit.body == "It blinks all night.")
    let before = fake.requests.count
    for id in [topic.id, hit.id, topic.id] {
      let post = try await client.version(id).post
      #expect(!post.isExcerpt)
      #expect(post.body == (id == topic.id ? "It is **new**." : "It blinks all night."))
    }
    #expect(fake.requests.count == before + 2, "one for the topic, one for its later posts")
    // What comes again in a list or a search loses nothing.
    #expect(try await client.front()[0].body == "It is **new**.")
    _ = try await client.searchWords("night")
    let again = try await client.post(hit.id, false)
    #expect(again.byline == "Grace" && !again.isExcerpt)
  }

  /// Pages that name a reply without its top post, or by its place.
  @Test(arguments: [
    (Kind.discourse, "https://forum.example/t/a-lighthouse/1/3"),
    (.discourse, "https://forum.example/p/12"), (.lobsters, "https://lobste.rs/c/ccccc2"),
    (.lemmy, "https://lemmy.example/comment/12"),
  ])
  func pagesOfRepliesAreFound(_ kind: Kind, _ address: String) async throws {
    let (fake, _) = try await kind.start()
    let link = try #require(SourceLink(address))
    let client = try SourceClient.source(kind.server, at: fake.address, link: link)
    let post = try await client.post(try #require(link.post), true)
    #expect(post.summary == "It blinks all night.")
    #expect(post.ancestors?.last?.title == "A lighthouse" && post.ancestors?.count == 2)
  }

  /// Every page that is named is recognised as that of the same post.
  @Test(arguments: Kind.allCases)
  func pagesLeadBack(_ kind: Kind) async throws {
    let (_, client) = try await kind.start()
    let top = try await client.front()[0]
    let reply = try await client.children(top.id, 1).posts[0]
    let user = try #require(try await client.recentUsers().posts.first)
    for post in [top, reply, user] {
      let found = try await client.page(post.id)
      let page = try #require(found)
      let link = try #require(SourceLink(page), "\(page)")
      #expect(link.post == post.id || link.alternative?.post == post.id, "\(page)")
      #expect("\(link.source)" == (kind == .lobsters ? "lobsters" : kind.server), "\(page)")
    }
  }

  @Test func aUserOfTheListIsLoadedWhenOpened() async throws {
    let (_, client) = try await Kind.lobsters.start()
    _ = try await client.front()
    let user = try #require(try await client.recentUsers().posts.first)
    #expect(user.isExcerpt && user.body.isEmpty)
    // One post says nothing of its author.
    #expect(user.summary == (user.childCount == 1 ? "" : "\(user.childCount ?? 0) posts loaded"))
    let whole = try await client.version(user.id).post
    #expect(!whole.isExcerpt && !whole.body.isEmpty && !whole.summary.contains("loaded"))
  }

  /// What another program answers is not shown as a list.
  @Test(arguments: ["<html>", "{}", nil])
  func anotherServiceIsNoInstance(_ answer: String?) async throws {
    let service = try await FakeService()
    if let answer { service.answer("/api/v1/trends/statuses", with: answer) }
    let client = try SourceClient.source("mastodon:m.example", at: service.address)
    await #expect(
      throws: APIError.notOffered("m.example does not answer like an instance of Mastodon.")
    ) { try await client.front() }
  }

  /// A reader has no account: a refusal offers no sign-in.
  @Test(arguments: [
    (401, "m.example shows this to signed-in users only."),
    (422, "m.example shows this to signed-in users only."),
    (403, "m.example refused the request: it may need an account (403)."),
  ])
  func listsForAccountsAreRefusedInWords(_ status: Int, _ sentence: String) async throws {
    let service = try await FakeService()
    service.trouble("/api", .status(status))
    let client = try SourceClient.source("mastodon:m.example", at: service.address)
    await #expect(throws: APIError.notOffered(sentence)) { try await client.front() }
  }

  @Test(arguments: [
    ("a\n::: spoiler The end\nIt *dies*.\n:::\nb", "a\n**The end**\n\nIt *dies*.\n\nb"),
    ("::: spoiler\r\nx\r\n:::", "\nx\n"), ("a ::: b", "a ::: b"), ("::: x", "::: x"),
  ])
  func spoilersOfLemmyAreShownByTheirTitles(_ text: String, _ plain: String) {
    #expect(LemmyMarkdown.plain(text) == plain)
  }

  @Test func spoilersAreNotInLists() async throws {
    let (fake, client) = try await Kind.lemmy.start()
    let comment =
      #"{"id":21,"path":"0.21","post_id":1,"content":"Sorry.\n::: spoiler End\nIt dies.\n:::"}"#
    fake.answer(
      "/api/v3/comment/list?post_id=1", with: #"{"comments":[{"comment":\#(comment)}]}"#)
    let reply = try #require(try await client.children(2, 1).posts.first)
    #expect(reply.summary == "Sorry. End …" && reply.body.contains("It dies."))
  }
}
