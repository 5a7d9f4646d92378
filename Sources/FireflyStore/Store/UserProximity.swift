import FireflyCore

/// The proximity and activity of users, by who invited whom, as far as one response needs it.
struct UserProximity {
  /// The proximity of users without a common inviter, and for anonymous readers.
  static let unrelated = 9999
  /// Maximum length of a chain of inviters.
  static let maximumChain = 100

  /// The number of the reader; nil if anonymous.
  let readerID: Int?
  private var readerChain: [Int] = []
  private var chains: [Int: [Int]] = [:]
  private var activity: [Int: Int64]

  /// Creates the proximities of some users.
  ///
  /// - Parameters:
  ///   - readerID: the reader; nil if anonymous.
  ///   - ids: the users, including the reader.
  ///   - inviters: the inviters of these users, of their inviters, and so on.
  ///   - activity: the time of each user's last post, in milliseconds since 1970.
  init(
    readerID: Int?, ids: some Sequence<Int>, inviters: [Int: Int?], activity: [Int: Int64]
  ) {
    self.readerID = readerID
    self.activity = activity
    for id in ids {
      var chain = [id]
      while chain.count < Self.maximumChain, let last = chain.last,
        let next = inviters[last] ?? nil, !chain.contains(next)
      {
        chain.append(next)
      }
      chains[id] = chain
    }
    if let readerID { readerChain = chain(of: readerID) }
  }

  /// Adds a user whose inviter is known, if there is one.
  mutating func add(_ id: Int, invitedBy inviter: Int?, activity time: Int64) {
    chains[id] = [id] + (inviter.map { chain(of: $0).prefix(Self.maximumChain - 1) } ?? [])
    activity[id] = time
  }

  /// Returns the `feed` details of a post, by its author.
  func details(of post: Post) -> Post.FeedDetails {
    Post.FeedDetails(
      ancestorChain: chain(of: post.userID),
      lastActivity: StoredTime.date(milliseconds: lastActivity(of: post.userID)),
      proximity: proximity(of: post.userID))
  }

  /// Returns posts with their `feed` details.
  ///
  /// - Parameter news: whether each saved search has new matches; nil if that is unknown.
  func tagged(_ posts: [Post], news: [Int: Bool?]) -> [Post] {
    posts.map { post in
      var post = post
      var details = details(of: post)
      details.pluralName = PostTemplate.standard[post.template.name]?.pluralName
      details.hasNewMatches = news[post.id] ?? false
      post.feed = details
      return post
    }
  }

  /// Returns the number of invitations between a user and the reader.
  func proximity(of id: Int) -> Int {
    for (steps, person) in chain(of: id).enumerated() {
      if let up = readerChain.firstIndex(of: person) { return steps + up }
    }
    return Self.unrelated
  }

  /// Returns the time of the user's last post, in milliseconds since 1970; 0 if there is none.
  func lastActivity(of id: Int) -> Int64 { activity[id] ?? 0 }

  /// Returns the user, their inviter, that user's inviter, and so on.
  func chain(of id: Int) -> [Int] { chains[id] ?? [id] }
}
