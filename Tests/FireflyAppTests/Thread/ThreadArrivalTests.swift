import FireflyCore
import FireflyModel
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

/// Replies that come while a thread is read: what is read stays where it is.
@Suite struct ThreadArrivalTests {
  private var random = SplitMix(seed: 91)

  /// A number of a range, at random.
  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// A reply of some paragraphs, whose lines are not known before it is formatted.
  private mutating func reply(_ id: Int, below parent: Int) -> Post {
    let paragraphs = (0...int(0...6)).map { _ in
      String(repeating: "some words ", count: int(1...30))
    }
    var post = Conversation.post(
      id, below: parent, paragraphs.joined(separator: "\n\n"), by: "Ben")
    post.childCount = 0
    return post
  }

  /// Returns a thread with more replies, each in its place.
  private mutating func with(_ count: Int, from id: Int, _ posts: [Post]) -> [Post] {
    var posts = posts
    for id in id..<id + count {
      let place = int(0...posts.count)
      let above = place == 0 ? nil : posts[place - 1]
      let below = posts[place...].first
      // A reply to the post above it, if the next one does not belong to the branch of that.
      if let above, below?.parentID != above.id, int(1...3) > 1 {
        posts[place - 1].childCount = (above.childCount ?? 0) + 1
        posts.insert(reply(id, below: above.id), at: place)
      } else {
        posts.append(reply(id, below: 10))
      }
    }
    return posts
  }

  /// Where a row stands in the window, in points; nil if it is not in view.
  private func place(of id: Post.ID?, _ walk: Walk) -> Double? {
    let cards = walk.restingLayout()
    guard let index = walk.state.list.index(of: id),
      cards.visible(from: walk.position.scroll, height: walk.state.layout.windowHeight)
        .contains(index)
    else { return nil }
    return cards.top(of: index) - walk.position.scroll
  }

  /// The first row in view.
  private func first(_ walk: Walk) -> Post.ID? {
    let cards = walk.restingLayout()
    return cards.visible(from: walk.position.scroll, height: walk.state.layout.windowHeight)
      .first { cards.height(of: $0) > 0 }.map { walk.ids[$0] }
  }

  private mutating func move(_ walk: inout Walk) {
    let keys: [Key] = [
      .character(" "), .character(" "), .character(" "), .down, .up, .pageDown, .pageUp, .enter,
      .character("]"), .end,
    ]
    for _ in 0..<int(1...12) {
      if int(1...4) == 1 {
        walk.mouse(int(1...3) > 1 ? .wheelDown : .wheelUp, x: 30, y: 8)
      } else {
        walk.press(keys[int(0...keys.count - 1)])
      }
    }
  }

  @Test(arguments: [Settings.Motion.none, .full])
  mutating func whatIsReadStays(motion: Settings.Motion) {
    for round in 0..<120 {
      var posts = with(int(3...40), from: 100, [])
      var walk = Conversation.walk(height: int(12...40), motion: motion, replies: posts)
      move(&walk)
      if int(1...2) == 1 { walk.wait(1) }
      for step in 0..<4 {
        let (first, selected) = (first(walk), walk.selected)
        let goesOn =
          walk.state.list.index(of: selected).map {
            walk.restingLayout().bottom(of: $0)
              > walk.position.scroll + walk.state.layout.windowHeight
          } == true
        let before = (place(of: first, walk), place(of: selected, walk))
        posts = with(int(1...4), from: 1_000 + 10 * step, posts)
        // First the news that they have come.
        for parent in posts.filter({ $0.id >= 1_000 + 10 * step }).compactMap(\.parentID) {
          walk.perform(.list(.replyArrived(below: parent)))
        }
        if int(1...2) == 1 {
          walk.answer(walk.level, posts)
        } else {
          let tops = posts.filter { $0.parentID == 10 }
          let id = tops[int(0...tops.count - 1)].id
          var branch = posts.drop { $0.id != id }.dropFirst()
          branch = branch.prefix { $0.parentID != 10 }
          walk.perform(
            .list(
              .repliesResponse(
                level: walk.level, to: id, .success(PostPage(posts: Array(branch))))))
        }
        // What comes between both moves the first row; a selected reply that goes on below comes into view.
        let after = (place(of: first, walk), place(of: selected, walk))
        #expect(
          after.0 == before.0 || after.1 != nil && after.1 == before.1 || goesOn,
          "\(round).\(step), \(first ?? 0) and \(selected ?? 0): \(before) \(after)")
        if int(1...2) == 1 { walk.wait(0.1) }
      }
    }
  }
}
