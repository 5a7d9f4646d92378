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

  /// Whether a service has more of it than this machine; nil for no.
  public var isPartial: Bool?
  /// The address of a feed that is followed, as the user gave it; nil for others.
  public let address: String?
  /// The user's name for a feed; nil for its own.
  public let name: String?
  /// The folder of a feed, or the folder that it is, such as `Tech/More`; nil for none.
  public let folder: String?

  /// Creates a value.
  public init(
    isFolder: Bool, items: [Item], address: String? = nil, name: String? = nil,
    folder: String? = nil
  ) {
    (self.isFolder, self.items) = (isFolder, items)
    (self.address, self.name, self.folder) = (address, name, folder)
  }
}

extension Post {
  /// The texts that an editor begins with: of a feed its address, the user's name for it, and its folder; of a
  /// folder its name.
  public var editedWords: PostText {
    guard let contents else { return words }
    if contents.isFolder { return PostText(title: contents.folder ?? title) }
    return PostText(
      title: contents.address ?? title, summary: contents.name ?? "", body: contents.folder ?? "")
  }
}
