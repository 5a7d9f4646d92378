import FireflyCore
import FireflyModel

/// An event in the list of a post's links.
package enum LinksAction: Hashable, Sendable {
  /// Opening a link was requested.
  case pressed
  /// One of the user's own commands, of this name, needs a link of the selected post.
  case wanted(for: String)
  /// A link in the body of a post was clicked.
  case tapped(String, of: Post.ID)
  /// A link was chosen: by its number, or from the menu or the outline.
  case chosen(String)
  /// Copying a link was requested.
  case copyPressed(String)
  /// An event in the posts that a text can link.
  case picker(LinkPickerAction)
  /// The path to the post of a link, from the root to the post itself.
  case postResponse(Post.ID, Result<[Post], LoadFailure>)
  /// An address could not be opened, for a reason in a sentence.
  case openFailed(String, String)
  /// Opening the post's page on the web was requested, or copying its address.
  case pagePressed(copies: Bool)
  /// The address of that page; nil if there is none.
  case pageResponse(String?, copies: Bool)
  /// A digit of a link's number was typed.
  case digitTyped(Int)
  /// The last digit was erased.
  case erased
  /// The number was accepted.
  case accepted
  /// The choice was closed.
  case closed
}
