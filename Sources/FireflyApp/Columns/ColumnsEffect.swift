/// An effect of the side columns.
package enum ColumnsEffect: Hashable, Sendable {
  /// Format the text of the selected post.
  case formatText(ThreadText)
}

extension JobID {
  /// Formatting the text of the selected post.
  package static let columnText = JobID.named("the text beside the list")
}
