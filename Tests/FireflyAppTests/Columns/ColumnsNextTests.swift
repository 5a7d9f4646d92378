import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// The right column shows what the user would read next, and the list has one place in all tabs.
@Suite struct ColumnsNextTests {
  /// The words of the right column.
  private func words(_ walk: Walk) -> [String] {
    guard let span = walk.state.layout.columns.right else { return [] }
    let rect = walk.state.layout.side(span)
    return walk.frame.words(in: rect).split(separator: "\n").map(String.init)
  }

  private func walk(_ posts: [Post]) -> Walk { Walk(posts, width: 170, height: 40) }

  /// Beside an open card without replies stand the posts that come after those in view; a click opens one.
  @Test func besideAnOpenCardStandsWhatFollows() throws {
    var walk = walk((1...20).map { .numbered($0, body: "Words of \($0), \n\nand more.") })
    #expect(words(walk).first == "Words of 1,")
    walk.press(.enter)
    #expect(walk.row(0).hasSuffix("next"))
    // Each post stands there once: in the list, or after its end.
    let rect = walk.state.layout.list
    let listed = walk.frame.words(in: rect).matches(of: /post \d+/).map { String($0.output) }
    let next = words(walk).compactMap { $0.firstMatch(of: /^post \d+/).map { String($0.output) } }
    #expect(!next.isEmpty && next.allSatisfy { !listed.contains($0) }, "\(walk.text)")
    #expect(next == (1...next.count).map { "post \($0 + listed.count)" }, "\(listed) \(next)")
    let id = listed.count + 1
    let point = try #require(walk.frame.point(of: "reply-\(id)"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.selected == id && walk.position.expandedID == id)
    // After the last one there is nothing.
    walk.press(.enter, .end, .enter)
    #expect(words(walk) == [])
  }

  /// Beside a person or a feed stand their posts of the first list, without a request.
  @Test func besideAProfileStandItsPosts() throws {
    let feeds = FeedsTabTests()
    var walk = feeds.walk(width: 170, height: 40)
    walk.press(.function(3), .down)
    #expect(words(walk).first?.contains("post 5") == true, "\(walk.text)")
    #expect(!words(walk).contains { $0.contains("post 3") })
    #expect(walk.row(0).hasSuffix("entries"))
    // Why a feed fails is said instead.
    var failing = FeedsTabTests.feed(72, 4...5)
    (failing.facts.failure, failing.body) = ("No.", "It came last on Monday.\n\nFeed: e.example")
    walk.answer(Walk.users, [FeedsTabTests.folder, failing])
    #expect(words(walk).first == "It came last on Monday.", "\(walk.text)")
  }

