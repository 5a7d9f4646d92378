import FireflyCore
import FireflyScreen
import Foundation

@testable import FireflyApp

/// A thread for tests: a post of Ada's with twelve replies on four levels.
///
/// ```
/// 10 ─ 11 ─ 12 ─ 13 ─ 14
///    │    └ 15
///    ├ 16
///    └ 17 ─ 18 …
/// ```
enum Conversation {
  static let parent = post(10, below: nil, "A lighthouse, and what it costs.", by: "Ada")

  /// The posts below it, in reading order.
  static let replies = [
    post(11, below: 10, "How bright is it? I see it from the other side of the bay.", by: "Ben"),
    post(12, below: 11, "Bright enough to read by, at a hundred metres.", by: "Cleo"),
    post(13, below: 12, "It blinks all night, with a pause of ten seconds.", by: "Ada"),
    post(14, below: 13, "Nice!", by: "Ben"),
    post(15, below: 11, "From the ferry, too.", by: "Dora"),
    post(16, below: 10, "What does it cost to run?", by: "Eva"),
    post(17, below: 10, "Who keeps it?", by: "Finn"),
    post(18, below: 17, "My aunt does.", by: "Ada"),
  ]

  /// Returns a post of the thread; replies have no title.
  static func post(_ id: Int, below parent: Int?, _ body: String, by name: String) -> Post {
    Post(
      id: id, parentID: parent, title: parent == nil ? "A lighthouse" : "",
      summary: parent == nil ? "seen from the ferry" : body, body: body,
      createdAt: Date(timeIntervalSince1970: 1_763_000_000), authorName: name,
      authorEmail: name.lowercased() + "@example.org",
      childCount: replyCounts[id] ?? 0)
  }

  private static let replyCounts = [10: 3, 11: 2, 12: 1, 13: 1, 17: 1]

  /// A walk that has entered the thread, of which nothing is loaded.
  static func entered(height: Int = 24) -> Walk {
    var walk = Walk([parent], height: height)
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    return walk
  }

  /// A walk in the thread, with everything loaded.
  static func walk(
    width: Int = 80, height: Int = 24, motion: Settings.Motion = .none,
    email: String? = "ada@example.org", abilities: ScreenAbilities = ScreenAbilities(),
    replies: [Post] = replies
  ) -> Walk {
    var walk = Walk(
      [parent, .numbered(5)], width: width, height: height, motion: motion, email: email,
      abilities: abilities)
    walk.state.epoch = 1_763_000_000 + 3 * 3_600 - walk.now
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.now += 1
    walk.answer(walk.level, replies)
    return walk
  }
}
