/// Something that is read of a tree, each time another part of it.
struct ScaleRead {
  /// What the row is called.
  let name: String
  /// Posts after which the client has enough; nil for all of the answer.
  var enough: Int?
  /// Posts that the answer has at least.
  let least: Int
  /// Whether it is a search.
  var isSearch = false
  /// Path and query of one turn.
  let target: (inout SystemRandomNumberGenerator) -> String

  /// Everything that is read of a tree.
  static func all(of tree: GrownTree) -> [ScaleRead] {
    let posts = "/api/posts/"
    func number(_ range: ClosedRange<Int>, _ random: inout SystemRandomNumberGenerator) -> Int {
      Int.random(in: range, using: &random)
    }
    func branch(_ random: inout SystemRandomNumberGenerator) -> Int {
      tree.firstBranch + GrownTree.branch * number(0...max(0, tree.branches - 1), &random)
    }
    return [
      ScaleRead(name: "a post", least: 1) { posts + "\(number(1...tree.posts, &$0))" },
      ScaleRead(name: "a feed of 50, never the same", least: 50) {
        posts + "recent-tagged?tags=post&limit=50&before=\(number(100...tree.posts, &$0))"
      },
      ScaleRead(name: "ten posts of a user", least: 10) {
        posts + "recent-tagged?tags=post&limit=10&by_user=current&user_email=u"
          + "\(number(1...GrownTree.users, &$0))@example.org"
      },
      ScaleRead(name: "the first 50 children of the widest post", enough: 50, least: 50) { _ in
        posts + "\(GrownTree.wide)/children"
      },
      ScaleRead(name: "the next 50", enough: 50, least: 50) {
        posts + "\(GrownTree.wide)/children?before=\(number(100...tree.width, &$0))"
      },
      ScaleRead(name: "an outline of 1,000", enough: 1_000, least: 999) {
        posts + "\(branch(&$0))/children?depth=16"
      },
      ScaleRead(name: "a chain of 64", least: 63) { _ in
        posts + "\(tree.chain)/children?depth=64"
      },
      ScaleRead(name: "a post with 63 above it", least: 64) { _ in
        posts + "\(tree.chain + GrownTree.levels - 1)?include=parent"
      },
      ScaleRead(name: "users", least: GrownTree.users) {
        "/api/users/recent?email=u\(number(1...GrownTree.users, &$0))@example.org"
      },
    ] + searches(of: tree)
  }

  /// From words that one post has to words that half of the posts have.
  private static func searches(of tree: GrownTree) -> [ScaleRead] {
    func search(
      _ name: String, _ words: @escaping (inout SystemRandomNumberGenerator) -> String
    ) -> ScaleRead {
      ScaleRead(name: "a search: " + name, least: 0, isSearch: true) {
        "/api/search?q=" + words(&$0)
      }
    }
    func word(_ range: ClosedRange<Int>) -> (inout SystemRandomNumberGenerator) -> String {
      { "w\(Int.random(in: range, using: &$0))" }
    }
    return [
      search("one post") { "n\(Int.random(in: 1...tree.posts, using: &$0))" },
      search("20 posts") { "g\(Int.random(in: 1...tree.posts / 20 - 1, using: &$0))" },
      search("1 of 2,000 posts", word(4_000...4_900)),
      search("1 of 100 posts", word(200...300)),
      search("every second post", word(1...5)),
      search("two words", { "w\(Int.random(in: 5...20, using: &$0))%20" + word(30...90)(&$0) }),
      search("a beginning", { word(10...49)(&$0) + "*" }),
    ]
  }
}
