import FireflyCore

// Children are loaded ahead of the reader: of the selected post, once it has been so for a moment.
extension AppState {
  /// Requests the children of the selected post, if it has changed.
  ///
  /// Only of posts on another Firefly server: of searches and profiles asking changes something there, in a
  /// source it is a whole story, a thread has them already, and the embedded server is fast.
  mutating func prefetch(since location: ListsState.Location) -> [Effect] {
    guard settings.prefetch, server != nil, source == nil, location != lists.location else {
      return []
    }
    guard let post = selectedPost, post.template != .query, post.template != .profile,
      !post.isUnsaved, post.hasChildren, post.children == nil, !list.isThread
    else { return [.cancel(.prefetch)] }
    return [.list(.prefetchChildren(of: post.id))]
  }
}

extension JobID {
  /// Loading children ahead of the reader.
  public static let prefetch = JobID.named("prefetch")
}
