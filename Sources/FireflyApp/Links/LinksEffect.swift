import FireflyCore

/// An effect of a post's links.
package enum LinksEffect: Hashable, Sendable {
  /// Open an address in the user's browser.
  case open(String)
  /// Open a recording or a film in the user's player, or else in the browser.
  case play(String)
  /// Find the post to which a link leads, and its place in the tree.
  case findPost(Post.ID)
  /// Find posts with titles that have these words.
  case findTitles(String)
  /// Find the address of a post's page, to open or to copy it.
  case findPage(of: Post.ID, copies: Bool)
}
