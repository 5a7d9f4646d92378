import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Replies are all posts below one; where only the direct ones are known, each list says so.
@Suite struct ReplyCountTests {
  private func post(all: Int?) -> Post {
    var post = Post.numbered(1)
    (post.childCount, post.feed) = (6, all.map { .init(descendants: $0) })
    return post
  }

  @Test(arguments: [Density.cards, .compact])
  func theWordsSayWhichOnesAreCounted(density: Density) {
    for (all, words) in [(237, "237 replies"), (6, "6 replies"), (nil, "6 direct replies")] {
      var walk = Walk([post(all: all), .numbered(2)])
      walk.state.settings.density = density
      #expect(walk.text.contains(words), "\(walk.text)")
    }
  }

  @Test func aColumnHasASign() {
    for (all, words) in [(237, "237"), (nil, "6+")] {
      var walk = Walk([post(all: all), .numbered(2)], width: 100)
      walk.state.settings.density = .lines
      #expect(walk.text.contains(" \(words) "), "\(walk.text)")
    }
  }

  /// A post without replies has all that is below it, so that its first reply is counted whole; a reply further
  /// down counts at the top, too.
  @Test func aNewReplyIsCountedAtItsParentAndAtTheTop() {
    var top = post(all: 20)
    top.children = nil
    var walk = Walk([top, .numbered(2)])
    walk.press(.right)
    var reply = Post.numbered(3)
    (reply.parentID, reply.childCount) = (1, 0)
    walk.answer(walk.level, [reply])
    let context = walk.context
    _ = walk.state.lists.changeChildCount(of: 3, by: 1, isNew: true, context)
    #expect(walk.state.lists.knownPost(3)?.feed?.descendants == 1)
    #expect(walk.state.lists.knownPost(1)?.feed?.descendants == 21)
    #expect(walk.state.lists.knownPost(1)?.childCount == 6)
    _ = walk.state.lists.changeChildCount(of: 1, by: -1, context)
    #expect(walk.state.lists.knownPost(1)?.feed?.descendants == 20)
  }
}
