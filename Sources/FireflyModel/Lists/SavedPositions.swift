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

    /// Creates a level.
    package init(
      destination: Navigator.Destination, parent: Post?, position: Navigator.ListPosition
    ) {
      (self.destination, self.parent, self.position) = (destination, parent, position)
    }
  }

  /// The path of an explorer.
  package struct Path: Codable, Hashable, Sendable {
    /// Where the user was in the root list.
    package let root: Navigator.ListPosition
    /// Number of posts of the root list to load.
    package let length: Int
    /// The levels below the root.
    package let levels: [Level]

    /// Creates a path.
    package init(root: Navigator.ListPosition, length: Int, levels: [Level]) {
      (self.root, self.length, self.levels) = (root, length, levels)
    }
  }

  /// The name of the current explorer.
  package let explorer: String?
  /// The explorers' paths, by their names.
  package var paths: [String: Path] = [:]

  /// Creates positions at the top of all explorers.
  package init(explorer: String? = nil) { self.explorer = explorer }

  /// Maximum number of levels that are restored.
  package static let maximumLevels = 128
}
