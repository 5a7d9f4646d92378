import FireflyCore

/// Posts on standard output.
enum PostsOutput {
  /// Returns the row of a post: number, title, summary and author.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - depth: the level, from 1; deeper levels are indented.
  ///   - last: the last column, if it is not the author.
  /// - Returns: the fields.
  static func row(for post: Post, depth: Int = 1, last: String? = nil) -> [String] {
    let sign = post.hasChildren || post.template == .query ? " >" : ""
    return [
      String(post.id), String(repeating: "  ", count: depth - 1) + post.title + sign,
      post.summary, last ?? post.byline ?? "",
    ]
  }
}
