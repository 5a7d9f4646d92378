import FireflyCore

// Links from one post to another.
extension AppState {
  /// Goes to the post of a link, with its path.
  mutating func linkFollowed(
    to id: Post.ID, _ response: Result<[Post], LoadFailure>, at now: Double
  ) -> [Effect] {
    switch response {
    case .failure(let failure) where failure.kind == .missing:
      return [.note("Post \(id) is not here. It may have been deleted.", isError: true)]
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let posts):
      guard focus.editor == nil, let post = posts.last else { return [] }
      let context = context(at: now)
      if posts.count == 1, !context.opensThreads {
        focus.find = nil
        var effects = lists.showRoot(.posts, context)
        lists.show(post, context)
        effects += lists.expand(post, context)
        return effects
      }
      lists.selectsPathEnd = true
      return [.send(.list(.pathResponse(.success(posts))))]
    }
  }
}
