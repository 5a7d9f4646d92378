import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Testing

@testable import FireflySources

/// Which pictures of the user's own network a feed can show: those on its own server.
@Suite(.endsServices) struct FeedPictureTests {
  /// The rule is the same for a feed that is followed, for one that is opened by its address, and for a copy.
  @Test func onlyThoseOfItsOwnServer() async throws {
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
}
