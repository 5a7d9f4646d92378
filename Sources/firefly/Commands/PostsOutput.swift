import FireflyCore
import FireflyHTTP
import Foundation

/// Posts on standard output, for pipes.
enum PostsOutput {
  /// `{"posts": […]}`.
  static func json(_ posts: [Post]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try StandardStreams.output(
      JSONWriter.escapingHidden(try encoder.encode(["posts": posts])) + [0x0A])
  }

  /// Number, title, summary and author, with a tab between each two and none inside.
  ///
  /// - `depth`: from 1; what is deeper is indented.
  /// - `last`: what stands where the author does, if that is something else.
  static func line(for post: Post, depth: Int = 1, last: String? = nil) -> String {
    let sign = post.hasChildren || post.template == .query ? " >" : ""
    let fields = [
      String(post.id), String(repeating: "  ", count: depth - 1) + post.title + sign,
      post.summary, last ?? post.byline ?? "",
    ]
    return fields.map { $0.replacing(/[\t\n]/, with: " ") }.joined(separator: "\t") + "\n"
  }
}