  /// An entry that follows names its feed once, unless it has an author of its own.
  @Test(arguments: [true, false]) func whatFollowsNamesItsFeedOnce(isPlace: Bool) {
    var walk = FeedsTabTests().walk(
      (1...40).reversed().map { id in
        var entry = FeedsTabTests.entry(id, of: 72)
        entry.authorName = "feed 72"
        (entry.facts.place, entry.facts.author) = isPlace ? ("feed 72", nil) : (nil, "feed 72")
        entry.facts.opening = "Some words."
        entry.summary = entry.facts.line
        return entry
      }, width: 170, height: 40)
    walk.press(.enter)
    #expect(walk.row(0).hasSuffix("next"), "\(walk.text)")
    let rows = words(walk).filter { $0.contains("feed 72") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("post ") }, "\(rows)")
  }

  /// Beside the card of a feed its entries don't name it.
  @Test func entriesBesideTheirFeedDoNotNameIt() {
    let entries = [5, 4].map { id in
      var entry = FeedsTabTests.entry(id, of: 72)
      entry.authorName = id == 5 ? "Mei" : "feed 72"
      entry.facts.place = id == 5 ? "feed 72" : nil
      entry.facts.author = id == 5 ? nil : "feed 72"
      entry.facts.opening = "Words of \(id)."
      entry.summary = entry.facts.line
      return entry
    }
    var walk = FeedsTabTests().walk(entries, width: 170, height: 40)
    walk.press(.function(3), .down)
    let shown = words(walk).joined(separator: " ")
    #expect(shown.contains("post 5 · Mei Words of 5.") && shown.contains("post 4 Words of 4."))
    #expect(!shown.contains("feed 72"), "\(shown)")
  }

  /// Where the card has all of the page's article, that is not shown again beside it.
  @Test(arguments: [true, false]) func anArticleThatTheCardHasIsNotBesideIt(isSame: Bool) {
    let text = (1...40).map { "The sentence \($0) of the story, in a few words." }
      .map { $0.replacing("1", with: "one").replacing("2", with: "two") }.joined(separator: "\n\n")
    var entry = Post.numbered(1, body: isSame ? text + "\n\nTags: #a" : "Comments: 15")
    entry.facts.link = "https://e.example/"
    var walk = walk([entry] + (2...20).map { .numbered($0) })
    walk.state.site = Site(.feeds, name: "Feeds", lists: ["all entries"], as: walk.state.account)
    walk.perform(.columns(.articleLoaded(1, markdown: "# A page\n\n" + text)))
    #expect(words(walk).contains { $0.contains("sentence one") }, "\(words(walk))")
    walk.press(.enter)
    #expect(words(walk).contains { $0.contains("sentence one") } != isSame, "\(words(walk))")
  }

  /// Beside a search that was not visited stand its first results: asked for after a moment, and given up at the next
  /// key; on a service nothing is asked for.
  @Test func besideASearchStandItsFirstResults() {
    func asked(_ effects: [Effect]) -> [Post.ID] {
      effects.compactMap {
        guard case .columns(.findResults(let id, let words, after: 0.4)) = $0 else { return nil }
        return words == "summary \(id)" ? id : nil
      }
    }
    var walk = walk([.numbered(1, body: "Some words.\n\nAnd more.")])
    walk.answer(Walk.searches, [5, 6].map { .numbered($0, template: .query) })
    #expect(asked(walk.press(.function(2))) == [5])
    let effects = walk.press(.down)
    #expect(asked(effects) == [6])
    walk.perform(.columns(.resultsFound(of: 6, Post.numbered([7, 8]))))
    #expect(words(walk).first == "post 7 · Ada Linden", "\(walk.text)")
    #expect(asked(walk.press(.up, .down)) == [5])
    #expect(walk.press(.function(1)).contains(.cancel(.columnResults)) == false)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    #expect(asked(walk.press(.function(2), .up)) == [])
  }

  /// The results of a search stand beside it once it was visited.
  @Test func besideASearchStandItsLastResults() {
    var walk = walk([.numbered(1, body: "Some words.\n\nAnd more.")])
    walk.press(.function(2))
    walk.answer(Walk.searches, [.numbered(5, children: 2, template: .query)])
    #expect(words(walk) == [])
    walk.press(.right)
    walk.answer(walk.level, Post.numbered([7, 8]))
    walk.press(.left)
    #expect(words(walk).first == "post 7 · Ada Linden", "\(walk.text)")
  }

  /// The list stays where it is from tab to tab, if the column of any of them has something to show.
  @Test(arguments: [132, 160, 200]) func theListHasOnePlaceInAllTabs(width: Int) {
    for body in ["Some words.\n\nAnd more.", ""] {
      var walk = Walk([.numbered(1, body: body)], width: width, height: 40)
      walk.answer(Walk.searches, [.numbered(5, template: .query)])
      let place = walk.state.layout.list
      for key in [2, 3, 1] {
        walk.press(.function(key))
        #expect(walk.state.layout.list == place, "tab \(key), \(body)")
      }
      #expect((walk.state.layout.columns.right == nil) == body.isEmpty)
    }
  }

  /// A column that goes on says how much there is, and by which key.
  @Test func theColumnSaysHowToReadOn() {
    var walk = walk([.numbered(1, body: Post.body(paragraphs: 60))])
    #expect(words(walk).last?.contains(#/Enter · \d+ more ▼/#) == true, "\(words(walk))")
    // An article is not on the card.
    let article = Post.body(paragraphs: 90).replacing("Paragraph", with: "Another line")
    walk.perform(.columns(.articleLoaded(1, markdown: article)))
    for _ in 0..<2 {
      #expect(words(walk).last?.contains(#/b · \d+ more ▼/#) == true, "\(words(walk))")
      walk.press(.enter)
    }
    walk = self.walk([.numbered(1, children: 30)])
    walk.perform(.list(.childrenPrefetched(of: 1, Post.numbered(Array(2...31)))))
    #expect(words(walk).last?.contains(#/→ · \d+ more ▼/#) == true, "\(words(walk))")
    walk.perform(.list(.childrenPrefetched(of: 1, Post.numbered([2, 3]))))
    #expect(!walk.text.contains("▼"))
  }
}
