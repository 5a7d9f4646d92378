import FireflyCore

/// An edit of a post; properties that are nil stay unchanged.
package struct PostChange: Hashable, Sendable {
  /// The new texts.
  package var title, summary, body: String?
  /// The new center of the thumbnail's crop, -1 … 1.
  package var clipOffsetX, clipOffsetY: Double?
  /// Whether to remove the picture; a new picture replaces it in any case.
  package var removesImage = false

  /// Creates an edit without changes.
  package init() {}

  /// Returns the edited post, except for its picture.
  func applied(to post: Post) -> Post {
    var new = post
    new.title = title ?? post.title
    new.summary = summary ?? post.summary
    new.body = body ?? post.body
    new.clipOffsetX = clipOffsetX ?? post.clipOffsetX
    new.clipOffsetY = clipOffsetY ?? post.clipOffsetY
    return new
  }
}
