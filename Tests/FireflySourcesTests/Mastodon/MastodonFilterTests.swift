import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// The filters of one's account: the server says which statuses match them.
@Suite(.endsServices) struct MastodonFilterTests {
  private typealias Status = FakeInstance.Status

  private static func status(
    _ id: Int, _ text: String, parent: Int? = nil, _ filters: (String, String)...,
    in places: String...
  ) -> Status {
    var status = Status(id, text, parent: parent)
    let matches = filters.map { title, action in
      let places = places.map { "\"\($0)\"" }.joined(separator: ",")
      return
        #"{"filter":{"id":"1","title":"\#(title)","filter_action":"\#(action)","context":[\#(places)]}}"#
    }
    status.fields = #"{"filtered":[\#(matches.joined(separator: ","))]}"#
    return status
  }

  private func titles(_ posts: [Post]) -> [String] {
    posts.map { $0.service?.filter ?? $0.summary }
  }

  /// What a filter matches is not shown as a quotation, either.
  @Test(arguments: [("warn", "filtered: spiders"), ("hide", "a post that your filters hide")])
  func aFilteredQuotationIsOneLine(_ action: String, _ words: String) async throws {
    var status = Status(1, "look")
    status.fields = #"""
      {"quote":{"state":"accepted","quoted_status":{"id":"9","content":"<p>eight legs</p>",
      "account":{"id":"cy","acct":"cy"},"filtered":[{"filter":{"id":"1","title":"spiders",
      "filter_action":"\#(action)","context":["home"]}}]}}}
      """#
    let client = try await FakeInstance([status]).client(token: "right")
    let home = try await client.recentPosts("post", .everyone, nil, 50).posts
    #expect(home.map(\.body) == ["look\n\n> \(words)"])
    let local = try await client.recentPosts("post", .second, nil, 50).posts
    #expect(local[0].body.contains("eight legs"))
  }

  @Test func listsFoldWhatIsFilteredAndLeaveOutWhatIsHidden() async throws {
    let fake = try await FakeInstance([
      Status(1, "plain"), Self.status(2, "legs", ("spiders", "warn"), in: "home", "public"),
      Self.status(3, "tails", ("snakes", "hide"), in: "home"),
      Self.status(4, "both", ("spiders", "warn"), ("snakes", "hide"), in: "home"),
      Self.status(5, "elsewhere", ("spiders", "warn"), ("snakes", "hide"), in: "thread"),
      Self.status(6, "later", ("of next year", "whisper"), in: "home"),
    ])
    let client = try fake.client(token: "right")
    let home = try await client.recentPosts("post", .everyone, nil, 50).posts
    #expect(titles(home) == ["of next year", "elsewhere", "spiders", "plain"])
    #expect(home[2].summary == "legs")
    let local = try await client.recentPosts("post", .second, nil, 50).posts
    #expect(titles(local) == ["later", "elsewhere", "both", "tails", "spiders", "plain"])
    // Whoever picks a post wants to see it.
    for id in 1...6 {
      var status = try #require(fake.statuses.first { $0.id == id })
      status.marks = ["bookmark"]
      fake.add(status)
    }
    let rows = try await client.recentPosts("query", .everyone, nil, 50).posts
    let row = try #require(rows.first { $0.title == "bookmarks" })
    var found: [Post] = []
    for hit in try await client.search(row.id) {
      found.append(try await client.post(hit.id, false))
    }
    #expect(titles(found) == ["later", "elsewhere", "both", "tails", "legs", "plain"])
  }

  /// A list whose first page is hidden goes on.
  @Test func aHiddenPageIsNoEnd() async throws {
    let hidden = (100..<150).map { Self.status($0, "tails", ("snakes", "hide"), in: "home") }
    let fake = try await FakeInstance([Status(1, "plain")] + hidden)
    let client = try fake.client(token: "right")
    #expect(titles(try await client.recentPosts("post", .everyone, nil, 20).posts) == ["plain"])
  }

  /// A picture that is to be blurred isn't shown.
  @Test func aBlurredPictureIsLeftOut() async throws {
    var status = Self.status(1, "eight legs", ("spiders", "blur"), in: "home")
    status.media = [FakeInstance.Media("7", "a spider")]
    let fake = try await FakeInstance([status])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    #expect(titles(posts) == ["eight legs"] && posts[0].imageURL == nil)
  }

  @Test func mentionsAreFiltered() async throws {
    let fake = try await FakeInstance([
      Self.status(1, "legs", ("spiders", "warn"), in: "notifications"),
      Self.status(2, "tails", ("snakes", "hide"), in: "notifications"), Status(3, "plain"),
    ])
    for id in 1...3 { fake.mention(id, by: id) }
    let posts = try await fake.client(token: "right").answers(nil, 50).posts
    #expect(titles(posts) == ["plain", "spiders"])
  }

  /// In a thread a hidden post with replies stays as a line, or its replies would hang nowhere.
  @Test func aThreadKeepsTheRepliesToWhatIsHidden() async throws {
    let fake = try await FakeInstance([
      Self.status(1, "top", ("snakes", "hide"), in: "thread"),
      Self.status(2, "legs", parent: 1, ("spiders", "warn"), in: "thread"),
      Self.status(3, "tails", parent: 1, ("snakes", "hide"), in: "thread"),
      Self.status(4, "inner", parent: 1, ("snakes", "hide"), in: "thread"),
      Status(5, "leaf", parent: 4),
      Self.status(6, "below a leaf", parent: 5, ("snakes", "hide"), in: "thread"),
    ])
    let client = try fake.client(link: FakeInstance.link(1), token: "right")
    let top = try #require(FakeInstance.link(1)?.post)
    let replies = try await client.children(top, 9).posts
    #expect(titles(replies) == ["spiders", "snakes"])
    let inner = try #require(replies.last?.children)
    #expect(titles(inner) == ["leaf"] && inner[0].childCount == 0)
    let start = fake.server.exchanges.count
    #expect(try await client.children(inner[0].id, 1).posts.isEmpty)
    #expect(fake.server.exchanges.count == start)
  }
}
