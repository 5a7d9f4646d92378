import FireflyCore

// A service no longer shows what a person writes.
extension ListsState {
  /// The posts of a person that left a list.
  struct LeftPosts: Equatable, Sendable {
    fileprivate struct Entry: Equatable {
      let index: Int
      let post: Post
    }

    fileprivate let level: LevelID
    fileprivate let entries: [Entry]
  }

  /// Removes the posts of a person from all lists of posts; their own list and threads keep them.
  mutating func leave(_ author: String, _ context: Context) {
    for shown in allLevels {
      let level = shown.id
      guard let list = self[level], !list.isThread, list.parent?.template != .profile,
        shown.destination != .profile(email: author)
      else { continue }
      func isGone(_ post: Post) -> Bool { post.template == .post && post.authorEmail == author }
      let entries = list.posts.enumerated().filter { isGone($1) }
        .map { LeftPosts.Entry(index: $0, post: $1) }
      guard !entries.isEmpty else { continue }
      left[author, default: []].append(LeftPosts(level: level, entries: entries))
      let selected = shown.position.selectedID.flatMap(list.index(of:)) ?? 0
      let stays =
        list.posts[selected...].first { !isGone($0) }
        ?? list.posts[..<selected].last { !isGone($0) }
      self[level]?.setPosts(list.posts.filter { !isGone($0) })
      let gone = Set(entries.map(\.post.id))
      updatePosition(of: level) { position in
        position.selectedID = stays?.id
        if position.expandedID.map(gone.contains) == true { position.expandedID = nil }
      }
      scrollSelectionIntoView(of: level, context)
    }
  }

  /// Restores the posts of a person in the lists that still exist.
  mutating func comeBack(_ author: String, _ context: Context) {
    for removal in (left.removeValue(forKey: author) ?? []).reversed() {
      guard let list = self[removal.level] else { continue }
      var posts = list.posts
      for entry in removal.entries where list.index(of: entry.post.id) == nil {
        posts.insert(entry.post, at: min(entry.index, posts.count))
      }
      self[removal.level]?.setPosts(posts)
      scrollSelectionIntoView(of: removal.level, context)
    }
  }
}
