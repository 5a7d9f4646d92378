import FireflyCore

// Posts by others below the user's own.
extension ReadMarksState {
  /// Number of replies to the user that are not read, as far as is known.
  var unreadAnswers: Int { answers.count { index.posts.contains($0) } }

  /// Shows the replies to the user.
  func showAnswers(_ surroundings: Surroundings) -> [Effect] {
    if let refusal = surroundings.site.refusal(of: .answers) { return [.note(refusal.words)] }
    guard surroundings.account.isSignedIn else {
      return [.send(.signIn(.needed(for: .readMarks(.answersPressed))))]
    }
    guard surroundings.current.navigator.current.destination != .answers else {
      return [.note("These are the \(surroundings.site.answersName).", inList: true)]
    }
    return [.send(.list(.answersWanted))]
  }

  /// Asks for replies to the user, once.
  mutating func findAnswers(_ surroundings: Surroundings) -> [Effect] {
    guard surroundings.site.can(.signIn), surroundings.account.isSignedIn, !hasAskedForAnswers
    else { return [] }
    hasAskedForAnswers = true
    return [.readMarks(.findAnswers)]
  }

  /// Learns which posts that have come are in marked branches: replies in followed ones count as replies to
  /// the user.
  ///
  /// - Parameters:
  ///   - tells: whether the terminal reports new ones.
  ///   - surroundings: what else is known.
  /// - Returns: the effects to run.
  mutating func learnBranches(
    of ids: some Sequence<Post.ID>, tells: Bool = false, _ surroundings: Surroundings
  ) -> [Effect] {
    let (tops, parents) = (surroundings.mute.branches.tops, surroundings.mute.branches.parents)
    guard !tops.isEmpty else { return [] }
    let links = index.links(of: ids, below: tops).filter { parents[$0.key] != $0.value }
    let new = newlyFollowed(surroundings)
    answers.formUnion(new)
    let isTold =
      tells && !new.isEmpty && surroundings.settings.notify
      && !surroundings.badges.watch.isFocused
    return (links.isEmpty ? [] : [.send(.mute(.linksFound(links)))])
      + (isTold ? [.terminal(.notify("A thread that you follow has a reply."))] : [])
  }

  /// Returns the unread posts of followed branches that don't count as replies to the user yet.
  func newlyFollowed(_ surroundings: Surroundings) -> Set<Post.ID> {
    let mute = surroundings.mute
    return index.posts.subtracting(answers).filter { mute.isMarked($0, as: .followed, index) }
  }
}

extension Surroundings {
  /// The replies to the user among the loaded posts, newest first, for servers that can't list them.
  package var loadedAnswers: [Post] {
    var found: [Post.ID: Post] = [:]
    for level in lists.allLevels {
      for post in lists[level.id]?.posts ?? [] where isAnswer(post) { found[post.id] = post }
    }
    return found.values.sorted { $0.id > $1.id }
  }

  /// Whether a post replies to one of the user's that is loaded.
  func isAnswer(_ post: Post) -> Bool {
    guard site.has(.numbersRise), account.hasUser, post.hasReadMark, !account.owns(post),
      let parent = post.realParentID
    else { return false }
    return lists.knownPost(parent).map { account.owns($0) && $0.template == .post } ?? false
  }
}
