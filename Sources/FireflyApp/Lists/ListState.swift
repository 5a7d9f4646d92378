import FireflyCore
import FireflyScreen

/// A list of posts, at the root or below (seed 000's unified component).
struct ListState: Equatable, Sendable {
  /// The phase of loading.
  enum Phase: Hashable, Sendable {
    /// Not requested yet.
    case idle
    /// Loading for the first time.
    case loading(since: Double)
    /// Loaded, but hidden until this picture is loaded or the time is over.
    case awaitingPicture(String, until: Double)
    case loaded
    /// Failed for this reason.
    case failed(LoadFailure)
  }

  /// Where the posts come from.
  enum Origin: Hashable, Sendable {
    /// The server has sent them.
    case server
    /// They were kept at a time, in seconds since 1970, until the server sends them again.
    case kept(at: Int)
    /// The last reload could not reach the server; they were kept at this time, if that is known.
    case offline(asOf: Int?)
  }

  /// Why the posts are requested again.
  enum Reload: Hashable, Sendable {
    case none
    /// The user has asked for it, at a time in seconds of the monotonic clock.
    case user(since: Double)
    /// The server has new posts.
    case news
  }

  /// What comes after the posts.
  enum More: Hashable, Sendable {
    /// Further pages, if the server has them.
    case onRequest
    /// Posts that arrive without a request, such as search results.
    case arriving
    case nothing
  }

  /// The phase of loading.
  var phase = Phase.idle
  /// Whose posts a root list shows.
  var audience = Audience.everyone
  /// Whether a root list can be switched to another one.
  var hasOtherLists = false
  /// The shape of a list that shows a whole thread; nil for one level.
  var thread: ThreadShape?
  /// The posts; in a thread the parent, then the posts below it in reading order.
  private(set) var posts: [Post] = [] {
    didSet {
      findIndex = FindIndex()
      sentences = [:]
      hasPreviews = posts.contains(where: \.hasPreview)
      thread?.arrange(posts)
      layOutThread()
    }
  }
  /// Whether a column beside it could show something of any of its posts.
  private var hasPreviews = false
  /// The saved searches that have new matches, according to the list itself.
  private(set) var newMatches: Set<Post.ID> = []
  /// The sentences of results with a word that was searched for, as far as they were in view; nil for those
  /// that need none.
  private(set) var sentences: [Post.ID: String?] = [:]
  /// The columns of a summary that were drawn then.
  private(set) var sentenceColumns = 0
  /// The search index of the posts, built on demand.
  var findIndex = FindIndex()
  /// The parent, or the saved search; nil at the root, and until it is known.
  @Boxed var parent: Post?
  /// Whether it shows what is below a post, which the user has opened.
  var isBelowPost: Bool { isThread || parent?.template == .post }
  /// Number of posts that could not be decoded.
  var skipped = 0
  /// What a root list is, if it stands in for the one that was asked for.
  var standIn: String?
  /// The expansion factors of the cards that are not compact; in a thread, of the branches that are
  /// not open.
  var expansions: [Post.ID: Animated] = [:]
  /// The formatted bodies of cards that are or were expanded.
  var bodies: [Post.ID: FormattedText] = [:]
  /// The post that was opened while its text was not there yet, and since when; nil if it has come.
  var awaitedText: AwaitedText?
  /// When the window last jumped by pages or to an end, in seconds of the monotonic clock; nil if never.
  var jumpedAt: Double?
  /// The scroll animation; nil at rest.
  var scrolling: Animated?
  /// Why the posts are being requested again.
  var reload = Reload.none
  /// Whether the list was requested again after an empty response.
  var hasRecheckedEmpty = false
  /// What comes after the posts.
  var more = More.onRequest
  /// Where the posts come from.
  var origin = Origin.server
  /// Whether the server can't continue after a post, so that longer first pages are requested.
  var pagesByLimit = false
  /// Whether the selection follows the end of the list while it loads.
  var seeksEnd = false
  /// Whether the next page is loading.
  var isLoadingMore = false
  /// The first pages of a root list that is loaded again, until they reach what is shown; nil if they do.
  @Boxed var head: PostPage?
  /// Whether to begin the first child if the list is empty: the user followed the indicator of
  /// their own post (seed 001).
  var beginsFirstChild = false
  /// The previous list, shown until the loading message appears; at most one.
  var previousList: [PreviousList] = []
  /// The posts of a thread that were folded on arrival if they had to be; each once, so that they can
  /// be opened.
  var checkedForFold: Set<Post.ID> = []
  /// Whether the user has chosen a thread, or cards, for this level; nil for neither.
  var choosesThread: Bool?
  /// Whether the level was a thread until the user chose cards, in which they may be deeper now.
  var returnsToThread = false
  /// New posts above the visible ones.
  var unseen: Set<Post.ID> = []
  /// The post to select when it is loaded.
  var pendingSelection: Post.ID?
  /// The index of each post, by its ID.
  private var indices: [Post.ID: Int] = [:]

  /// The list that was shown before.
  struct PreviousList: Equatable, Sendable {
    let list: ListState
    let position: Navigator.ListPosition

    /// Copies a list, without its own previous list.
    init(_ list: ListState, at position: Navigator.ListPosition) {
      var list = list
      list.previousList = []
      self.list = list
      self.position = position
    }
  }

  /// A post whose text is awaited.
  struct AwaitedText: Equatable, Sendable {
    let post: Post.ID
    /// Since when, in seconds of the monotonic clock.
    let since: Double
  }

