import FireflyCore

/// An event of the read marks.
public enum ReadMarksAction: Hashable, Sendable {
  /// The next unread post was requested.
  case nextPressed
  /// Marking the current branch read was requested; at a root, the whole tab.
  case readPressed
  /// Marking the selected post unread was requested.
  case unreadPressed
  /// The marks of the account were read from the disk.
  indirect case loaded(ReadMarks)
  /// The highest number at the first contact.
  case newestFound(Post.ID)
}
