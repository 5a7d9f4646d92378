import FireflyAPI
import FireflyCore
import FireflySources
import SourceFakes
import Testing

/// Searches of an instance: posts, people and hashtags.
@Suite(.endsServices) struct MastodonSearchTests {
  private typealias Status = FakeInstance.Status

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

  /// Without a search for all, people and hashtags are found each by their own.
  @Test func anOlderServerIsSearchedPartByPart() async throws {
    let fake = try await FakeInstance([Status(1, "Words.")])
    fake.change {
      $0.refused["search"] = (404, "<h1>404 Not Found</h1>")
      $0.found = ["ben"]
    }
    let client = try fake.client(token: "right")
    let found = try await found(client, "ben")
    #expect(found.map(\.template) == [.post, .profile])
  }

  /// What was learnt of a person stays when they are found again.
  @Test func whoWasFoundStaysKnown() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.change { $0.found = ["ben"] }
    let client = try fake.client(token: "right")
    let ben = try #require(try await found(client, "@ben").first)
    _ = try await client.relate(ben.id, .follow)
    let again = try #require(try await found(client, "@ben").first)
    #expect(again.facts.relation?.isFollowed == true)
  }
}
