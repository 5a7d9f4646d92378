import FireflyCore

/// The branches of a server or source that the user has silenced, or follows.
package struct MarkedBranches: Codable, Hashable, Sendable {
  /// What a branch is marked as.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Nothing in it is new, and nothing is told of it.
    case silenced
    /// Its new replies count as replies to the user.
    case followed
  }

  /// A change of the marks, which is applied to the state and to the file.
  package struct Change: Hashable, Sendable {
    /// The top of the branch.
    package let top: Post.ID
    /// The mark.
    package let kind: Kind
    /// Whether it is set.
    package let isOn: Bool

    /// Creates a change.
    package init(top: Post.ID, kind: Kind, isOn: Bool) {
      (self.top, self.kind, self.isOn) = (top, kind, isOn)
    }

    /// The change that undoes it.
    package var undone: Change { Change(top: top, kind: kind, isOn: !isOn) }
  }

  /// Maximum number of branches of a kind; the oldest go.
  package static let maximum = 500
  /// Maximum number of replies whose places below them are kept; those with the lowest numbers go.
  package static let maximumReplies = 20_000

  /// The tops of the silenced branches, the last one last.
  package private(set) var silenced: [Post.ID] = []
  /// The tops of the branches that are followed, the last one last.
  package private(set) var followed: [Post.ID] = []
  /// What the known replies below them answer.
  package private(set) var parents: [Post.ID: Post.ID] = [:]

  /// Creates marks of no branches.
  package init() {}

  /// Whether no branch is marked.
  package var isEmpty: Bool { silenced.isEmpty && followed.isEmpty }

  /// Adds marks to those that are there, which stay.
  package mutating func add(_ other: MarkedBranches) {
    let known = tops
    silenced = (other.silenced.filter { !known.contains($0) } + silenced).suffix(Self.maximum)
    followed = (other.followed.filter { !known.contains($0) } + followed).suffix(Self.maximum)
    keep(other.parents)
  }

  /// The tops of all marked branches.
  package var tops: Set<Post.ID> { Set(silenced).union(followed) }

  /// Applies a change; a branch has at most one mark.
  package mutating func apply(_ change: Change) {
    silenced.removeAll { $0 == change.top }
    followed.removeAll { $0 == change.top }
    guard change.isOn else { return }
    switch change.kind {
    case .silenced: silenced = (silenced + [change.top]).suffix(Self.maximum)
    case .followed: followed = (followed + [change.top]).suffix(Self.maximum)
    }
  }

  /// Keeps what replies answer; of those that are below no marked branch, nothing.
  package mutating func keep(_ links: [Post.ID: Post.ID]) {
    guard !tops.isEmpty else {
      parents = [:]
      return
    }
    parents.merge(links) { $1 }
    let surplus = parents.count - Self.maximumReplies
    for id in parents.keys.sorted().prefix(max(0, surplus)) { parents[id] = nil }
  }
}
