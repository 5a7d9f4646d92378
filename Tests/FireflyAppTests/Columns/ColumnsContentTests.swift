import FireflyCore
import FireflyModel
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

  /// A column would repeat a text of a few words: the list stands in the middle.
  @Test func aShortTextHasNoColumn() {
    var short = Post.numbered(1, body: "Nice fog you have here.")
    (short.title, short.summary) = ("", "")
    var titled = short
    (titled.id, titled.title) = (2, "Fog")
    var walk = walk([short, titled])
    #expect(walk.state.layout.columns.right == nil)
    #expect(walk.text.split(separator: "Nice fog").count == 3, "\(walk.text)")
    titled.body = "Nice fog you have here.\n\nIt comes from the sea."
    walk = self.walk([short, titled])
    #expect(walk.state.layout.columns.right != nil)
    // Beside it stands what follows, if that isn't in the list's window.
    #expect(words(walk, \.right).isEmpty, "\(words(walk, \.right))")
    walk.press(.down)
    #expect(words(walk, \.right).contains("It comes from the sea."))
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
    #expect(words(walk, \.right) == ["https://e.example/[1]"])
    walk = linked(.replies, children: 3)
    #expect(article(walk.press(.down)) == [])
  }

  /// An article that was read is kept, and stands beside its post afterwards; beside the open one, too.
  @Test func anArticleThatWasReadIsLookedForAgain() {
    var walk = linked(.replies)
    #expect(article(walk.press(.down)).count == 1)
    walk.press(.character("b"))
    #expect(article(walk.press(.escape)).count == 1)
    walk.press(.character("b"))
    walk.press(.escape)
    #expect(article(walk.press(.enter)) == [])
    walk = linked(.replies)
    walk.answer(Walk.posts, walk.state.list.posts.reversed())
    walk.press(.home, .enter)
    #expect(article(walk.press(.down, .up)).count == 1)
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

  // MARK: What fails

  @Test func whatCouldNotBeLoadedIsSaidAndAskedForAgain() {
    var walk = walk([.numbered(1), .numbered(2, children: 3)])
    walk.state.site = Self.news(walk.state.account)
    let failed = Action.columns(
      .failed(2, "The replies are", LoadFailure(.offline, "Can't reach it.")))
    walk.press(.down)
    walk.perform(failed)
    #expect(
      words(walk, \.right).joined(separator: " ")
        == "The replies are not loaded. Can't reach it. r tries again.")
    #expect(prefetched(walk.press(.character("r"))) == [2])
    #expect(words(walk, \.right) == [])
    walk.perform(failed)
    // Leaving and returning, too.
    #expect(prefetched(walk.press(.up, .down)) == [2])
    #expect(words(walk, \.right) == [])
    walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7]))))
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
  }

  @Test func thatItCanBeTriedAgainIsSaidOnce() {
    var walk = walk([.numbered(1), .numbered(2, children: 3)])
    walk.press(.down)
    var busy = LoadFailure(.refused, "Too many requests (429). Try again later.")
    busy.reason = "Too many requests (429)."
    walk.perform(.columns(.failed(2, "The replies are", busy)))
    #expect(
      words(walk, \.right).joined(separator: " ")
        == "The replies are not loaded. Too many requests (429). r tries again.")
  }

  /// When the place answers again, it is asked again for what it could not send.
  @Test func whatFailedIsAskedForWhenThePlaceAnswers() {
    let posts = [Post.numbered(1), .numbered(2, children: 3)]
    var walk = walk(posts)
    walk.state.site = Self.news(walk.state.account)
    walk.press(.down)
    walk.perform(.columns(.failed(2, "The replies are", LoadFailure(.offline, "No way."))))
    #expect(walk.text.contains("No way."))
    #expect(prefetched(walk.answer(Walk.posts, posts)) == [2])
    #expect(!walk.text.contains("No way."))
  }

  /// What else is known of the post stands below it.
  @Test func anArticleThatCouldNotBeLoadedIsAskedForAgain() {
    var walk = linked(.article)
    #expect(article(walk.press(.down)).count == 1)
    walk.perform(.columns(.failed(2, "The article is", LoadFailure(.offline, "No way."))))
    let shown = words(walk, \.right)
    #expect(shown.dropLast().joined(separator: " ").hasSuffix("No way. r tries again."), "\(shown)")
    #expect(shown.last == "https://e.example/[1]")
    #expect(article(walk.press(.character("r"))).count == 1)
    #expect(article(walk.press(.up, .down)).count == 1)
    // One that is not kept is looked for again, too.
    walk = linked(.replies)
    walk.press(.down)
    #expect(article(walk.press(.up, .down)).count == 1)
  }

  // MARK: What has nothing to show

  /// Beside links alone there is a column only if articles are wanted.
  @Test(arguments: [(Settings.Preview.article, true), (.replies, false)])
  func bareLinksHaveAColumnForArticles(preview: Settings.Preview, hasColumn: Bool) {
    let links = (1...2).map { number in
      var link = Post(id: number, title: "link \(number)")
      link.facts.link = "https://e.example/\(number)"
      return link
    }
    var walk = walk(links)
    walk.state.site = Self.news(walk.state.account)
    walk.state.settings.preview = preview
    let effects = walk.press(.down)
    #expect((walk.state.layout.columns.right != nil) == hasColumn)
    #expect(article(effects).count == (hasColumn ? 1 : 0))
  }

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
    #expect(walk.row(0).contains("what this answers"))
    #expect(pressed.map { walk.perform($0) }?.contains(.list(.loadPath(to: 9))) == true)
  }

  /// Entered from the list that it stands in, a reply has that list at its left, though its path is known.
  @Test func aReplyEnteredFromItsOwnListHasThatAtItsLeft() throws {
    var reply = Post.numbered(3, children: 2)
    reply.parentID = 9
    var walk = walk([.numbered(9, children: 2)], width: 200)
    walk.state.site = Self.news(walk.state.account)
    walk.state.lists.chosenView = .cards
    walk.perform(.columns(.pathLoaded(to: 3, Post.numbered([8, 9]))))
    walk.press(.right)
    walk.answer(walk.level, [.numbered(2), reply])
    walk.press(.down)
    walk.state.lists.chosenView = .thread
    let effects = walk.press(.right)
    walk.answer(walk.level, Post.numbered([7, 8]))
    #expect(!effects.contains(.columns(.loadPath(to: 3))))
    #expect(words(walk, \.left) == ["post 2", "post 3 · 2"], "\(walk.text)")
    #expect(!walk.row(0).contains("what this answers"))
    let point = try #require(walk.frame.point(of: "left-2"))
    let pressed = walk.frame.pressable(at: point)?.action
    #expect(pressed.map { walk.perform($0) }?.contains(.list(.loadPath(to: 2))) == false)
    #expect(walk.selected == 2)
  }
}
