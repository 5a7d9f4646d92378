import FireflyCore
import FireflyScreen
import Foundation

@testable import FireflyApp

/// A small world of posts for the golden screens.
enum Sailing {
  static let knots = post(
    3, "knots and bruises", "what the first lesson taught me",
    body: """
      # Capsizing
      The boat turns **faster** than you think. Three things help:

      - let go of the sheet
      - stay with the hull
      - call `help!` once, [loudly](https://example.org/loud)

      > Nobody drowns in a lake they can stand in.

      1. right the boat
      2. climb in over the stern

      | wind | sail |
      |------|------|
      | 2    | full |
      | 5    | none |
      """, image: "/uploads/knots.jpg", children: 2, day: 13)

  static let list = [
    post(
      4, "learning to sail, week one",
      "Seven days on a lake, one instructor, and a boat that was older than all of us together. "
        + "It went better than it sounds, and worse than I tell my mother.",
      body: "Every day had its own lesson.", children: 12, day: 14),
    knots,
    post(2, "windy", "two capsizes, one lost shoe", body: "The shoe was left.", day: 12),
    post(
      5,
      "A title that is far too long for any card, however wide the terminal may be made by "
        + "whoever sits in front of it", "Short.", body: "Words.", email: "ben@example.org",
      name: "Ben Okafor", day: 11),
    post(
      6, "rigging a boat", "", body: "", email: "ben@example.org", name: "Ben Okafor",
      image: "/uploads/rig.png", children: 1, day: 10),
    post(
      7, "what the library says", "Collected from eleven books on small boats.",
      body: "Read them.", email: "ben@example.org", name: "Ben Okafor", isAI: true, day: 9),
    post(8, "wind over 20 knots", "", body: "", template: .query, day: 8),
    post(
      9, "航海の初日", "風が強くて、靴を片方なくしました。", body: "また来ます。",
      email: "yuki@example.org", name: "雪", day: 7),
    post(
      10, "יום ראשון בים", "הרוח הייתה חזקה ואיבדתי נעל אחת.", body: "נחזור מחר.",
      email: "noa@example.org", name: "נועה", day: 6),
  ]

  static func post(
    _ id: Int, _ title: String, _ summary: String, body: String,
    email: String = "ada@example.org", name: String = "Ada Linden", image: String? = nil,
    children: Int? = 0, isAI: Bool = false, template: Post.Template = .post, day: Int
  ) -> Post {
    Post(
      id: id, parentID: -1, title: title, summary: summary, body: body, imageURL: image,
      createdAt: Date(timeIntervalSince1970: 1_761_998_400 + Double(day - 1) * 86_400),
      isAIGenerated: isAI, authorName: name, authorEmail: email, childCount: children,
      template: template, feed: children.map { .init(descendants: $0) })
  }

  /// A walk over these posts, with the pictures' shapes known.
  static func walk(
    width: Int = 80, height: Int = 24, abilities: ScreenAbilities = ScreenAbilities(),
    motion: Settings.Motion = .none
  ) -> Walk {
    var walk = Walk(list, width: width, height: height, motion: motion, abilities: abilities)
    walk.perform(.picture(.response(address: "/uploads/knots.jpg", aspectRatio: 1.5)))
    walk.perform(.picture(.response(address: "/uploads/rig.png", aspectRatio: 0.7)))
    return walk
  }
}
