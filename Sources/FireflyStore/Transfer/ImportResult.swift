import FireflyCore

/// The result of an import.
package struct ImportResult: Hashable, Sendable {
  /// The numbers of the posts without a parent in the document, in its order.
  package var roots: [Int] = []
  /// Number of new posts.
  package var added = 0
  /// The new posts.
  package var new: [Int] = []
  /// The new posts, if none of the same thread or folder had been imported before.
  package var first: [Int] = []
  /// Number of existing posts of a source that have changed.
  package var updated = 0
  /// Number of existing posts whose source has changed, but which a user has edited; those stay.
  package var edited = 0
  /// Number of posts of this server that come back from an export with other words; those here stay.
  package var differing = 0
  /// Number of posts that were deleted here, and have come back.
  package var broughtBack = 0
  /// Number of posts that were left out because they, or those above them, were deleted here.
  package var leftOut = 0
  /// Number of posts whose parent was imported before.
  package var attached = 0
  /// Number of posts that were imported from the same place before, which no longer has them; they stay.
  package var gone = 0
  /// The titles of the first of them.
  package var goneTitles: [String] = []
  /// Number of posts below more levels than a tree can have when writing.
  package var tooDeep = 0
  /// The place from which most of the posts were imported before, under other names; nil for none.
  package var formerPlace: String?
  /// A message for each post that was too long and has been split.
  package var splits: [String] = []
  /// Number of pictures imported.
  package var pictures = 0
  /// A message for each picture that was skipped.
  package var refusedPictures: [String] = []
  /// Whether the author has become the owner of the data.
  package var hasNewOwner = false
}

/// Whether the author of an import becomes the owner of the data.
package enum ImportOwnership: Hashable, Sendable {
  /// The owner doesn't change.
  case unchanged
  /// The author becomes the owner if there is none, and a post was added.
  case ifNone
  /// The author becomes the owner; if there already is one, nothing is added.
  case firstRun
}

extension ImportResult {
  /// A sentence about posts below too many levels; nil if there are none.
  package var depthComplaint: String? {
    guard tooDeep > 0 else { return nil }
    let posts = Counted.words(tooDeep, "post is", "posts are")
    return
      "\(posts) below more than \(StoreLimits.levels) levels. They can be read, but nothing can be "
      + "written or moved there."
  }
}
