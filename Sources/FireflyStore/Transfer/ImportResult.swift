import FireflyCore

/// The result of an import.
public struct ImportResult: Hashable, Sendable {
  /// The numbers of the posts without a parent in the document, in its order.
  public var roots: [Int] = []
  /// Number of new posts.
  public var added = 0
  /// The new posts, if none of the same thread or folder had been imported before.
  public var first: [Int] = []
  /// Number of existing posts of a source that have changed.
  public var updated = 0
  /// Number of existing posts whose source has changed, but which a user has edited; those stay.
  public var edited = 0
  /// Number of posts of this server that come back from an export with other words; those here stay.
  public var differing = 0
  /// Number of posts that were deleted here, and have come back.
  public var broughtBack = 0
  /// Number of posts that were left out because they, or those above them, were deleted here.
  public var leftOut = 0
  /// Number of posts whose parent was imported before.
  public var attached = 0
  /// Number of posts that were imported from the same place before, which no longer has them; they stay.
  public var gone = 0
  /// The titles of the first of them.
  public var goneTitles: [String] = []
  /// Number of posts below more levels than a tree can have when writing.
  public var tooDeep = 0
  /// The place from which most of the posts were imported before, under other names; nil for none.
  public var formerPlace: String?
  /// A message for each post that was too long and has been split.
  public var splits: [String] = []
  /// Number of pictures imported.
  public var pictures = 0
  /// A message for each picture that was skipped.
  public var refusedPictures: [String] = []
  /// Whether the author has become the owner of the data.
  public var hasNewOwner = false
}

/// Whether the author of an import becomes the owner of the data.
public enum ImportOwnership: Hashable, Sendable {
  /// The owner doesn't change.
  case unchanged
  /// The author becomes the owner if there is none, and a post was added.
  case ifNone
  /// The author becomes the owner; if there already is one, nothing is added.
  case firstRun
}

extension ImportResult {
  /// A sentence about posts below too many levels; nil if there are none.
  public var depthComplaint: String? {
    guard tooDeep > 0 else { return nil }
    let posts = Counted.words(tooDeep, "post is", "posts are")
    return
      "\(posts) below more than \(StoreLimits.levels) levels. They can be read, but nothing can be "
      + "written or moved there."
  }
}
