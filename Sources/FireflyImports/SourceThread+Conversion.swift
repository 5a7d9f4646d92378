import FireflyCore
import FireflyServer
import FireflySources

extension SourceThread {
  /// Converts the thread to posts for an import, as those of a file that the source makes of it.
  ///
  /// - Parameter kind: the service of the thread.
  /// - Returns: the posts.
  /// - Throws: `ImportError`.
  public func converted(from kind: SourceKind) throws(ImportError) -> Conversion {
    var tree = ForeignTree(kind.rawValue)
    for item in items {
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
