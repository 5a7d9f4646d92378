import FireflyCore

/// Something that happened in the outline of a branch.
public enum OutlineAction: Hashable, Sendable {
  /// The outline of the current branch was requested.
  case pressed
  /// The selection was sent some lines down (positive) or up.
  case moved(Int)
  /// A page down (1) or up (-1).
  case paged(Int)
  /// To the first line.
  case jumpedToStart
  /// To the last line.
  case jumpedToEnd
  /// The selected line was entered: go to its post.
  case entered
  /// A line was pressed.
  case linePressed(Int)
  /// The outline was closed.
  case closed
  /// The lines, or why there are none.
  case response(top: Post.ID, Result<Outline.Branch, LoadFailure>)
}
