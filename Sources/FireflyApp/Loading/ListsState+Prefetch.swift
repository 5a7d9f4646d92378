import FireflyCore

// Children are loaded ahead of the reader: of the selected post, once it has been so for a moment, and of folders whose
// cards name them.
extension ListsState {
  /// Requests the children of the selected post, once; cancels the request when the selection moves.
  ///
  /// On the embedded server, those of folders in view follow, one after the other.
  ///
  /// On the embedded server, which is fast, and at a service, which belongs to others, only where they are shown
  /// beside the list. A thread has them already.
  ///
  /// - Parameter isBeside: whether there is a column for them.
  /// - Returns: the effects to run.
  mutating func prefetch(isBeside: Bool, _ context: Context) -> [Effect] {
    let isInstant = context.site.has(.instant)
    let isOnlyBeside = isInstant || context.site.has(.wholeThreads)
    let post = isOnlyBeside && !isBeside || list.isThread ? nil : selectedPost
    let folder = isInstant ? folderInView(context) : nil
    let wanted = [post, folder].lazy.compactMap(\.self)
      .first { $0.canLoadAhead(context.settings) }?.id
    guard wanted != loadingAhead else { return [] }
    loadingAhead = wanted
    guard let wanted else { return [.cancel(.prefetch)] }
    return [.list(.prefetchChildren(of: wanted, after: isInstant ? 0.1 : Self.rest))]
  }
}

extension ListsState {
  /// The first folder in view of which not all is known that is in it; nil for none.
  private func folderInView(_ context: Context) -> Post? {
    guard list.hasFolders, !list.isThread else { return nil }
    let visible = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight)
    return list.posts[visible].first { $0.isFolder && $0.canLoadAhead(context.settings) }
  }

  /// Seconds for which a post must have been selected before others' servers are asked for what is below it.
  static let rest = 0.4
}

extension JobID {
  /// Loading children ahead of the reader.
  package static let prefetch = JobID.named("prefetch")
}
