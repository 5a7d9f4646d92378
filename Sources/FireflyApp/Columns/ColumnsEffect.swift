import FireflyCore

/// An effect of the side columns.
package enum ColumnsEffect: Hashable, Sendable {
  /// Format the text of the selected post.
  case formatText(ThreadText)
  /// Load the article of the page that a post is about, after some seconds.
  ///
  /// - Parameter isAsked: whether the page is asked for it; otherwise a copy on the disk is enough.
  case loadArticle(Post.ID, page: String, isAsked: Bool, after: Double)
  /// Find the first posts with the words of a saved search, after some seconds, without marking it as viewed.
  case findResults(of: Post.ID, words: String, after: Double)
  /// Load the posts above the top of a thread.
  case loadPath(to: Post.ID)
}

extension JobID {
  /// Formatting the text of the selected post.
  package static let columnText = JobID.named("the text beside the list")
  /// Loading an article.
  package static let columnArticle = JobID.named("the article beside the list")
  /// Finding what a saved search would.
  package static let columnResults = JobID.named("the results beside the list")
  /// Loading the path to a thread.
  package static let columnPath = JobID.named("the path beside the thread")
}
