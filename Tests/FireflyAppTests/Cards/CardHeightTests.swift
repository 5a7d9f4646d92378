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
}
