import FireflyCore

/// What line mode has said last, so that it says only what is new.
package struct Heard: Sendable {
  var level: LevelID?
  var selected: Post.ID?
  var expanded: Post.ID?
  var audience: Audience?
  var notices: Notice.Kind?
  /// Whether the level was a thread, and the selected reply folded.
  var isThread = false
  var isFolded = false
  var note: Note?
  /// The words of the last note that something has failed.
  var failure = ""
  var notice: [String] = []
  /// What was said beside a list: new replies, badges, its age.
  var news: [String] = []
  var layer: SpokenLayer?
  /// The post that was read whole last.
  var read: Post.ID?
  /// The post whose item was said last.
  var item: Post.ID?
  /// The post whose text is being said; nil once it counts as read.
  package var spoken: Post.ID?
  /// The posts of the list when a place in it was said last: what numbers mean.
  var numbers: [Post.ID] = []
  /// Whether the text of a post is not read: the user has just written it, or stopped writing.
  package var skipsText = false
  /// Whether the user has asked for the next unread post: its text is said, wherever it is.
  package var readsOn = false
  /// The rules of a text that were said, so that they are said once.
  package var rules: Set<String> = []
  /// Whether lists are read briefly: place, title and author.
  package var isBrief = false
  /// The list whose posts are known, and these; what has come and gone since is counted by a reload.
  private var known: (list: ListKey, posts: [Post.ID], isWhole: Bool)?

  /// A list: a level shows several, one after the other.
  private struct ListKey: Hashable {
    let level: LevelID
    let audience: Audience
    let notices: Notice.Kind?
    let isThread: Bool
  }
  /// Whether a list is loaded again.
  private var isReloading = false

  /// The sizes of pictures in words, by their addresses; "" if unknown.
  package var pictureSizes: [String: String] = [:]

  /// Nothing.
  package init() {}

  /// Forgets where the user is, so that it is said again.
  mutating func forgetPlace() { (level, selected, expanded) = (nil, nil, nil) }

  /// The user loads a list again: what has changed is said.
  package mutating func reloadBegan() { isReloading = true }

  /// The layer that was said is closed, and nothing is said of that.
  package mutating func layerClosed() { layer = nil }

  /// The place of the selected post was said, and the number of posts: what numbers mean now.
  package mutating func placeSaid(_ surroundings: Surroundings) {
    numbers = surroundings.list.posts.map(\.id)
  }

  /// Returns what has come and gone since the list was last loaded, once, if the user has loaded it again;
  /// nil for nothing.
  mutating func changes(in list: ListState, isWhole: Bool) -> String? {
    defer { isReloading = false }
    guard let level, list.showsPosts || isReloading else { return nil }
    let posts = list.posts.filter { !$0.isUnsaved }.map(\.id)
    let key = ListKey(
      level: level, audience: list.audience, notices: list.notices, isThread: list.isThread)
    guard let known, known.list == key else {
      self.known = (key, posts, isWhole)
      return nil
    }
    guard isReloading else {
      if list.isThread, !isWhole { self.known?.posts = posts }
      // What follows the known posts is the next page, which was asked for.
      let before = Set(known.posts)
      let end = posts.lastIndex(where: before.contains).map { $0 + 1 } ?? posts.count
      if !known.isWhole { self.known?.posts += posts[end...] }
      return nil
    }
    self.known = (key, posts, isWhole)
    let (before, now) = (Set(known.posts), Set(posts))
    // A reload begins with the first page.
    let end = known.isWhole ? posts.count : (posts.lastIndex(where: before.contains) ?? -1) + 1
    let came = posts[..<end].count { !before.contains($0) }
    let left = known.posts.lastIndex(where: now.contains).map { known.posts[..<$0] } ?? []
    let gone = (isWhole ? known.posts[...] : left).count { !now.contains($0) }
    let parts = [
      Counted.some(came, "new post"),
      Counted.words(gone == 0 ? nil : gone, "post is gone", "posts are gone"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + "."
  }

  /// Forgets the selected post, so that it is said again.
  package mutating func forgetPost() { (selected, expanded, layer, read) = (nil, nil, nil, nil) }
}
