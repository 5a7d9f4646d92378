import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Links from one post to another.
@Suite struct BodyLinkTests {
  private let body = "See [the boat](post:7) and [the shop](https://example.org/)."

  private func walk(_ posts: [Post]) -> Walk {
    var walk = Walk(posts)
    walk.press(.enter)
    return walk
  }

  @Test func aLinkHasANumberAndLeadsToItsPost() throws {
    var walk = walk([.numbered(1, body: body)])
    #expect(walk.text.contains("See the boat[1] and the shop[2]."))
    // The terminal can't open it.
    #expect(walk.frame.links.map(\.address) == ["https://example.org/"])
    walk.press(.character("o"))
    #expect(walk.press(.character("1")) == [.links(.findPost(7))])
    let point = try #require(walk.frame.point(of: "link-1-1"))
    #expect(walk.click(x: point.x, y: point.y) == [.links(.findPost(7))])
  }

  @Test func oneGoesThereAndComesBack() {
    var walk = walk([.numbered(1, body: body), .numbered(2, children: 1)])
    var post = Post.numbered(7)
    post.parentID = 9
    walk.press(.character("o"), .character("1"))
    let effects = walk.perform(.links(.postResponse(7, .success([.numbered(9), post]))))
    #expect(effects.contains(.list(.loadChildren(of: 9, level: walk.level))))
    walk.answer(walk.level, [.numbered(6), post])
    #expect(walk.selected == 7 && walk.text.contains("❮ post 9"))
    walk.press(.left)
    #expect(walk.level == Walk.posts && walk.selected == 1 && walk.position.expandedID == 1)
  }

  /// The link was to the words of a post, not to its title.
  @Test func thePostOfALinkIsOpen() {
    for isKnown in [false, true] {
      var walk = walk([.numbered(1, body: body), .numbered(2, children: 1)])
      var post = Post.numbered(7, body: "All of its text.")
      post.parentID = 9
      var parent = Post.numbered(9)
      let siblings = (20...40).map { Post.numbered($0) }
      if isKnown { parent.children = siblings + [post] }
      walk.press(.character("o"), .character("1"))
      let opening = walk.perform(.links(.postResponse(7, .success([parent, post]))))
      #expect(opening.contains(.list(.loadChildren(of: 9, level: walk.level))))
      // It may come with the rest of a long list.
      let part = PostPage(posts: Array(siblings), isCut: true)
      if !isKnown { walk.perform(.list(.postsResponse(level: walk.level, .success(part)))) }
      walk.answer(walk.level, siblings + [post])
      #expect(walk.selected == 7 && walk.position.expandedID == 7)
      #expect(walk.text.contains("All of its text."))
      walk.press(.left)
      #expect(walk.selected == 1 && walk.position.expandedID == 1)
    }
  }

  /// In the thread where both are, the branch of the post is unfolded.
  @Test func thePostOfALinkIsUnfolded() {
    var replies = Conversation.replies
    replies[5].body = "See [this](post:14)."
    var walk = Conversation.walk(replies: replies)
    walk.perform(.thread(.nameTapped(11)))
    walk.perform(.list(.postSelected(16)))
    walk.press(.character("o"))
    walk.perform(.links(.postResponse(14, .success([.numbered(10), replies[3]]))))
    #expect(walk.selected == 14 && walk.text.contains("Nice!"))
  }

  @Test func aPostAtTheTopIsShownWithItsReplies() {
    var walk = walk([.numbered(1, body: body), .numbered(2)])
    walk.press(.character("o"), .character("1"))
    let effects = walk.perform(.links(.postResponse(7, .success([.numbered(7)]))))
    #expect(effects.contains(.list(.loadBranch(of: 7, level: walk.level))))
    #expect(walk.state.list.isThread && walk.text.contains("❮ post 7"))
    walk.press(.left)
    #expect(walk.level == Walk.posts && walk.selected == 1)
  }

  @Test func aPostAtTheTopWithoutRepliesIsShown() {
    var walk = walk([.numbered(1, body: body), .numbered(2)])
    walk.press(.character("o"), .character("1"))
    walk.perform(.links(.postResponse(7, .success([.numbered(7, body: "All of its text.")]))))
    walk.answer(walk.level, [])
    #expect(walk.text.contains("All of its text.") && !walk.text.contains("No posts yet"))
    #expect(walk.selected == 7)
    // It can be answered there.
    walk.press(.character("n"))
    #expect(walk.state.focus.editor != nil)
  }

  @Test func oneComesBackFromAPostOfTheSameList() {
    var walk = walk([.numbered(1, body: body), .numbered(7)])
    walk.press(.character("o"), .character("1"))
    walk.perform(.links(.postResponse(7, .success([.numbered(7)]))))
    #expect(walk.level != Walk.posts && walk.text.contains("❮ post 7"))
    walk.press(.left)
    #expect(walk.level == Walk.posts && walk.selected == 1 && walk.position.expandedID == 1)
  }

