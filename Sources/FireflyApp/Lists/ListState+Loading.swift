import FireflyCore
import FireflyModel

// How a list is loaded, and what it waits for.
extension ListState {
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

  /// What the list goes to as its posts arrive.
  enum Goal: Hashable, Sendable {
    case none
    /// A post, which is selected when it has arrived.
    case post(Post.ID)
    /// A post, which is selected and opened then.
    case openPost(Post.ID)
    /// The end of the list while it loads.
    case end
  }

  /// The request for a further page of a root list.
  enum FurtherPage: Hashable, Sendable {
    case none
    /// The page after the posts that are shown.
    case requested
    /// The page after the first ones of a list that is loaded again, until they reach what is shown.
    indirect case afterHead(PostPage)
  }

  /// How the user wants the replies of this level.
  enum ChosenView: Hashable, Sendable {
    /// As usual.
    case none
    case thread
    case cards
    /// As cards, which may be deeper now; they were a thread until the user chose this.
    case cardsOfThread
  }

  /// Whether nothing is there: it has come without posts, or the place says so.
  var isKnownEmpty: Bool {
    guard posts.isEmpty else { return false }
    return switch phase {
    case .loaded: true
    case .failed(let failure): failure.kind == .refused
    case .idle, .loading, .awaitingPicture: false
    }
  }

  /// The post to select when it has arrived.
  var pendingSelection: Post.ID? {
    switch goal {
    case .post(let id), .openPost(let id): id
    case .none, .end: nil
    }
  }

  /// Whether the selection follows the end of the list while it loads.
  var seeksEnd: Bool { goal == .end }

  /// Goes to no post any more: another one is selected, or it can't arrive.
  mutating func dropPendingSelection() {
    if pendingSelection != nil { goal = .none }
  }

  /// Whether a further page is loading.
  var isLoadingMore: Bool { furtherPage != .none }

  /// The first pages of a root list that is loaded again, until they reach what is shown; nil if they do.
  var head: PostPage? { if case .afterHead(let page) = furtherPage { page } else { nil } }

  /// Whether the user has chosen a thread, or cards; nil for neither.
  var choosesThread: Bool? { chosenView == .none ? nil : chosenView == .thread }

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
}
