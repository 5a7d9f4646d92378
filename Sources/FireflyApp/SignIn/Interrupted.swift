import FireflyCore
import FireflyModel

/// What the user wanted to do before a sign-in that began the session again, and where.
struct Interrupted: Equatable, Sendable {
  /// What needed the account.
  let purpose: Action
  /// The post that was selected; nil for none.
  let post: Post.ID?
  /// Where the user was.
  let positions: SavedPositions
  /// The name of the first tab's list: the account may have others.
  private let list: String
  /// How the name of the list begins that stands in for that one; nil for none.
  private let standIn: String?
  /// Whether the session of the account has begun.
  var isResumed = false
  /// Whether the post is asked for, because the list of the account doesn't have it.
  var isSought = false

  init(_ purpose: Action, _ surroundings: Surroundings) {
    self.purpose = purpose
    post = surroundings.selectedPost?.id
    positions = surroundings.savedPositions
    list = surroundings.site.name(of: surroundings.lists[.posts].audience, in: .posts)
    standIn = surroundings.lists.standIn(at: surroundings.site)?.split(separator: " ").first
      .map(String.init)
  }

  /// Returns the first tab's list as the account has it; nil if it has none of that name.
  func list(at site: Site) -> Audience? {
    if let standIn {
      return site.audiences.first { site.name(of: $0, in: .posts).hasPrefix(standIn) }
    }
    return site.list(named: list)
      ?? site.furtherLists.first { $0.name == list }.map { .list($0.id) }
  }
}
