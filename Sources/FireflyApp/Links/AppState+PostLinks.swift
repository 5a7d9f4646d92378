import FireflyCore
import FireflyScreen

// Links to posts, to pictures of the server, and to the web.
extension AppState {
  /// The text of a post of the current list, if it is open; its links have numbers in it.
  func openText(of post: Post) -> FormattedText? {
    let isOpen =
      list.isThread ? !list.isFolded(post.id) : current.position.expandedID == post.id
    return isOpen ? list.bodies[post.id] : nil
  }

  /// Follows a link.
  mutating func follow(_ address: String) -> [Effect] {
    if BodyPicture.isAddress(address) { return [.send(.picture(.linked(address)))] }
    guard let id = BodyLink.number(of: address) else {
      // The feed says what it is; its ending need not.
      let plays = selectedPost?.facts.recordings.contains { $0.address == address } == true
      return [.links(plays ? .play(address) : .open(address))]
    }
    linkOrigin = place
    return [.links(.findPost(id))]
  }

  /// Goes to the post of a link, from where the link was followed.
  ///
  /// - Returns: the effects to run; none if the user went on meanwhile.
  mutating func linkFollowed(
    to id: Post.ID, _ response: Result<[Post], LoadFailure>, at now: Double
  ) -> [Effect] {
    guard linkOrigin.take() == place, focus.editor == nil, !focus.coversLists else { return [] }
    switch response {
    case .failure(let failure) where failure.kind == .missing:
      return [.note("Post \(id) is not here. It may have been deleted.", isError: true)]
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let posts):
      guard let post = posts.last else { return [] }
      focus.find = nil
      return lists.open(post, below: posts.dropLast().last, context(at: now))
    }
  }

  /// Where the user is.
  private var place: LinkOrigin {
    LinkOrigin(level: lists.level, post: lists.current.position.selectedID)
  }
}

/// A place from which a link was followed.
struct LinkOrigin: Hashable, Sendable {
  var level: LevelID
  var post: Post.ID?
}

extension ListsState {
  /// Shows a post on a level of its own, from which the user comes back; a thread that has it selects it.
  ///
  /// The level has the replies to its parent; for a post at the top level, its own replies.
  fileprivate mutating func open(
    _ post: Post, below parent: Post?, _ context: Context
  ) -> [Effect] {
    if list.isThread, let index = list.index(of: post.id) { return select(index, context) }
    switch post.template {
    case .query: return goDown(to: .results(query: post.id), of: post, context)
    case .profile:
      return goDown(to: .profile(email: post.authorEmail ?? ""), of: nil, context)
    case .post, .other: break
    }
    guard let parent else {
      return goDown(to: .children(of: post.id), of: post, context.withThreads)
    }
    let effects = goDown(to: .children(of: parent.id), of: parent, context)
    seek(post.id)
    return effects
  }
}
