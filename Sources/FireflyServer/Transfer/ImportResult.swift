/// What an import has added.
public struct ImportResult: Hashable, Sendable {
  /// The numbers of the posts that have no parent in the document, in its order.
  public var roots: [Int] = []
  /// How many posts are new.
  public var added = 0
  /// How many posts of a source were there already, and have changed.
  public var updated = 0
  /// How many posts of a source stay as a user has edited them, though the source has changed.
  public var edited = 0
  /// A sentence for each post that was too long and has become several.
  public var splits: [String] = []
  /// How many pictures came with the posts.
  public var pictures = 0
  /// A sentence for each picture that was left out.
  public var refusedPictures: [String] = []
  /// Whether the author has become the owner of the data.
  public var hasNewOwner = false
}

/// Whether the author of an import becomes the owner of the data.
public enum ImportOwnership: Hashable, Sendable {
  /// The owner stays as it is.
  case unchanged
  /// If the data has no owner yet, and a post was added.
  case ifNone
  /// The author becomes the owner; if the data has one already, nothing is added.
  case firstRun
}
