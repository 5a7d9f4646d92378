import FireflyCore
import FireflyScreen

/// One list of posts, at the root or below: seed 000's unified component.
struct ListState: Equatable, Sendable {
  /// How far the list has come.
  enum Phase: Hashable, Sendable {
    /// Not asked for yet.
    case idle
    /// On its way for the first time.
    case loading(since: Double)
    /// There, and shown when this picture has come, or has been waited for long enough.
    case awaitingPicture(String, until: Double)
    /// There.
    case loaded
    /// Could not be had, for this reason.
    case failed(LoadFailure)
  }

  /// How far it has come.
  var phase = Phase.idle
  /// Its posts.
  private(set) var posts: [Post] = [] {
    didSet { findIndex = FindIndex() }
  }
  /// The saved searches among them of which the list itself says that they have found something new.
  private(set) var newMatches: Set<Post.ID> = []
  /// The words of the posts, as far as they have been looked through.
  var findIndex = FindIndex()
  /// The post whose children, or results, these are; nil at the root and until it is known.
  @Boxed var parent: Post?
  /// How many posts could not be read.
  var skipped = 0
  /// How far each card is expanded that is not compact, 0…1.
  var expansions: [Post.ID: Animated] = [:]
  /// The bodies laid out so far, of the cards that are or were expanded.
  var bodies: [Post.ID: FormattedText] = [:]
  /// The scroll offset while it moves; nil at rest, when the position has it.
  var scrolling: Animated?
  /// Whether one empty answer was doubted already.
  var hasRecheckedEmpty = false
  /// Whether the server has no further page, or doesn't page.
  var isComplete = false
  /// Whether more of it is still to come by itself: results of a search, as each is found.
  var isPartial = false
  /// When the posts were received, in seconds since 1970, if that was in an earlier run, or the server could not be
  /// asked since; nil once they are loaded again.
  var cachedAt: Int?
  /// Whether the server could not be asked since.
  var isOffline = false
  /// Whether the server takes no page after another, but a larger one instead.
  var pagesByLimit = false
  /// Whether the selection follows the end of the list while it loads.
  var seeksEnd = false
  /// Whether the next page is on its way.
  var isLoadingMore = false
  /// Whether the first child is begun if there turns out to be none: the sign on the user's own post was
  /// followed (seed 001).
  var beginsFirstChild = false
  /// What is seen in its place while it has been on its way for a moment only; one at most.
  var previousList: [PreviousList] = []
  /// Posts that came in on top since, above what is seen.
  var unseen: Set<Post.ID> = []
  /// A post to select when the list comes.
  var pendingSelection: Post.ID?
  /// The index of each post, by its ID.
  private var indices: [Post.ID: Int] = [:]

  /// A list that is seen in the place of one that is on its way.
  struct PreviousList: Equatable, Sendable {
    /// The list.
    let list: ListState
    /// The position in it.
    let position: Navigator.ListPosition

    /// A list as it is, without what may be seen in its own place.
    init(_ list: ListState, at position: Navigator.ListPosition) {
      var list = list
      list.previousList = []
      self.list = list
      self.position = position
    }
  }

  /// Since when the list has been on its way, with nothing to show; nil if it isn't.
  var expectedSince: Double? {
    if case .loading(let since) = phase, posts.isEmpty { since } else { nil }
  }

  /// Whether its posts may be seen.
  var showsPosts: Bool {
    if case .awaitingPicture = phase { return false }
    return !posts.isEmpty
  }

  /// Whether its first posts are on their way.
  var isExpectedForFirstTime: Bool {
    if case .loading = phase { posts.isEmpty } else { false }
  }

  /// Until when its posts wait for their first picture; nil if they don't.
  var pictureDeadline: Double? {
    if case .awaitingPicture(_, let until) = phase { until } else { nil }
  }

  /// The place of a post in the list.
  func index(of id: Post.ID?) -> Int? { id.flatMap { indices[$0] } }

  /// The selected post.
  func selectedPost(at position: Navigator.ListPosition) -> Post? {
    index(of: position.selectedID).map { posts[$0] }
  }

  /// Takes posts over, each number once.
  mutating func setPosts(_ new: [Post]) {
    var indices: [Post.ID: Int] = [:]
    indices.reserveCapacity(new.count)
    for (index, post) in new.enumerated() { indices[post.id] = indices[post.id] ?? index }
    self.indices = indices
    // A long list is not copied but where posts come twice, which is rare.
    guard indices.count < new.count else {
      posts = new
      newMatches = Set(new.lazy.filter(\.saysNewMatches).map(\.id))
      return
    }
    (posts, newMatches) = ([], [])
    self.indices = [:]
    appendPosts(new)
  }

  /// Adds the posts that are not there yet; returns how many.
  @discardableResult
  mutating func appendPosts(_ new: [Post]) -> Int {
    let before = posts.count
    for post in new where indices[post.id] == nil {
      indices[post.id] = posts.count
      posts.append(post)
      if post.saysNewMatches { newMatches.insert(post.id) }
    }
    return posts.count - before
  }

  /// Takes a post's new form over, at its place.
  mutating func replacePost(at index: Int, with post: Post) {
    guard posts.indices.contains(index), posts[index].id == post.id else { return }
    posts[index] = post
    if post.saysNewMatches { newMatches.insert(post.id) } else { newMatches.remove(post.id) }
  }

  /// How far a card is expanded at a moment, 0…1.
  func expansion(of id: Post.ID, at now: Double) -> Double {
    expansions[id]?.value(at: now) ?? 0
  }

  /// The scroll offset at a moment, in points.
  func scroll(_ position: Navigator.ListPosition, at now: Double) -> Double {
    scrolling?.value(at: now) ?? position.scroll
  }

  /// Whether something in the list moves.
  func isMoving(at now: Double) -> Bool {
    scrolling?.isSettled(at: now) == false
      || expansions.values.contains { !$0.isSettled(at: now) }
  }

  /// When everything in the list will have arrived.
  var motionEnd: Double {
    expansions.values.reduce(scrolling?.endTime ?? 0) { max($0, $1.endTime) }
  }

  /// Lets everything arrive at once.
  mutating func finishMotions() {
    scrolling = nil
    for (id, expansion) in expansions {
      expansions[id] = expansion.target == 0 ? nil : Animated(expansion.target)
    }
  }

  /// Forgets the motions that have arrived.
  mutating func removeFinishedMotions(at now: Double) {
    if scrolling?.isSettled(at: now) == true { scrolling = nil }
    for (id, expansion) in expansions where expansion.isSettled(at: now) && expansion.target == 0 {
      expansions[id] = nil
    }
    if bodies.count > 64 {
      bodies = bodies.filter { expansions[$0.key] != nil }
    }
  }
}
