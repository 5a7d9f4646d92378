import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// What the side columns load, and what the mouse does in them.
@Suite struct ColumnsActingTests {
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

  /// A note stands below the list, whatever is beside it.
  @Test(arguments: [40, 80, 140, 170, 200, 240])
  func aNoteIsWhole(width: Int) {
    var walk = walk([.numbered(1)], width: width)
    let words = "This post has no replies at all."
    _ = walk.perform(.noted(words))
    #expect(walk.text.contains(words), "\(walk.text)")
  }

  // MARK: Loading

  @Test func onTheOwnServerRepliesAreLoadedOnceAndOnlyWhereTheyAreShown() {
    let posts = [Post.numbered(1), .numbered(2, children: 2), .numbered(3, children: 1)]
    var walk = walk(posts)
    #expect(prefetched(walk.press(.down)) == [2])
    #expect(walk.press(.left) == [])
    #expect(words(walk, \.right) == [])
    #expect(walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7, 8])))) == [])
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
    #expect(prefetched(walk.press(.down, .up)) == [3])
    // They stay when the list is loaded again.
    #expect(prefetched(walk.answer(Walk.posts, posts)) == [])
    walk = Walk(posts)
    #expect(prefetched(walk.press(.down)) == [])
    walk = self.walk(posts)
    walk.state.settings.prefetch = false
    #expect(prefetched(walk.press(.down)) == [])
    // The text is there anyway.
    #expect(words(walk, \.right) == ["Some words."])
  }

  @Test func neverASearch() {
    var walk = walk([.numbered(1), .numbered(2, children: 5, template: .query)])
    #expect(prefetched(walk.press(.down)) == [])
    #expect(words(walk, \.right) == [])
  }

  private static func news(_ account: Account) -> Site {
    Site(.reading, name: "Hacker News", lists: ["front page", "newest"], as: account)
  }

