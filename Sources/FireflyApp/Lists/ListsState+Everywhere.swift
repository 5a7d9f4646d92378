import FireflyCore
import FireflyModel

// Changes and removals of a post in all lists that show it; no other code does that.
extension ListsState {
  /// The removed entries of a post, to restore them.
  struct Removal: Hashable, Sendable {
    /// The position of the post in a list.
    fileprivate struct Entry: Hashable, Sendable {
      let level: LevelID
      let index: Int
      let post: Post
      /// The position in the list before.
      let position: Navigator.ListPosition
      /// The posts below it that were removed with it from a thread.
      let branch: [Post]
    }

    fileprivate var entries: [Entry] = []

    /// Whether no list contained the post.
    var isEmpty: Bool { entries.isEmpty }

    /// The removed post.
    var post: Post? { entries.first?.post }

    /// The removal from the lists of the tabs only.
    var atTop: Removal {
      var removal = self
      removal.entries.removeAll { $0.level.number != 0 }
      return removal
    }

    /// Adds the entries that another removal of the same post found.
    mutating func add(_ other: Removal) { entries += other.entries }
  }

  /// Changes a post in all lists; each may have another version of it.
  mutating func change(
    _ id: Post.ID, _ context: Context, _ change: (inout Post) -> Void
  ) -> [Effect] {
    var effects: [Effect] = []
    for level in allLevels.map(\.id) {
      if var parent = self[level]?.parent, parent.id == id {
        change(&parent)
        self[level]?.parent = parent
      }
      guard let index = self[level]?.index(of: id), var post = self[level]?.posts[index]
      else { continue }
      let body = post.body
      change(&post)
      // Its text may have other lines, above what is read.
      keepPlace(in: level, context) { $0.replacePost(at: index, with: post) }
      if post.body != body, self[level.explorer].navigator.level(level)?.position.expandedID == id {
        effects.append(fitting(context, level).formatBody(of: post, in: level))
      }
      scrollSelectionIntoView(of: level, context)
    }
    return effects
  }

  /// Removes a post from all lists, and selects the next one.
  mutating func remove(_ id: Post.ID, _ context: Context) -> Removal {
    remove(id, from: allLevels, context)
  }

  /// Removes a post from the lists of one parent's children only.
  mutating func remove(_ id: Post.ID, from parent: Post.ID?, _ context: Context) -> Removal {
    guard let parent else { return Removal() }
    let levels = allLevels.filter { level in
      self[level.id]?.isThread == true || level.destination == .children(of: parent)
    }
    return remove(id, from: levels, context)
  }

  private mutating func remove(
    _ id: Post.ID, from levels: [Navigator.Level], _ context: Context
  ) -> Removal {
    var removal = Removal()
    for shown in levels {
      let level = shown.id
      guard let list = self[level], let index = list.index(of: id) else { continue }
      let branch = list.threadBranch(at: index)
      removal.entries.append(
        .init(
          level: level, index: index, post: list.posts[index], position: shown.position,
          branch: branch))
      var left = list.posts
      left.removeSubrange(index...(index + branch.count))
      keepPlace(in: level, context) {
        $0.setPosts(left)
        $0.expansions[id] = nil
      }
      let next = left.isEmpty ? nil : left[min(index, left.count - 1)].id
      updatePosition(of: level) { position in
        if position.selectedID == id || branch.contains(where: { $0.id == position.selectedID }) {
          position.selectedID = next
        }
        if position.expandedID == id { position.expandedID = nil }
      }
      scrollSelectionIntoView(of: level, context)
    }
    return removal
  }

  /// Returns a post from any list.
  func knownPost(_ id: Post.ID) -> Post? {
    for level in allLevels {
      guard let list = self[level.id] else { continue }
      if let index = list.index(of: id) { return list.posts[index] }
      if let parent = list.parent, parent.id == id { return parent }
    }
    return nil
  }

  /// Restores a removed post in the lists that still exist.
  mutating func restore(_ removal: Removal, _ context: Context) {
    for entry in removal.entries {
      guard let list = self[entry.level], list.index(of: entry.post.id) == nil else { continue }
      var posts = list.posts
      posts.insert(
        contentsOf: [entry.post] + entry.branch, at: list.place(ofRestored: entry.post, entry.index)
      )
      self[entry.level]?.setPosts(posts)
      if entry.position.selectedID == entry.post.id {
        updatePosition(of: entry.level) { $0.selectedID = entry.post.id }
        if entry.level == level { unfold(to: entry.post.id, context) }
      }
      scrollSelectionIntoView(of: entry.level, context)
    }
  }
}

extension ListsState {
  /// Changes the number of replies to a post in all lists, and of those to the post at the top of its thread.
  ///
  /// - Parameter isNew: whether the reply was just written, so that it has none.
  mutating func changeChildCount(
    of parent: Post.ID?, by step: Int, isNew: Bool = false, _ context: Context
  ) -> [Effect] {
    guard let parent else { return [] }
    var top = parent
    for _ in 0..<ThreadLimits.posts {
      guard let above = knownPost(top)?.realParentID else { break }
      top = above
    }
    let effects = change(parent, context) { post in
      post.changeDescendants(by: step, from: isNew && post.childCount == 0 ? 0 : nil)
      post.childCount = max(0, (post.childCount ?? 0) + step)
    }
    return top == parent
      ? effects : effects + change(top, context) { $0.changeDescendants(by: step) }
  }
}

extension Post {
  /// Changes the number of posts below it, if that is known.
  fileprivate mutating func changeDescendants(by step: Int, from known: Int? = nil) {
    guard let count = known ?? feed?.descendants else { return }
    var details = feed ?? FeedDetails()
    details.descendants = max(0, count + step)
    feed = details
  }
}
