import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Articles and paths in the side columns, and lists beside which nothing stands.
@Suite struct ColumnsContentTests {
  private func walk(_ posts: [Post], width: Int = 170, motion: Settings.Motion = .none) -> Walk {
    Walk(posts, width: width, height: 40, motion: motion)
  }

  /// The requests for replies among effects.
  private func prefetched(_ effects: [Effect]) -> [Post.ID] {
    effects.compactMap { if case .list(.prefetchChildren(let id, _)) = $0 { id } else { nil } }
  }

  /// The words in the columns of a side.
  private func words(_ walk: Walk, _ side: KeyPath<Columns, Range<Int>?>) -> [String] {
    guard let span = walk.state.layout.columns[keyPath: side] else { return [] }
    let rect = walk.state.layout.side(span)
    return walk.frame.words(in: rect).split(separator: "\n").map(String.init)
  }

  private static func news(_ account: Account) -> Site {
    Site(.reading, name: "Hacker News", lists: ["front page", "newest"], as: account)
  }

  // MARK: Articles

  private func linked(_ preview: Settings.Preview, children: Int = 0) -> Walk {
    var story = Post.numbered(2, body: "<https://e.example/>", children: children)
    story.facts.link = "https://e.example/"
    var walk = walk([.numbered(1), story])
    walk.state.site = Self.news(walk.state.account)
    walk.state.settings.preview = preview
    return walk
  }

  private func article(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .columns(.loadArticle) = $0 { true } else { false } }
  }

  @Test func anArticleIsShownIfItIsKeptAndThereAreNoReplies() {
    var walk = linked(.replies)
    let wanted = Effect.columns(
      .loadArticle(2, page: "https://e.example/", isAsked: false, after: 0.4))
    #expect(article(walk.press(.down)) == [wanted])
    walk.perform(.columns(.articleLoaded(2, markdown: "The *whole* story.")))
    #expect(words(walk, \.right) == ["The whole story."])
    // It is the same beside the open card.
    walk.press(.enter)
    #expect(words(walk, \.right) == ["The whole story."])
    #expect(article(walk.press(.up, .down)) == [])
    walk = linked(.replies)
    walk.press(.down)
    walk.perform(.columns(.articleLoaded(2, markdown: nil)))
    #expect(words(walk, \.right) == ["https://e.example/[1]"])
    walk = linked(.replies, children: 3)
    #expect(article(walk.press(.down)) == [])
  }

  @Test func theSettingAsksForTheArticleFirst() {
    var walk = linked(.article, children: 3)
    let wanted = Effect.columns(
      .loadArticle(2, page: "https://e.example/", isAsked: true, after: 0.4))
    let effects = walk.press(.down)
    #expect(article(effects) == [wanted] && prefetched(effects) == [2])
    walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7]))))
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
    walk.perform(.columns(.articleLoaded(2, markdown: "The story.")))
    #expect(words(walk, \.right) == ["The story."])
  }

  // MARK: What has nothing to show

  @Test(arguments: [(140, 19), (170, 34), (200, 49)])
  func aListBesideWhichNothingCanStandIsInTheMiddle(width: Int, start: Int) {
    let search = Post.numbered(1, children: 5, template: .query)
    var walk = walk([search, .numbered(2, children: 5, template: .query)], width: width)
    #expect(walk.state.layout.columns.right == nil)
    #expect(walk.state.layout.columns.list == start..<start + 102)
    let columns = walk.state.layout.textColumns
    walk.answer(Walk.posts, [search, .numbered(3)])
    #expect(walk.state.layout.columns.right != nil && walk.state.layout.textColumns == columns)
  }

  // MARK: The path to a thread

  @Test func beforeAThreadThatBeginsAtAReplyStandsItsPath() throws {
    var reply = Post.numbered(3, children: 2)
    reply.parentID = 9
    var walk = walk([.numbered(1), reply], width: 200)
    walk.state.site = Self.news(walk.state.account)
    let effects = walk.press(.down, .right)
    #expect(effects.contains(.columns(.loadPath(to: 3))), "\(effects)")
    walk.answer(walk.level, Post.numbered([7, 8]))
    #expect(words(walk, \.left) == ["post 1", "post 3 · 2"])
    walk.perform(.columns(.pathLoaded(to: 3, Post.numbered([8, 9]))))
    #expect(words(walk, \.left) == ["post 8", "post 9", "post 3 · 2"])
    let point = try #require(walk.frame.point(of: "left-9"))
    let pressed = walk.frame.pressable(at: point)?.action
    #expect(pressed == .columns(.parentTapped(9)))
    #expect(pressed.map { walk.perform($0) }?.contains(.list(.loadPath(to: 9))) == true)
  }
}
