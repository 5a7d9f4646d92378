import FireflyCore
import Foundation
import OddInputs
import Testing

@testable import FireflyAPI

/// Each number of an answer may be any other: it is read or refused.
@Suite struct OddNumberTests {
  private static let sample = #"""
    {"status":"success","posts":[{"id":12,"user_id":3,"parent_id":10,"title":"t","clip_offset_x":0.5,
    "created_at":"Mon, 03 Nov 2025 10:31:24 GMT","child_count":2,"children":[{"id":13,"title":"u","child_count":1}],
    "ancestor_chain":[{"id":10,"title":"t"}],"last_activity":"2025-11-03T10:31:24Z","proximity":4,"descendants":5},
    {"id":14,"title":"whole"}],"count":2,"next":15}
    """#

  @Test func lists() throws {
    var count = 0
    for text in OddNumbers.variants(of: Self.sample, with: OddNumbers.json) {
      // A text in place of a number within a text is no JSON.
      guard let page = try? Self.page(text) else { continue }
      count += 1
      #expect(page.posts.count + page.skipped.count > 0)
      for post in page.posts {
        let again = try JSONDecoder().decode(
          Post.self, from: try JSONEncoder().encode(post.cleaned()))
        #expect(again.id == post.id)
      }
    }
    #expect(count > 150)
  }

  private static func page(_ text: String) throws -> PostPage {
    var decoder = PostListDecoder(key: "posts")
    try decoder.decode(Data(text.utf8))
    return try decoder.finish()
  }
}
