import FireflyApp
import FireflyCore

/// Posts on standard output.
enum PostsOutput {
  /// Returns the row of a post: number, title, summary, author and number of replies.
  ///
  /// On a terminal, a sign behind the title marks posts with replies, and searches.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - depth: the level, from 1; deeper levels are indented.
  ///   - author: the fourth column, if it is not the author.
  ///   - isSource: whether the post is from a source.
  /// - Returns: the fields.
  static func row(
    for post: Post, depth: Int = 1, author: String? = nil, isSource: Bool
  ) -> [String] {
    let isQuery = post.template == .query
    // The summary of a post without a title begins as its text does.
    let title = post.filterRemark ?? (post.summary.isEmpty ? post.words.label : post.title)
    let sign = PrintedTable.isAligned && (post.hasChildren || isQuery) ? " >" : ""
    return [
      String(post.id), String(repeating: "  ", count: depth - 1) + title + sign,
      post.filterRemark == nil ? post.summary : "", author ?? post.byline ?? "",
      isQuery ? "" : String(post.replyCount(isSource: isSource) ?? 0),
    ]
  }
}
