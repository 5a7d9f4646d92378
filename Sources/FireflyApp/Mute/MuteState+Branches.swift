import FireflyCore
import FireflyModel

// The branches that are silenced or followed.
extension MuteState {
  mutating func mark(
    _ kind: MarkedBranches.Kind, isThread: Bool, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let post = surroundings.mutedPost,
      let top = isThread ? surroundings.threadTop(of: post) : post.id
    else { return [] }
    if kind == .followed, let refusal = surroundings.site.refusal(of: .follow) {
      return [.note(refusal.words, inList: true)]
    }
    let change = MarkedBranches.Change(top: top, kind: kind, isOn: !isMarked(top, as: kind))
    let headline = surroundings.lists.knownPost(top)?.headline.shortened(to: 40)
    let name = headline.map { "“\($0)”" } ?? (isThread ? "The thread" : "The branch")
    return store(
      .branch(change), said: Self.sentence(of: change, name, surroundings),
      undone: Self.sentence(of: change.undone, name, surroundings), surroundings)
  }

  private static func sentence(
    of change: MarkedBranches.Change, _ name: String, _ surroundings: Surroundings
  ) -> String {
    switch (change.kind, change.isOn) {
    case (.silenced, true): "\(name) is silenced: nothing in it is new."
    case (.silenced, false): "\(name) is no longer silenced."
    case (.followed, true):
      "\(name) is followed: \(surroundings.keyName(.readMarks(.answersPressed))) has the new replies."
    case (.followed, false): "\(name) is no longer followed."
    }
  }

  func isMarked(_ top: Post.ID, as kind: MarkedBranches.Kind) -> Bool {
    (kind == .silenced ? branches.silenced : branches.followed).contains(top)
  }

  /// Returns whether a post is in a branch with a mark.
  ///
  /// - Parameters:
  ///   - parent: the post that it answers, if that is known from elsewhere.
  ///   - index: what is known of posts above others.
  func isMarked(
    _ id: Post.ID, below parent: Post.ID? = nil, as kind: MarkedBranches.Kind, _ index: UnreadIndex
  ) -> Bool {
    let tops = kind == .silenced ? branches.silenced : branches.followed
    guard !tops.isEmpty else { return false }
    let above = parent.map { [$0] + index.ancestors(of: $0) } ?? []
    return !Set(tops).isDisjoint(with: [id] + above + index.ancestors(of: id))
  }

  /// Maximum number of replies in followed branches that stand among those to the user.
  private static let maximumFollowed = 30

  /// Returns the newest replies in followed branches.
  func followedReplies(_ index: UnreadIndex, at site: Site) -> [Post.ID] {
    let tops = branches.followed
    guard !tops.isEmpty, site.can(.follow) else { return [] }
    let known = index.posts.union(branches.parents.keys)
    return Array(
      known.sorted(by: >).lazy.filter { !tops.contains($0) && isMarked($0, as: .followed, index) }
        .prefix(Self.maximumFollowed))
  }
}

extension Surroundings {
  /// Returns the first post of the thread of a post, as far as it is known.
  func threadTop(of post: Post) -> Post.ID? {
    // Above an entry is its feed, which is no thread.
    if post.isRoot { return post.id }
    let root = lists.current.navigator.levels.lazy.compactMap { level -> Post.ID? in
      if case .children(let id) = level.destination { id } else { nil }
    }.first
    return post.ancestors?.last?.id ?? context.readMarks.index.ancestors(of: post.id).last ?? root
      ?? post.id
  }
}
