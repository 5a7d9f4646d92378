import FireflyCore
import FireflyModel

/// The unread posts that are known, and how many of them are below each post.
struct UnreadIndex: Equatable, Sendable {
  /// Maximum number of known parents; beyond, they are forgotten.
  private static let maximumParents = 200_000

  private(set) var posts: Set<Post.ID> = [] { didSet { revision.advance() } }
  private(set) var revision = Revision()
  private var parents: [Post.ID: Post.ID] = [:]
  private var counts: [Post.ID: Int] = [:]
  /// The tops of branches in which nothing is unread.
  private(set) var silenced: Set<Post.ID> = []
  /// Posts that are muted by themselves, as far as their texts have come: none is unread.
  private(set) var muted: Set<Post.ID> = []
  /// What the replies below marked branches answer, which outlives everything else.
  private var kept: [Post.ID: Post.ID] = [:]

  /// Returns the number of unread posts below a post.
  func count(below id: Post.ID) -> Int { counts[id] ?? 0 }

  /// Adds posts.
  ///
  /// - Parameters:
  ///   - new: posts, with their parents.
  ///   - isUnread: returns whether one is unread; others are removed.
  mutating func learn(
    _ new: some Sequence<(id: Post.ID, parent: Post.ID?)>, isUnread: (Int) -> Bool
  ) {
    if parents.count > Self.maximumParents { (parents, counts) = (kept, [:]) }
    learnPlaces(new) { index, position, id in
      if isUnread(position) { index.insert(id) } else { index.remove(id) }
    }
  }

  /// Learns which branches are marked, and what is below them; what is unread in silenced ones is so no longer.
  mutating func learn(_ branches: MarkedBranches) {
    (silenced, kept) = (Set(branches.silenced), branches.parents)
    let known = parents
    learnPlaces(kept.lazy.filter { known[$0.key] == nil }.map { ($0.key, $0.value) })
    removeSilenced()
  }

  /// Learns that a post is muted.
  mutating func mute(_ id: Post.ID) {
    muted.insert(id)
    remove(id)
  }

  /// Forgets which posts are muted.
  mutating func forgetMuted() { muted = [] }

  /// Returns whether a post is muted, or in a silenced branch: it is never unread.
  func isQuiet(_ id: Post.ID) -> Bool { muted.contains(id) || isSilenced(id) }

  /// Returns whether a post is in a silenced branch.
  func isSilenced(_ id: Post.ID) -> Bool {
    !silenced.isEmpty
      && (silenced.contains(id) || ancestors(of: id).contains(where: silenced.contains))
  }

  /// Returns what those replies answer that are below some posts.
  func links(of ids: some Sequence<Post.ID>, below tops: Set<Post.ID>) -> [Post.ID: Post.ID] {
    var links: [Post.ID: Post.ID] = [:]
    for id in ids where ancestors(of: id).contains(where: tops.contains) { links[id] = parents[id] }
    return links
  }

  /// Returns what all known replies below some posts answer.
  func links(below tops: Set<Post.ID>) -> [Post.ID: Post.ID] {
    links(of: parents.keys, below: tops)
  }

  /// Forgets everything but the marked branches.
  mutating func forget() { (posts, counts, parents) = ([], [:], kept) }

  /// Sets the parent of a post; what is unread at it and below counts there from now on.
  private mutating func move(_ id: Post.ID, below parent: Post.ID?) {
    if let parent {
      // Of the links of a ring, the last one holds: the post above was moved, too.
      let above = [parent] + ancestors(of: parent)
      if let place = above.firstIndex(of: id), place > 0 { move(above[place - 1], below: nil) }
    }
    let count = counts[id, default: 0] + (posts.contains(id) ? 1 : 0)
    add(-count, above: id)
    parents[id] = parent
    add(count, above: id)
  }

  /// Adds a post that is unread again.
  mutating func insert(_ id: Post.ID) {
    guard !isQuiet(id), posts.insert(id).inserted else { return }
    add(1, above: id)
  }

  /// Removes a post that was read or deleted; returns whether it was unread.
  @discardableResult
  mutating func remove(_ id: Post.ID) -> Bool {
    guard posts.remove(id) != nil else { return false }
    add(-1, above: id)
    return true
  }

  mutating func removeAll() { (posts, counts) = ([], [:]) }

  /// Returns the unread posts below a post, the newest first.
  func posts(below top: Post.ID?) -> [Post.ID] {
    let all = posts.sorted(by: >)
    guard let top else { return all }
    return all.filter { ancestors(of: $0).contains(top) }
  }

  /// Learns what posts answer, whether they are unread or not.
  mutating func learnPlaces(_ new: [UnreadPost]) {
    learnPlaces(new.lazy.map { ($0.id, $0.parent) })
  }

  /// Learns what posts answer, and then does something for each.
  ///
  /// Only new links silence other posts, so that a list whose links are known costs nothing.
  private mutating func learnPlaces(
    _ new: some Sequence<(id: Post.ID, parent: Post.ID?)>,
    then: (inout UnreadIndex, Int, Post.ID) -> Void = { _, _, _ in }
  ) {
    var moved: [Post.ID] = []
    for (index, post) in new.enumerated() {
      if let parent = post.parent, parent > 0, parent != post.id, parents[post.id] != parent {
        move(post.id, below: parent)
        moved.append(post.id)
      }
      then(&self, index, post.id)
    }
    // What is above a post may have come after it.
    if moved.contains(where: isSilenced) { removeSilenced() }
  }

  private mutating func removeSilenced() {
    for id in posts where isSilenced(id) { remove(id) }
  }

  /// Returns whether it is known what a post answers.
  func knowsPlace(of id: Post.ID) -> Bool { parents[id] != nil }

  /// Returns the posts above a post, as far as they are known, the nearest first.
  func ancestors(of id: Post.ID) -> [Post.ID] {
    var found: [Post.ID] = []
    var next = parents[id]
    while let parent = next, found.count < Muted.maximumDepth {
      found.append(parent)
      next = parents[parent]
    }
    return found
  }

  private mutating func add(_ step: Int, above id: Post.ID) {
    guard step != 0 else { return }
    for parent in ancestors(of: id) {
      let count = counts[parent, default: 0] + step
      counts[parent] = count > 0 ? count : nil
    }
  }
}
