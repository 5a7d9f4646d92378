import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Notices in lists of one row each: what was done, and the words that it is about.
@Suite struct NoticeRowTests {
  private static let ada = User(id: "7", handle: "@ada@social.example", name: "Ada Linden")

  private func row(_ words: String, by author: String, width: Int) throws -> String {
    var walk = Walk(width: width, height: 24, email: nil)
    walk.state.account = .signedIn(Self.ada)
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account, mayWrite: true)
    walk.send(.started(at: nil))
    var post = Post.numbered(1, body: "I take berth 7", children: 0, email: author)
    (post.title, post.summary, post.authorName) = ("", "I take berth 7", "Bob Reed")
    post.facts.authorID = author.hasPrefix("ada") ? "7" : "9"
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.notice = Notice(words, isNew: true)
    walk.answer(Walk.posts, [post])
    for _ in 1...3 where walk.state.layout.closedRows > 1 { walk.press(.character("x")) }
    return try #require(
      walk.text.split(separator: "\n").map(String.init).first { $0.contains("new: ") },
      "\(walk.text)")
  }

  @Test(arguments: [40, 80, 120]) func aLongNoticeLeavesRoomForWords(width: Int) throws {
    let words = "boosted by Bob Reed · favourite of Cy Marsh and 3 others, and some more words"
    let row = try row(words, by: "ada@social.example", width: width)
    #expect(row.contains("new: boosted") && row.contains("I take"), "\(row)")
  }

  @Test func aNarrowRowNamesTheAuthor() throws {
    let row = try row("mentions you", by: "bob@social.example", width: 40)
    #expect(row.contains("new: Bob Reed") && row.contains("I take"), "\(row)")
    let wide = try self.row("mentions you", by: "bob@social.example", width: 80)
    #expect(wide.contains("new: mentions you") && wide.contains("Bob Reed"), "\(wide)")
  }
}
