import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Testing

@testable import FireflySources

/// What holds for a feed whether it is followed or opened by its address.
@Suite(.endsServices) struct FeedByAddressTests {
  /// Of the user's own network it shows pictures of its own server; so does a copy.
  @Test func picturesOfItsOwnServerAreShown() async throws {
    let (feeds, other) = (try await FakeService(), try await FakeService())
    for server in [feeds, other] { server.answer("/a.gif", with: "GIF89a", type: "image/gif") }
    feeds.answer(
      "/f.xml", with: "<rss><channel><item><title>A</title></item></channel></rss>",
      type: "text/xml")
    let (own, foreign) = (feeds.address + "/a.gif", other.address + "/a.gif")
    let address = feeds.address + "/f.xml"
    let files = FeedFiles()
    try FeedList(files.list.storage).add([.init(address: address)])
    let refusal = APIError.notOffered(
      "127.0.0.1 is in your own network: only its own feeds and posts show pictures from it.")
    for name in ["feed:", "feed:\(address)"] {
      let client = try files.client(name)
      let post = try #require(try await client.recentPosts("post", .everyone, nil, 9).posts.first)
      #expect(try await client.picture(own, nil)?.bytes.count == 6)
      await #expect(throws: refusal) { try await client.picture(foreign, nil) }
      let source = try #require(try SourceAddress.named(name))
      let copy = try await SourceThread(
        SourceLink(source: source, target: .post(post.id)), isWhole: true,
        server: try source.server([:]), userAgent: "Firefly", storage: MemoryFile().source,
        tools: SourceTools(feeds: files.storage),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      #expect(try await copy.picture(at: own)?.count == 6)
      await #expect(throws: refusal) { try await copy.picture(at: foreign) }
    }
    #expect(!other.requests.contains("/a.gif"))
  }

  /// One that is read by its address is offered until it is followed, also by the address that its page names.
  @Test func whatIsFollowedIsNotOffered() async throws {
    let feeds = try await FakeService()
    feeds.answer(
      "/", withPage: #"<link rel="alternate" type="application/rss+xml" href="/f.xml">"#)
    feeds.answer(
      "/f.xml", with: "<rss><channel><item><title>A</title></item></channel></rss>",
      type: "text/xml")
    let files = FeedFiles()
    let (page, address) = (feeds.address + "/", feeds.address + "/f.xml")
    func offered(_ name: String) throws -> String? {
      files.storage.unfollowed(at: try #require(try SourceAddress.named(name)))
    }
    for place in [page, address] {
      _ = try await files.client("feed:\(place)").recentPosts("post", .everyone, nil, 9)
      #expect(try offered("feed:\(place)") == place)
      #expect(try !files.storage.isFollowed(#require(try SourceAddress.named("feed:\(place)"))))
    }
    try FeedList(files.list.storage).add([.init(address: address)])
    for place in [page, address] {
      #expect(try offered("feed:\(place)") == nil)
      #expect(try files.storage.isFollowed(#require(try SourceAddress.named("feed:\(place)"))))
    }
    for name in ["feed:", "feed:\(address) \(page)", "hn:", "mastodon:m.example"] {
      #expect(try offered(name) == nil)
      #expect(try !files.storage.isFollowed(#require(try SourceAddress.named(name))))
    }
  }
}
