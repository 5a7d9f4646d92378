import FireflyCore
import FireflyServer
import Foundation

/// A thread that a source was asked for, as posts to keep.
public enum KeptThread {
  /// Converts posts.
  ///
  /// - Parameters:
  ///   - posts: the posts, in any order, each with its parent.
  ///   - source: the name of the source, such as `hn`.
  ///   - pictures: the pictures that could be loaded, by post.
  /// - Returns: the posts.
  /// - Throws: `ImportError`.
  public static func convert(
    _ posts: [Post], of source: String, pictures: [Int: Data] = [:]
  ) throws(ImportError) -> Conversion {
    var tree = ForeignTree(source)
    for post in posts {
      var kept = ForeignPost(key: "\(post.id)")
      kept.parent = post.parentID.flatMap { $0 < 0 ? nil : "\($0)" }
      (kept.title, kept.summary, kept.body) = (post.title, post.summary, post.body)
      (kept.author, kept.date) = (post.authorName, post.createdAt)
      kept.picture = pictures[post.id].map(ImportedPicture.bytes)
      let isNobodys = (post.authorName ?? "").isEmpty && post.body.isEmpty
      kept.isDeleted = isNobodys && post.title == "deleted"
      _ = tree.add(kept)
    }
    return try tree.converted()
  }
}
