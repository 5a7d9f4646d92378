import FireflyCore
import FireflyModel

/// An event in the outline of a branch.
package enum OutlineAction: Hashable, Sendable {
  /// The outline of the current branch was requested.
  case pressed
  /// The selection was moved.
  case moved(ScrollAction)
  /// Enter was pressed on the selected line: go to its post.
  case entered
  /// A line was pressed.
  case linePressed(Int)
  /// The outline was closed.
  case closed
  /// An event in the headings of an open text.
  case heading(PickAction)
  /// A heading was chosen: go there.
  case headingChosen(Int)
  /// The posts of a branch, or the reason of a failure.
  case response(top: Post.ID, Result<OutlineBranch, LoadFailure>)
  /// The posts elsewhere whose texts link to the top.
  case linksResponse(top: Post.ID, [Post])
}
