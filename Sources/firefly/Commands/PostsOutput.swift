import FireflyCore

/// Posts on standard output, for pipes.
enum PostsOutput {
  /// Returns a line with number, title, summary and author, separated by tabs.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - depth: the level, from 1; deeper levels are indented.
  ///   - last: the last column, if it is not the author.
  /// - Returns: the line, with a line break.
  static func line(for post: Post, depth: Int = 1, last: String? = nil) -> String {
    let sign = post.hasChildren || post.template == .query ? " >" : ""
    let fields = [
      String(post.id), String(repeating: "  ", count: depth - 1) + post.title + sign,
      post.summary, last ?? post.byline ?? "",
    ]
    return fields.map { $0.replacing(/[\t\n]/, with: " ") }.joined(separator: "\t") + "\n"
  }
}
