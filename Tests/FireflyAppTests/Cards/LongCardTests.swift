import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// A card that is taller than the window says whose it is where one reads, not only at its end.
@Suite struct LongCardTests {
  private func walk(summary: String, words: Int = 900) -> Walk {
    let body = Array(repeating: "words", count: words).joined(separator: " ")
    var post = Post.numbered(1, body: body)
    post.summary = summary
    var other = Post.numbered(2, email: "grace@example.org")
    other.authorName = "Grace"
    var walk = Walk([post, other])
    walk.press(.enter)
    return walk
  }

  @Test func withoutASummaryTheAuthorStandsBehindTheTitle() {
    #expect(walk(summary: "").text.contains("post 1 · Ada Linden · 13 Nov 2025"))
    // A summary has its row, and a short card its author below the text.
    #expect(!walk(summary: "A summary.").text.contains("post 1 · Ada"))
    #expect(!walk(summary: "", words: 20).text.contains("post 1 · Ada"))
  }

  @Test func theBarNamesTitleAndAuthorOnFurtherPages() {
    var walk = walk(summary: "A summary.")
    #expect(!walk.row(0).contains("post 1"))
    walk.press(.character(" "))
    #expect(walk.row(0).contains("post 1 · Ada Linden"), "\(walk.row(0))")
    walk.press(.home)
    #expect(!walk.row(0).contains("post 1"))
  }
}
