import FireflyCore

/// The positions in the three explorers when the program ended; the next run restores them.
package struct SavedPositions: Codable, Hashable, Sendable {
  /// A level below the root.
  package struct Level: Codable, Hashable, Sendable {
    /// What it shows.
    package let destination: Navigator.Destination
    /// The parent post, for the path.
    package let parent: Post?
    /// Where the user was in it.
    package let position: Navigator.ListPosition
    /// How many points the open card, or the selected reply of a thread, begins above the window; nil for neither,
    /// and in older files.
    package let overhang: Double?
    /// Whether it was entered as a thread; nil if not, and in older files.
    package let isThread: Bool?

    /// Creates a level.
    package init(
      destination: Navigator.Destination, parent: Post?, position: Navigator.ListPosition,
      overhang: Double? = nil, isThread: Bool? = nil
    ) {
      (self.destination, self.parent, self.position) = (destination, parent, position)
      (self.overhang, self.isThread) = (overhang, isThread)
    }
  }

  /// The path of an explorer.
  package struct Path: Codable, Hashable, Sendable {
    /// Where the user was in the root list.
    package let root: Navigator.ListPosition
    /// The index of the selected post in it; nil if there was none, and in older files.
    package let row: Int?
    /// How many points the open card begins above the window; nil for none, and in older files.
    package let overhang: Double?
    /// The open post of a root list that it leaves when it is read; nil in other lists, and in older files.
    package var open: Post? {
      var post = openPost
      if let openFacts { post?.facts = openFacts.cleaned() }
      return post
    }
    private let openPost: Post?
    /// The facts of the open post, which its own JSON has not.
    private let openFacts: Post.Facts?
    /// Number of posts of the root list to load.
    package let length: Int
    /// The levels below the root.
    package let levels: [Level]

    /// Creates a path.
    package init(
      root: Navigator.ListPosition, row: Int?, overhang: Double? = nil, open: Post? = nil,
      length: Int, levels: [Level]
    ) {
      (self.root, self.row, self.overhang) = (root, row, overhang)
      (openPost, openFacts) = (open, open?.facts)
      (self.length, self.levels) = (length, levels)
    }

    /// Whether it is the first post of the root list, and closed.
    package var isTop: Bool {
      levels.isEmpty && (row ?? 0) == 0 && root.scroll == 0 && root.expandedID == nil
    }
  }

  /// The name of the current explorer.
  package let explorer: String?
  /// The explorers' paths, by their names.
  package var paths: [String: Path] = [:]

  /// When they were left, in seconds since 1970; nil in older files.
  private let left: Int?

  /// Creates positions at the top of all explorers.
  package init(explorer: String? = nil, left: Int? = nil) {
    (self.explorer, self.left) = (explorer, left)
  }

  /// Maximum number of levels that are restored.
  package static let maximumLevels = 128
  /// Seconds after which a ranked list is another one.
  private static let ranksLast = 4 * 3_600.0

  /// Whether a list that its source ranks has another order by now.
  ///
  /// - Parameter date: the time, in seconds since 1970.
  package func isOutranked(at date: Double) -> Bool {
    left.map { date - Double($0) >= Self.ranksLast } ?? false
  }
}
