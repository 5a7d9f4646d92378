import Foundation

/// What a feed, or a folder of feeds, has.
public struct FeedContents: Codable, Hashable, Sendable {
  /// Maximum number of entries of all feeds of a list.
  public static let maximumEntries = 50_000

  /// An entry that can be unread, or a feed or folder in a folder.
  public struct Item: Codable, Hashable, Sendable {
    /// The entry, feed or folder.
    public let id: Post.ID
    /// The feed or folder that has it.
    public let parent: Post.ID
    /// When an entry came to this machine; nil for a feed and a folder.
    public let arrivedAt: Date?

    /// Creates an item.
    public init(id: Post.ID, parent: Post.ID, arrivedAt: Date?) {
      (self.id, self.parent, self.arrivedAt) = (id, parent, arrivedAt)
    }
  }

  /// Whether it is a folder.
  public let isFolder: Bool
  /// What it has, at all levels, the newest entries first.
  public let items: [Item]

  /// The folder of a feed, such as `Tech/More`; nil for none.
  public let folder: String?

  /// Creates a value.
  public init(isFolder: Bool, items: [Item], folder: String? = nil) {
    (self.isFolder, self.items, self.folder) = (isFolder, items, folder)
  }
}

extension Post {
  /// The texts that an editor begins with: of a feed, its folder is the body.
  public var editedWords: PostText {
    var words = words
    if let contents, !contents.isFolder { words.body = contents.folder ?? "" }
    return words
  }
}