  /// Whether more posts will arrive without a request.
  var isPartial: Bool { more == .arriving }

  /// When the posts were kept, in seconds since 1970; nil once the server has sent them again.
  var cachedAt: Int? {
    switch origin {
    case .server: nil
    case .kept(let time): time
    case .offline(let time): time
    }
  }

  /// Whether the last reload could not reach the server.
  var isOffline: Bool { if case .offline = origin { true } else { false } }

  /// When the user reloaded the posts, until the response; otherwise nil.
  var reloadingSince: Double? { if case .user(let since) = reload { since } else { nil } }

  /// When loading began, if there are no posts yet; otherwise nil.
  var expectedSince: Double? {
    if case .loading(let since) = phase, posts.isEmpty { since } else { nil }
  }

  /// Height in points of the row below the cards, which names the list that can be shown instead.
  var footHeight: Double { hasOtherLists && !posts.isEmpty ? ScreenLayout.pointsPerRow : 0 }

  /// Whether the posts are visible.
  var showsPosts: Bool {
    if case .awaitingPicture = phase { return false }
    return !posts.isEmpty
  }

  /// Whether it has a column at its right: not where that would be empty, whichever post is selected.
  var hasRightColumn: Bool {
    if isThread || hasPreviews { return true }
    // What comes may have something to show.
    return switch phase {
    case .idle, .loading, .awaitingPicture: true
    case .loaded, .failed: false
    }
  }

  /// When the posts stop waiting for their first picture; nil if they don't wait.
  var pictureDeadline: Double? {
    if case .awaitingPicture(_, let until) = phase { until } else { nil }
  }

  func index(of id: Post.ID?) -> Int? { id.flatMap { indices[$0] } }

  func selectedPost(at position: Navigator.ListPosition) -> Post? {
    index(of: position.selectedID).map { posts[$0] }
  }

  /// Finds the sentences of the results at some indices, for summaries of which some columns are drawn.
  mutating func findSentences(_ indices: Range<Int>, _ words: MatchedWords, columns: Int) {
    if columns != sentenceColumns { (sentences, sentenceColumns) = ([:], columns) }
    for post in posts[indices] where sentences[post.id] == nil {
      sentences[post.id] = .some(words.sentence(of: post, columns: columns))
    }
  }

  /// Replaces the posts; duplicate IDs are dropped.
  mutating func setPosts(_ new: [Post]) {
    let new = isThread ? inThreadOrder(new) : new
    var indices: [Post.ID: Int] = [:]
    indices.reserveCapacity(new.count)
    for (index, post) in new.enumerated() { indices[post.id] = indices[post.id] ?? index }
    self.indices = indices
    // Copies a long list only if it has duplicates.
    guard indices.count < new.count else {
      posts = new
      newMatches = Set(new.lazy.filter(\.saysNewMatches).map(\.id))
      return
    }
    self.indices = [:]
    (posts, newMatches) = ([], [])
    appendPosts(new)
  }

  /// Appends new posts; returns their number.
  @discardableResult
  mutating func appendPosts(_ new: [Post]) -> Int {
    var added: [Post] = []
    for post in new where indices[post.id] == nil {
      indices[post.id] = posts.count + added.count
      added.append(post)
      if post.saysNewMatches { newMatches.insert(post.id) }
    }
    // At once: a thread is laid out again after each change.
    posts += added
    return added.count
  }

  mutating func replacePost(at index: Int, with post: Post) {
    guard posts.indices.contains(index), posts[index].id == post.id else { return }
    if isThread, posts[index] != post { threadTextChanged(post.id) }
    posts[index] = post
    if post.saysNewMatches { newMatches.insert(post.id) } else { newMatches.remove(post.id) }
  }

  /// Returns the expansion factor of a card at a time, 0…1.
  func expansion(of id: Post.ID, at now: Double) -> Double {
    expansions[id]?.value(at: now) ?? restingExpansion
  }

  /// The expansion factor of most posts: cards are compact, branches of a thread open.
  var restingExpansion: Double { isThread ? 1 : 0 }

  /// Returns the scroll offset at a time, in points.
  func scroll(_ position: Navigator.ListPosition, at now: Double) -> Double {
    scrolling?.value(at: now) ?? position.scroll
  }

  /// Whether an animation is running.
  func isMoving(at now: Double) -> Bool {
    scrolling?.isSettled(at: now) == false
      || expansions.values.contains { !$0.isSettled(at: now) }
  }

  /// When all animations end, in seconds of the monotonic clock.
  var motionEnd: Double {
    expansions.values.reduce(scrolling?.endTime ?? 0) { max($0, $1.endTime) }
  }

  /// Ends all animations.
  mutating func finishMotions() {
    scrolling = nil
    for (id, expansion) in expansions {
      expansions[id] = expansion.target == restingExpansion ? nil : Animated(expansion.target)
    }
  }

  /// Removes animations that have ended, and formatted bodies if there are many.
  mutating func removeFinishedMotions(at now: Double) {
    if scrolling?.isSettled(at: now) == true { scrolling = nil }
    for (id, expansion) in expansions
    where expansion.isSettled(at: now) && expansion.target == restingExpansion {
      expansions[id] = nil
    }
    if bodies.count > 64, !isThread { removeHiddenBodies() }
  }

  /// Removes the formatted bodies that are not shown; the parent's is shown while it is answered.
  mutating func removeHiddenBodies() {
    bodies = bodies.filter { expansions[$0.key] != nil || $0.key == parent?.id }
  }
}
