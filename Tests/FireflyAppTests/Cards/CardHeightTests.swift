import FireflyCore
import Testing

@testable import FireflyApp

/// The height of a card is that of what it draws, although its text is not read for it.
@Suite struct CardHeightTests {
  @Test(arguments: [
    PostText(title: "a title"), PostText(title: "a title", body: "and words"),
    PostText(title: "a title", summary: "a summary", body: "and words"),
    PostText(title: "a title", summary: "and words", body: "and words, more of them"),
    PostText(body: "only words"), PostText(summary: "a summary", body: "other words"),
    PostText(summary: "only words", body: "only words, more of them"), PostText(summary: "alone"),
    PostText(title: String(repeating: "long title ", count: 30), body: "and words"),
  ])
  func itIsThatOfWhatIsDrawn(texts: PostText) {
    let post = Post(
      id: 1, title: texts.title, summary: texts.summary, body: texts.body)
    let walk = Walk([post])
    let (context, list) = (walk.state.context(at: walk.now), walk.state.lists.list)
    let drawn = context.cardLayout(for: post, in: list, words: context.words(of: post))
    #expect(context.cardLayout(for: post, in: list) == drawn)
  }

  /// The line of the author is below the text: where that goes on below the window, the head says it.
  @Test func theHeadOfALongCardNamesTheAuthor() {
    func head(_ paragraphs: Int) -> String {
      var post = Post.numbered(1, body: Post.body(paragraphs: paragraphs))
      post.facts.place = "A feed"
      post.summary = post.facts.line
      var walk = Walk([post])
      walk.press(.enter)
      return walk.row(3)
    }
    #expect(head(40).contains("A feed · Ada Linden · 13 Nov 2025"))
    #expect(head(1).contains("A feed") && !head(1).contains("Ada"))
  }
}
