import Eventually
import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// Hacker News from its lists to the last reply, by a service on this machine.
@Suite(.endsServices) struct HackerNewsTests {
  typealias Item = FakeHackerNews.Item

  private static let story = Item(
    100, by: "grace", title: "Show HN: A lighthouse", link: "https://www.example.org/light",
    [
      Item(
        101, by: "linus", text: "How <i>bright</i> is it?",
        [Item(103, by: "grace", text: "Very.<p>It blinks.", [Item(104, text: "Nice!")])]),
      Item(102, by: nil, text: nil, [Item(105, by: "ada", text: "What was here?")]),
    ])
  private static let question = Item(
    200, by: "ada", title: "Ask HN: Which knot?", text: "I tie <b>shoes</b>.")

  private func start() async throws -> (FakeHackerNews, any PostsClient) {
    let fake = try await FakeHackerNews([Self.story, Self.question])
    return (fake, try SourceClient.source("hn:", at: fake.address))
  }

  @Test func frontPageIsOneRequest() async throws {
    let (fake, client) = try await start()
    let posts = try await client.front()
    #expect(posts.map(\.id) == [100, 200])
    #expect(posts[0].title == "Show HN: A lighthouse")
    #expect(posts[0].summary == "example.org · 123 points · grace · 5 replies")
    let facts = posts[0].facts
    #expect(facts.place == "example.org" && facts.value == "123 points")
    #expect(
      facts.author == "grace" && facts.replies == 5 && facts.link == "https://www.example.org/light"
    )
    #expect(posts[0].body == "<https://www.example.org/light>")
    #expect(posts[0].childCount == 5 && posts[0].byline == "grace")
    #expect(posts[1].summary == "123 points · ada" && posts[1].body == "I tie **shoes**.")
    #expect(fake.service.asked == ["/api/v1/search?tags=front_page&hitsPerPage=50"])
    #expect(fake.service.userAgents == ["Firefly/1.2.3"])
  }

  /// At a start, posts and users are loaded at the same time.
  @Test func postsAndUsersShareOneRequest() async throws {
    let (fake, client) = try await start()
    fake.service.trouble("/api/v1/search", .slow(0.3))
    async let posts = client.front()
    async let users = client.recentUsers()
    #expect(try await posts.map(\.id) == [100, 200])
    #expect(try await users.posts.isEmpty == false)
    #expect(fake.service.asked.count == 1)
  }

  /// Algolia has another order, and so has everything below the first level.
  @Test func orderIsThatOfTheSite() async throws {
    let (fake, client) = try await start()
    fake.service.answer("/v0/topstories.json", with: "[7,200,100]")
    fake.service.answer("/v0/item/100.json", with: #"{"id":100,"kids":[102,9,101]}"#)
    #expect(try await client.front().map(\.id) == [200, 100])
    #expect(try await client.children(100, 1).posts.map(\.id) == [102, 101])
    // What isn't in the order comes last, and an order that can't be had is none.
    fake.service.answer("/v0/topstories.json", with: "[200]")
    #expect(try await client.front().map(\.id) == [200, 100])
    fake.service.answer("/v0/topstories.json", with: "<html>")
    #expect(try await client.front().map(\.id) == [100, 200])
  }

  /// The site's own API is waited for once.
  @Test func anOrderThatDoesNotComeIsNotWaitedForAgain() async throws {
    let (fake, client) = try await start()
    fake.service.trouble("/v0/", .slow(5), times: 9)
    #expect(try await client.front().map(\.id) == [100, 200])
    #expect(try await client.children(100, 1).posts.isEmpty == false)
    #expect(fake.service.requests.filter { $0.hasPrefix("/v0/") }.count == 1)
  }

  /// Where the room ends, posts have no list of replies: an empty one would say that there are none.
  @Test func branchesAreCut() async throws {
    let (_, client) = try await start()
    let page = try await client.branch(100, 9, 2)
    #expect(page.isCut && page.posts.map(\.id) == [101, 102])
    #expect(page.posts.allSatisfy { $0.hasChildren && $0.children == nil })
    let whole = try await client.branch(100, 9, 5)
    #expect(!whole.isCut && whole.posts[0].children?[0].children?.map(\.id) == [104])
  }

  @Test func newestHasPages() async throws {
    let (fake, client) = try await start()
    let posts = try await client.recentPosts("post", .second, nil, 50).posts
    #expect(posts.map(\.id) == [200, 100])
    #expect(try await client.recentPosts("post", .second, 100, 50).posts.isEmpty)
    #expect(
      fake.service.asked.last?.hasSuffix("numericFilters=created_at_i%3C1760000100") == true)
    // The front page has one page.
    #expect(try await client.recentPosts("post", .everyone, 200, 50).posts.isEmpty)
    #expect(fake.service.asked.count == 2)
  }

  @Test func wholeTreeIsOneRequest() async throws {
    let (fake, client) = try await start()
    _ = try await client.front()
    let replies = try await client.children(100, 1).posts
    #expect(replies.map(\.id) == [101, 102])
    #expect(replies[0].title == "" && replies[0].summary == "How bright is it?")
    #expect(replies[0].body == "How *bright* is it?" && replies[0].childCount == 2)
    #expect(replies[1].title == "deleted" && replies[1].byline == nil)
    #expect(try await client.children(101, 1).posts.map(\.id) == [103])
    let last = try await client.children(103, 1).posts
    #expect(last.map(\.summary) == ["Nice!"] && last.map(\.parentID) == [103])
    #expect(try await client.children(102, 1).posts.map(\.id) == [105])
    #expect(try await client.children(104, 1).posts.isEmpty)
    #expect(try await client.post(103, false).summary == "Very. It blinks.")
    #expect(fake.service.asked.dropFirst() == ["/api/v1/items/100"])
  }

  @Test func branchIsNestedAndCut() async throws {
    let (fake, client) = try await start()
    let all = try await client.branch(100, 16, 100)
    #expect(all.posts.map(\.id) == [101, 102] && !all.isCut)
    #expect(all.posts[0].children?[0].children?.map(\.id) == [104])
    let some = try await client.branch(100, 16, 3)
    #expect(some.isCut && some.posts[0].children?.map(\.id) == [103])
    #expect(try await client.branch(100, 1, 100).posts[0].children == nil)
    let second = try await client.branch(100, 2, 100).posts[0].children
    #expect(second?.map(\.id) == [103] && second?[0].children == nil)
    #expect(fake.service.asked.count == 1)
  }

  @Test func pathToCommentIsFoundInItsStory() async throws {
    let (fake, client) = try await start()
    let post = try await client.post(104, true)
    #expect(post.ancestors?.map(\.id) == [103, 101, 100])
    #expect(fake.service.asked == ["/api/v1/items/104", "/api/v1/items/100"])
    #expect(try await client.children(101, 1).posts.map(\.id) == [103])
    #expect(fake.service.asked.count == 2)
  }

  @Test func refreshAsksAgainAfterAWhileOnly() async throws {
    let (fake, client) = try await start()
    for _ in 0..<5 { _ = try await client.children(100, 1) }
    #expect(fake.service.asked.count == 1)
  }

  @Test func sameTreeIsRequestedOnce() async throws {
    let (fake, client) = try await start()
    fake.service.trouble("/api/v1/items", .slow(0.3))
    let counts = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 {
        group.addTask { try? await client.children(100, 1).posts.count }
      }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 8))
    #expect(fake.service.asked.count == 1)
  }

  @Test func aTreeThatNobodyWaitsForIsGivenUp() async throws {
    let (fake, client) = try await start()
    fake.service.trouble("/api/v1/items", .slow(60))
    let last = Task { try await client.post(200, true).id }
    try #require(try await eventually { fake.service.asked.count == 1 })
    last.cancel()
    await #expect(throws: APIError.cancelled) { try await last.value }
    #expect(try await client.post(200, true).id == 200)
  }

  @Test func peopleAreTheAuthorsOfWhatIsLoaded() async throws {
    let (fake, client) = try await start()
    fake.add(user: "grace", about: "I <i>build</i> lighthouses.", [Self.story, Self.question])
    #expect(try await client.recentUsers().posts.map(\.title) == ["grace", "ada"])
    _ = try await client.children(100, 1)
    let people = try await client.recentUsers().posts
    #expect(people.map(\.title) == ["ada", "grace", "linus"])
    #expect(people.map(\.childCount) == [3, 2, 1])
    #expect(people.map(\.childCount) == [2, 3, 1].sorted(by: >) || people[0].childCount ?? 0 >= 2)
    #expect(people.allSatisfy { $0.template == .profile && $0.id >= 1 << 52 })
    let profile = try #require(try await client.profile("grace", false))
    #expect(profile.id == people.first { $0.title == "grace" }?.id)
    #expect(profile.summary == "1234 points" && profile.body == "I *build* lighthouses.")
    #expect(try await client.children(profile.id, 1).posts.map(\.id) == [100, 200])
    await #expect(throws: APIError.notOffered("Hacker News has no profile of nobody.")) {
      try await client.profile("nobody", false)
    }
    #expect(try await client.profile(reader.email, false) == nil)
  }

  @Test func numbersOfPeopleOutliveTheRun() async throws {
    let fake = try await FakeHackerNews([Self.story])
    fake.add(user: "grace", about: "", [Self.story])
    let file = MemoryFile()
    let first = try SourceClient.source("hn:", at: fake.address, keptIn: file)
    let id = try #require(try await first.recentUsers().posts.first?.id)
    let second = try SourceClient.source("hn:", at: fake.address, keptIn: file)
    #expect(try await second.children(id, 1).posts.map(\.id) == [100])
    // A number that no run has given out.
    let third = try SourceClient.source("hn:", at: fake.address)
    await #expect(throws: APIError.status(404, message: nil)) { try await third.children(id, 1) }
  }

  @Test func savedSearches() async throws {
    let (fake, client) = try await start()
    let comment = Self.story.children[0].children[0]
    fake.find("very bright", [(comment, 101, 100), (Self.question, nil, nil)])
    var form = PostForm(email: reader.email, title: "Lamps", summary: "very  bright", body: "")
    form.template = .query
    let query = try await client.create(form, "key")
    #expect(try await client.create(form, "key") == query)
    #expect(query.template == .query && query.isOwned(by: reader.key))
    #expect(
      try await client.recentPosts("query", .everyone, nil, 50).posts.filter {
        $0.authorEmail != nil
      }
        == [query])

    let hits = try await client.search(query.id)
    #expect(hits.map(\.id) == [103, 200] && hits[0].relevance > hits[1].relevance)
    // Results are there already, and so is what is above them after one request.
    let count = fake.service.asked.count
    #expect(try await client.post(103, false).summary == "Very. It blinks.")
    #expect(fake.service.asked.count == count)
    #expect(try await client.post(103, true).ancestors?.map(\.id) == [101, 100])
    #expect(fake.service.asked.count == count + 1)

    form.postID = query.id
    form.summary = "nothing"
    #expect(try await client.update(form).summary == "nothing")
    #expect(try await client.search(query.id).isEmpty)
    try await client.delete(query.id)
    #expect(
      try await client.recentPosts("query", .everyone, nil, 50).posts.filter {
        $0.authorEmail != nil
      }
      .isEmpty)
    await #expect(throws: APIError.status(404, message: nil)) { try await client.search(query.id) }
  }

  @Test func nothingElseCanBeWritten() async throws {
    let (fake, client) = try await start()
    let error = APIError.refused(try #require(client.site.refusal(of: .write)))
    #expect(error.sentence == "Hacker News is read only here.")
    let unmoved = APIError.refused(try #require(client.site.refusal(of: .move)))
    var form = PostForm(email: reader.email, title: "a", summary: "b", body: "c")
    await #expect(throws: error) { try await client.create(form, "key") }
    await #expect(throws: error) { try await client.writeProfile(form) }
    form.postID = 100
    await #expect(throws: error) { try await client.update(form) }
    await #expect(throws: error) { try await client.delete(100) }
    await #expect(throws: unmoved) { try await client.move(100, nil) }
    await #expect(throws: error) { try await client.restore(100) }
    #expect(fake.service.asked.isEmpty)
  }
}
