import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyJSON
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

@Suite struct WireTests {
  @Test func theRouterRefusesStrangers() async throws {
    let router = Router(store: try TemporaryStore().store, logger: silent)
    let reply = await router.respond(
      to: HTTPRequest("GET", "/api/ping", fields: ["Host": "evil.example"]))
    #expect(reply.status == 403)
  }

  @Test func postsAreWrittenAsTheyDecode() throws {
    let post = Post(
      id: 7, userID: 2, parentID: -1, title: "t\n", summary: "s", body: "b", imageURL: "/uploads/x",
      clipOffsetX: -0.5, clipOffsetY: 1, createdAt: Date(timeIntervalSince1970: 1_762_165_884),
      timezone: "Asia/Taipei", locationTag: "here", isAIGenerated: true, authorName: "n",
      authorEmail: "e@x", childCount: 3, template: .query,
      placeholders: PostText(title: "1", summary: "2", body: "3"),
      feed: Post.FeedDetails(
        pluralName: "queries", hasNewMatches: true, ancestorChain: [2, 1],
        lastActivity: Date(timeIntervalSince1970: 1_762_165_885), proximity: 4))
    var json = JSONWriter()
    json.value(post)
    #expect(try JSONDecoder().decode(Post.self, from: Data(json.takeBytes())) == post)
  }
}