  @Test func atAServiceTheFirstRepliesAreAskedForAfterAMoment() {
    let story = Post.numbered(2, body: "A long story.", children: 40)
    var walk = walk([.numbered(1), story])
    walk.state.site = Self.news(walk.state.account)
    #expect(walk.press(.down).contains(.list(.prefetchChildren(of: 2, after: 0.4))))
    #expect(words(walk, \.right) == [])
    // The next key gives it up.
    #expect(walk.press(.up).contains(.cancel(.prefetch)))
    walk.press(.down)
    walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7, 8]))))
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
    // They are kept while the story has no more, also beside the open card.
    #expect(prefetched(walk.answer(Walk.posts, [.numbered(1), story])) == [])
    walk.press(.enter)
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
    var more = story
    more.childCount = 41
    #expect(prefetched(walk.answer(Walk.posts, [.numbered(1), more])) == [2])
    // Without a column nobody is asked.
    walk = Walk([.numbered(1), story])
    walk.state.site = Self.news(walk.state.account)
    #expect(prefetched(walk.press(.down)) == [])
  }

  @Test func aTextIsFormattedOnceForItsColumn() {
    var walk = walk([.numbered(1, body: "One."), .numbered(2, body: "Two.")])
    func requests(_ effects: [Effect]) -> Int {
      effects.count { if case .columns = $0 { true } else { false } }
    }
    #expect(words(walk, \.right) == ["One."])
    walk.press(.down)
    #expect(words(walk, \.right) == ["Two."])
    #expect(requests(walk.send(.list(.moved(-1)))) == 0)
    // An open text is not shown twice.
    walk.press(.enter)
    #expect(words(walk, \.right).isEmpty)
    // A late text of another width is dropped.
    walk.perform(.columns(.textFormatted(1, FormattedText(width: 7, lines: []))))
    walk.press(.enter)
    #expect(words(walk, \.right) == ["One."])
    #expect(requests(walk.send(.resized(Size(width: 200, height: 40)))) == 1)
    for id in 3...60 { walk.answer(Walk.posts, [.numbered(id)]) }
    #expect(walk.state.columns.texts.count <= ColumnsState.maximumTexts)
  }

  @Test func aScreenReaderHasOneColumn() {
    var walk = walk([.numbered(1, body: "One.")], width: 200)
    walk.state.settings.screenReader = true
    #expect(walk.state.layout.columns.right == nil)
    #expect(!walk.text.contains("One."))
  }

  // MARK: The mouse

  @Test func aClickAtTheLeftGoesBackToThatPost() throws {
    var walk = walk([.numbered(1), .numbered(2, children: 2), .numbered(3)])
    walk.press(.down, .right)
    walk.answer(1, Post.numbered([7, 8]))
    #expect(words(walk, \.left) == ["post 1", "post 2 · 2", "post 3"])
    let point = try #require(walk.frame.point(of: "left-3"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.level == Walk.posts && walk.selected == 3)
    #expect(words(walk, \.left) == [])
  }

  @Test func aClickAtTheRightGoesThereAndOpens() throws {
    var walk = walk([.numbered(1), .numbered(2, children: 2)])
    walk.press(.down)
    walk.perform(.list(.childrenPrefetched(of: 2, Post.numbered([7, 8]))))
    var point = try #require(walk.frame.point(of: "reply-8"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.state.list.parent?.id == 2 && walk.selected == 8)
    #expect(walk.position.expandedID == 8)
    // A text opens its card.
    walk.now += 1
    walk.press(.up)
    point = try #require(walk.frame.point(of: "text-7"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.position.expandedID == 7)
  }

  /// A list that is too long to be sent whole shows its beginning, and is loaded when it is opened.
  @Test func theFirstRepliesOfALongListAreShown() throws {
    var walk = walk([.numbered(1, children: 9_999), .numbered(2, children: 1)])
    walk.perform(.columns(.firstRepliesLoaded(of: 1, Post.numbered([7, 8]))))
    #expect(words(walk, \.right).contains { $0.contains("post 8") })
    #expect(walk.state.selectedPost?.children == nil)
    walk.press(.down)
    #expect(words(walk, \.right) == [])
    walk.press(.up)
    let point = try #require(walk.frame.point(of: "reply-8"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.state.list.parent?.id == 1)
    walk.answer(1, Post.numbered([7, 8, 9]))
    #expect(walk.selected == 8)
  }

  @Test func aClickOnAReplySelectsItInTheThread() throws {
    var walk = walk([.numbered(1, children: 2)], width: 130)
    walk.state.settings.columns = .three
    walk.state.lists.chosenView = .thread
    walk.perform(.list(.childrenPrefetched(of: 1, Post.numbered([7, 8]))))
    let point = try #require(walk.frame.point(of: "reply-8"))
    walk.click(x: point.x, y: point.y)
    walk.answer(
      1,
      Post.numbered([7, 8]).map {
        var post = $0; post.parentID = 1; return post
      })
    #expect(walk.selected == 8 && walk.state.list.isThread)
    // It takes the right column, too.
    #expect(walk.state.layout.columns.right == nil && walk.state.layout.list.maxX == 130)
  }

  @Test func theWheelScrollsTheColumnBelowTheMouse() {
    var walk = walk([.numbered(1, body: Post.body(paragraphs: 60)), .numbered(2)])
    let right = 150
    #expect(words(walk, \.right)[0] == "Paragraph 1.")
    walk.mouse(.wheelDown, x: right, y: 10)
    #expect(!words(walk, \.right).contains("Paragraph 1."))
    for _ in 0..<99 { walk.mouse(.wheelDown, x: right, y: 10) }
    #expect(words(walk, \.right).last == "Paragraph 60.")
    for _ in 0..<99 { walk.mouse(.wheelUp, x: right, y: 10) }
    #expect(words(walk, \.right)[0] == "Paragraph 1.")
    #expect(walk.position.scroll == 0 && walk.selected == 1)
    // The left column is scrolled away from its selected post, and back by going elsewhere.
    walk.answer(Walk.posts, (1...99).map { .numbered($0, children: 1) })
    walk.press(.right)
    walk.answer(1, Post.numbered([700]))
    #expect(words(walk, \.left).first == "post 1 · 1")
    for _ in 0..<99 { walk.mouse(.wheelDown, x: 3, y: 10) }
    #expect(words(walk, \.left).last == "post 99 · 1")
    for _ in 0..<99 { walk.mouse(.wheelUp, x: 3, y: 10) }
    #expect(words(walk, \.left).first == "post 1 · 1")
  }

  @Test func comingBackTheRepliesAreThere() {
    var walk = walk([.numbered(1, children: 2)], motion: .full)
    walk.press(.right)
    walk.answer(1, Post.numbered([7, 8]))
    walk.now += 1
    #expect(prefetched(walk.press(.left)) == [])
    walk.now += 1
    #expect(words(walk, \.right).first == "post 7 · Ada Linden")
    // Until another one comes.
    #expect(prefetched(walk.perform(.list(.replyArrived(below: 1)))) == [1])
  }

  // MARK: Motion

  /// From below the root to the root, whose list has another place: no row has words of both levels in one column.
  @Test func theScreenSlidesAsOne() throws {
    var walk = ColumnsScreenTests.walk(width: 200, height: 60, motion: .full)
    walk.now += 1
    let lower = walk.frame
    walk.press(.left)
    let root = render(walk.state, at: walk.now + 1)
    for frame in 1..<18 {
      let time = walk.now + Double(frame) / 60
      let moment = render(walk.state, at: time)
      let shift = Int((walk.state.current.slide.value(at: time) * 200).rounded())
      for x in 0..<200 {
        let (level, column) = x < 200 - shift ? (root, x + shift) : (lower, x - 200 + shift)
        #expect(moment[x, 8].glyph == level[column, 8].glyph, "\(frame), \(x)")
      }
    }
  }

  /// Where there is room beside a thread, the column shows what the selected reply answers.
  @Test func besideAThreadStandsWhatIsAnswered() throws {
    var walk = walk([.numbered(1, children: 2)], width: 200)
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(
      1,
      [7, 8].map { id in
        var post = Post.numbered(id)
        (post.parentID, post.body) = (id == 8 ? 7 : 1, "Words of \(id).")
        return post
      })
    #expect(walk.state.list.isThread && words(walk, \.right).allSatisfy { !$0.contains("Words") })
    walk.press(.end)
    #expect(walk.selected == 8 && words(walk, \.right).contains("Words of 7."))
    let place = try #require(walk.frame.point(of: "text-7"))
    walk.click(x: place.x, y: place.y)
    #expect(walk.selected == 7)
    // The list stays where it is.
    #expect(walk.state.layout.list.x == 49)
  }
}
