import FireflyCore

// Posts by others below the user's own.
extension AppState {
  /// Number of replies to the user that are not read, as far as is known.
  var unreadAnswers: Int { readMarks.answers.count { readMarks.index.posts.contains($0) } }

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

  /// Shows the replies to the user.
  mutating func showAnswers(at now: Double) -> [Effect] {
    if let refusal = site.refusal(of: .answers) { return [.note(refusal.words)] }
    guard account.isSignedIn else {
      return [.note("Sign in to see replies to you: \(keyName("account")).", inList: true)]
    }
    guard current.navigator.current.destination != .answers else {
      return [.note("These are the replies to you.", inList: true)]
    }
    let context = context(at: now)
    let tab = explorer == .posts ? [] : lists.show(.posts, context)
    return tab + lists.goDown(to: .answers, of: nil, context)
  }

  /// Asks for replies to the user, once.
  mutating func findAnswers() -> [Effect] {
    guard site.can(.signIn), account.isSignedIn, !readMarks.hasAskedForAnswers else { return [] }
    readMarks.hasAskedForAnswers = true
    return [.readMarks(.findAnswers)]
  }
}

extension AppState {
  func isFollowed(_ id: Post.ID) -> Bool { mute.isMarked(id, as: .followed, readMarks.index) }

  /// Learns which posts that have come are in marked branches: replies in followed ones count as replies to
  /// the user.
  ///
  /// - Parameter tells: whether the terminal reports new ones.
  /// - Returns: the effects to run.
  mutating func learnBranches(of ids: some Sequence<Post.ID>, tells: Bool = false) -> [Effect] {
    let (tops, parents) = (mute.branches.tops, mute.branches.parents)
    guard !tops.isEmpty else { return [] }
    let links = readMarks.index.links(of: ids, below: tops).filter { parents[$0.key] != $0.value }
    let new = readMarks.index.posts.subtracting(readMarks.answers).filter(isFollowed)
    readMarks.answers.formUnion(new)
    let isTold = tells && !new.isEmpty && settings.notify && !badges.watch.isFocused
    return (links.isEmpty ? [] : [.send(.mute(.linksFound(links)))])
      + (isTold ? [.terminal(.notify("A thread that you follow has a reply."))] : [])
  }
}
