import FireflyCore
import FireflyModel
import FireflyScreen

/// A list of posts, at the root or below (seed 000's unified component).
struct ListState: Equatable, Sendable {
  /// The phase of loading.
  var phase = Phase.idle
  /// Whether the place has refused the account when the posts were asked for last.
  var isSignedOut = false
  /// Whether it has nothing to show without an account.
  var isMembersOnly: Bool {
    guard case .failed(let failure) = phase else { return false }
    return failure.kind == .signedOut && posts.isEmpty
  }
  /// Whose posts a root list shows.
  var audience = Audience.everyone
  /// The kind of notices that it shows; nil for all, and for other lists.
  var notices: Notice.Kind?
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
      hasReplies = posts.contains { $0.template == .post && $0.contents == nil && $0.hasChildren }
      soleAuthor = posts.first?.byline.flatMap { name in
        posts.allSatisfy { $0.byline == name } ? name : nil
      }
      titlesBelow = Self.titlesBelow(posts)
      hasFolders = posts.contains(where: \.isFolder)
      doubledNames = Self.doubledNames(posts)
      rowColumns = RowColumns(posts)
      hasPages = hasPreviews || posts.contains { $0.facts.link != nil }
      thread?.arrange(posts)
      layOutThread()
    }
  }
  /// Whether a column beside it could show something of any of its posts.
  private var hasPreviews = false
  /// Who wrote all of its posts; nil for several people.
  private(set) var soleAuthor: String?
  /// The first titles below its posts that have a title only, by their numbers.
  private var titlesBelow: [Post.ID: [String]] = [:]
  /// Whether any of its posts has nothing but a title and posts below it.
  private(set) var hasFolders = false
  /// The columns of its posts in one row each.
  private(set) var rowColumns = RowColumns([])
  /// The names that several of its feeds have.
  private(set) var doubledNames: Set<String> = []
  /// Whether a column could show something of any of its posts, or an article.
  private var hasPages = false
  /// Whether any of its posts has replies.
  private(set) var hasReplies = false
  /// Whether its posts are entries of feeds without comments: none has replies, nor will.
  var isOfEntries: Bool { !hasReplies && !isThread && posts.contains { $0.feedID != nil } }
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
  /// How the card that was opened last has scrolled the list; nil if none was.
  var opening: Opening?
  /// Where the window was when the list was left; nil when the user has scrolled since.
  var resumed: Resumed?
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
  /// When its first page came from the server, in seconds since 1970; nil if it never has.
  var arrivedAt: Double?
  /// Whether the server can't continue after a post, so that longer first pages are requested.
  var pagesByLimit = false
  /// What the list goes to as its posts arrive.
  var goal = Goal.none
  /// The request for a further page.
  var furtherPage = FurtherPage.none
  /// Whether to begin the first child if the list is empty: the user followed the indicator of
  /// their own post (seed 001).
  var beginsFirstChild = false
  /// The previous list, shown until the loading message appears; at most one.
  var previousList: [PreviousList] = []
  /// The posts of a thread that were folded on arrival if they had to be; each once, so that they can
  /// be opened.
  var checkedForFold: Set<Post.ID> = []
  /// How the user wants the replies.
  var chosenView = ChosenView.none
  /// Whether the key that shows threads has led down to it: at its top it leads back.
  var wasEnteredAsThread = false
  /// New posts above the visible ones.
  var unseen: Set<Post.ID> = []
  /// Whether the place has more than the list, which can't be loaded.
  var hasMore = false
  /// Whether another device says what is unseen, not the read marks of this one.
  var isMarked = false
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

  /// The scroll offsets before a card was opened, and with the card at the top of the window.
  struct Opening: Equatable, Sendable {
    let before: Double
    let after: Double
  }

  /// A post whose text is awaited.
  struct AwaitedText: Equatable, Sendable {
    let post: Post.ID
    /// Since when, in seconds of the monotonic clock.
    let since: Double
  }

  /// Height in points of the row below the cards, which names the list that can be shown instead.
  var footHeight: Double { hasOtherLists && !posts.isEmpty ? ScreenLayout.pointsPerRow : 0 }

  /// Number of posts below a post without words whose titles its card names.
  private static let namedPosts = 8

  /// Returns the first titles below a post that has a title only, such as a folder of notes; nil for others, and where
  /// none is known.
  func titles(below post: Post) -> String? {
    guard post.isFolder else { return nil }
    let titles =
      post.children?.prefix(Self.namedPosts).map(\.headline) ?? titlesBelow[post.id] ?? []
    return titles.isEmpty ? nil : titles.joined(separator: " · ")
  }

  private static func titlesBelow(_ posts: [Post]) -> [Post.ID: [String]] {
    let folders = Set(posts.lazy.filter(\.isFolder).map(\.id))
    var titles: [Post.ID: [String]] = [:]
    guard !folders.isEmpty else { return [:] }
    for post in posts {
      guard let parent = post.parentID, folders.contains(parent),
        titles[parent, default: []].count < namedPosts
      else { continue }
      titles[parent, default: []].append(post.headline)
    }
    return titles
  }

  private static func doubledNames(_ posts: [Post]) -> Set<String> {
    var (once, twice) = (Set<String>(), Set<String>())
    for post in posts where post.contents != nil && !once.insert(post.title).inserted {
      twice.insert(post.title)
    }
    return twice
  }

  /// Whether the posts are visible.
  var showsPosts: Bool {
    if case .awaitingPicture = phase { return false }
    return !posts.isEmpty
  }

  /// Returns whether a column beside it could show something of any of its posts.
  func hasPreviews(_ settings: Settings) -> Bool {
    settings.preview == .article ? hasPages : hasPreviews
  }

  /// Returns whether it has a column at its right: not where that would be empty, whichever post is selected.
  func hasRightColumn(_ settings: Settings) -> Bool {
    if isThread || hasPreviews(settings) { return true }
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
    // The number of its replies changes no line of its text.
    if isThread, posts[index].with(repliesOf: post) != post { threadTextChanged(post.id) }
    posts[index] = post
    if post.saysNewMatches { newMatches.insert(post.id) } else { newMatches.remove(post.id) }
  }
}

extension Post {
  /// Returns it with what is known of the replies to another version of it.
  fileprivate func with(repliesOf other: Post) -> Post {
    var post = self
    (post.childCount, post.children, post.feed) = (other.childCount, other.children, other.feed)
    post.facts.replies = other.facts.replies
    return post
  }

  /// Whether it has nothing but a title and posts below it, such as a folder of notes.
  var isFolder: Bool {
    template == .post && contents == nil && hasChildren && body.isEmpty && summary.isEmpty
      && !title.isEmpty
  }
}
