import FireflyCore

/// The unread posts that are known, and how many of them are below each post.
struct UnreadIndex: Equatable, Sendable {
  /// Maximum number of known parents; beyond, they are forgotten.
  private static let maximumParents = 200_000
  /// Maximum number of levels above a post.
  private static let maximumDepth = 1_000

  /// The unread posts.
  private(set) var posts: Set<Post.ID> = []
  private var parents: [Post.ID: Post.ID] = [:]
  private var counts: [Post.ID: Int] = [:]

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
    if parents.count > Self.maximumParents { parents = [:] }
    var isChanged = false
    for (index, post) in new.enumerated() {
      if let parent = post.parent, parent > 0, parent != post.id,
        parents.updateValue(parent, forKey: post.id) != parent
      {
        isChanged = true
      }
      if isUnread(index) {
        isChanged = posts.insert(post.id).inserted || isChanged
      } else {
        isChanged = posts.remove(post.id) != nil || isChanged
      }
    }
    if isChanged { countAgain() }
  }

  /// Adds a post that is unread again.
  mutating func insert(_ id: Post.ID) {
    guard posts.insert(id).inserted else { return }
    add(1, above: id)
  }

  /// Removes a post that was read or deleted; returns whether it was unread.
  @discardableResult
  mutating func remove(_ id: Post.ID) -> Bool {
    guard posts.remove(id) != nil else { return false }
    add(-1, above: id)
    return true
  }

  /// Removes all posts.
  mutating func removeAll() { (posts, counts) = ([], [:]) }

  /// Returns the unread posts below a post, the newest first.
  func posts(below top: Post.ID?) -> [Post.ID] {
    let all = posts.sorted(by: >)
    guard let top else { return all }
    return all.filter { ancestors(of: $0).contains(top) }
  }

  private func ancestors(of id: Post.ID) -> [Post.ID] {
    var found: [Post.ID] = []
    var next = parents[id]
    while let parent = next, found.count < Self.maximumDepth, !found.contains(parent) {
      found.append(parent)
      next = parents[parent]
    }
    return found
  }

  private mutating func add(_ step: Int, above id: Post.ID) {
    for parent in ancestors(of: id) {
      let count = counts[parent, default: 0] + step
      counts[parent] = count > 0 ? count : nil
    }
  }

  private mutating func countAgain() {
    counts = [:]
    for id in posts { add(1, above: id) }
  }
}