  /// A number has no meaning for a reader.
  @Test func theQuestionNamesALinkToAPostByItsLabel() {
    let links = (1...20).map { "[about the boat number \($0)](post:\($0 + 100))" }
    var walk = walk([.numbered(1, body: links.joined(separator: " and "))])
    walk.press(.character("o"), .character("1"))
    #expect(walk.text.contains("Enter opens about the boat number 1 "))
  }

  /// That a post was changed is the last of its links, and opens when it is chosen.
  @Test func earlierVersionsAreALink() {
    var post = Post.numbered(1, body: "[words](https://a.example)")
    post.facts.service = ServiceFacts()
    post.facts.service?.versions = "https://m.example/@ada/1"
    var walk = walk([post])
    #expect(walk.press(.character("o")).isEmpty)
    #expect(walk.text.contains("2 earlier versions · m.example/@ada/1"))
    #expect(walk.press(.character("2")) == [.links(.open("https://m.example/@ada/1"))])
  }

  @Test func whoWentOnStaysThere() {
    var walk = walk([.numbered(1, body: body), .numbered(2, children: 1)])
    let found = Action.links(.postResponse(7, .success([.numbered(7)])))
    for key in [Key.down, .function(2), .character("n"), .character("?")] {
      walk.press(.character("o"), .character("1"), key)
      let level = walk.level
      #expect(walk.perform(found) == [], "\(key)")
      #expect(walk.level == level)
      walk.press(.escape, .function(1), .up)
      walk.wait(1)
    }
    // A second answer has no request.
    #expect(walk.perform(found) == [])
  }

  @Test func aDeletedPostSaysSo() {
    var walk = walk([.numbered(1, body: body)])
    walk.press(.character("o"), .character("1"))
    walk.perform(.links(.postResponse(7, .failure(LoadFailure(.missing, "No post 7.")))))
    #expect(walk.state.note?.text == "Post 7 is not here. It may have been deleted.")
    #expect(walk.selected == 1)
    walk.press(.character("o"), .character("1"))
    walk.perform(.links(.postResponse(7, .failure("Can't reach it."))))
    #expect(walk.state.note?.text == "Can't reach it.")
  }

  @Test func zShowsThePicturesOfAPostOneAfterTheOther() throws {
    let text = "![a cove](/uploads/b.png) [boat](/uploads/c.png) ![](/uploads/a.png)"
    var walk = walk([.numbered(1, body: text, image: "/uploads/a.png")])
    #expect(walk.text.contains("▣ a cove[1] boat[2]"))
    func shown() -> String? { walk.state.focus[FullPicture.self]?.address }
    walk.press(.character("z"))
    #expect(shown() == "/uploads/a.png" && walk.text.contains("1 of 3 · z next"))
    // The open card has them all.
    #expect(walk.press(.character("z")).isEmpty)
    walk.press(.right)
    #expect(shown() == "/uploads/c.png" && walk.text.contains("3 of 3 · "))
    walk.press(.left)
    #expect(shown() == "/uploads/b.png")
    walk.press(.right, .character("z"))
    #expect(walk.state.overlay == nil)
    walk.wait(1)
    walk.press(.character("z"), .left)
    #expect(walk.state.overlay == nil)
    // A link in the text begins with its picture.
    let point = try #require(walk.frame.point(of: "link-1-2"))
    walk.click(x: point.x, y: point.y)
    #expect(shown() == "/uploads/c.png")
    walk.press(.escape)
    #expect(walk.state.overlay == nil)
  }

  @Test func aTextCanHaveAllPicturesOfAPost() {
    var walk = walk([.numbered(1, body: "![x](/uploads/b.png)"), .numbered(2)])
    walk.press(.character("z"))
    #expect(walk.state.focus[FullPicture.self]?.addresses == ["/uploads/b.png"])
    walk.press(.character("z"))
    walk.wait(1)
    walk.press(.down, .character("z"))
    #expect(walk.state.note?.text == "This post has no picture.")
  }

  /// The pictures in a text of a source are shown after that of its card, when they are asked for.
  @Test func zShowsThePicturesInTheTextOfASourceToo() {
    let (card, other) = ("https://example.org/a.png", "https://example.org/b.png")
    let text = "![](\(card)) ![b](\(other)) ![](data:image/png;base64,AAAA) [l](https://e.example/)"
    var walk = walk([.numbered(1, body: text, image: card)])
    walk.state.site = Site(.reading, name: "Feeds", lists: ["all"], as: walk.state.account)
    walk.press(.character("z"))
    #expect(walk.state.focus[FullPicture.self]?.addresses == [card, other])
    walk.press(.right)
    #expect(walk.state.focus[FullPicture.self]?.address == other)
  }

  @Test func onSourcesItIsText() {
    var walk = Walk([.numbered(1, body: body)])
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.press(.enter)
    #expect(walk.text.contains("See the boat and the shop[1]."))
  }
}
