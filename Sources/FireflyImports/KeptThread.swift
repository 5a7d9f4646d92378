import FireflyCore
import FireflyServer
import FireflySources

/// A thread of a source as posts to keep.
public enum KeptThread {
  /// Converts a thread: its posts are those of a file that the source makes of it.
  /// - Throws: `ImportError`.
  public static func convert(
    _ thread: SourceThread, of kind: SourceKind
  ) throws(ImportError) -> Conversion {
    var tree = ForeignTree(kind.rawValue)
    for item in thread.items {
      let post = item.post
      var kept = ForeignPost(key: "\(post.id)")
      kept.address = item.key
      kept.parent = post.parentID.flatMap { $0 < 0 ? nil : "\($0)" }
      (kept.title, kept.summary, kept.body) = (post.title, post.summary, post.body)
      (kept.author, kept.date) = (post.authorName, post.createdAt)
      if kind == .mastodon { kept.email = post.authorEmail.map(MastodonStatuses.address) }
      kept.picture = item.picture.map(ImportedPicture.bytes)
      kept.imageURL = post.imageURL
      kept.isDeleted = item.isDeleted
      _ = tree.add(kept)
    }
    return try tree.converted()
  }
}
