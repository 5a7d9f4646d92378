import FireflyCore

// Children are loaded ahead of the reader: of the selected post, once it has been so for a moment.
extension AppState {
  /// Requests the children of the selected post, once; cancels the request when another one is selected.
  ///
  /// On the embedded server, which is fast, only where they are shown beside the list. A thread has them
  /// already.
  mutating func prefetch() -> [Effect] {
    let wanted = postToLoadAhead
    guard wanted != lists.loadingAhead else { return [] }
    lists.loadingAhead = wanted
    guard let wanted else { return [.cancel(.prefetch)] }
    return [.list(.prefetchChildren(of: wanted, after: site.has(.near) ? 0.1 : 0.3))]
  }

  private var postToLoadAhead: Post.ID? {
    guard !site.has(.near) || screenColumns.right != nil,
      !list.isThread, let post = selectedPost, post.canLoadAhead(settings, at: site)
    else { return nil }
    return post.id
  }
}

extension JobID {
  /// Loading children ahead of the reader.
  public static let prefetch = JobID.named("prefetch")
}
