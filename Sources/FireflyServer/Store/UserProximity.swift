import FireflyCore

/// Who invited whom and who wrote last, as far as one answer needs it: ancestor chains, proximity,
/// last activity.
struct UserProximity {
  /// How far apart two people are who have no common inviter, or for an anonymous caller.
  static let unrelated = 9999
  /// Levels of inviters that are followed.
  static let maximumChain = 100

  /// The number of who asks.
  let readerID: Int?
  private var readerChain: [Int] = []
  private var chains: [Int: [Int]] = [:]
  private let activity: [Int: Int64]

  /// Knows some people.
  ///
  /// - `ids`: the people, the reader included.
  /// - `inviters`: of them and of those above them, who invited them.
  /// - `activity`: when they wrote last, in milliseconds since 1970.
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

  /// What a feed tells of a post beside the post; its author is known.
  func details(of post: Post) -> Post.FeedDetails {
    Post.FeedDetails(
      ancestorChain: chain(of: post.userID),
      lastActivity: StoredTime.date(milliseconds: lastActivity(of: post.userID)),
      proximity: proximity(of: post.userID))
  }

  /// How many steps of invitation lie between a person and the reader.
  func proximity(of id: Int) -> Int {
    for (steps, person) in chain(of: id).enumerated() {
      if let up = readerChain.firstIndex(of: person) { return steps + up }
    }
    return Self.unrelated
  }

  /// When the person last wrote anything, in milliseconds since 1970; 0 if never.
  func lastActivity(of id: Int) -> Int64 { activity[id] ?? 0 }

  /// Some profiles in the order of a list of users: the nearest first, then those who wrote last.
  ///
  /// - `before`: only those behind this profile; none if it is not among them.
  func order(
    _ profiles: some Sequence<(id: Int, user: Int)>, after before: Int?
  ) -> ArraySlice<Int> {
    let order = profiles.map { profile -> (id: Int, proximity: Int, active: Int64) in
      (profile.id, proximity(of: profile.user), lastActivity(of: profile.user))
    }
    .sorted { ($0.proximity, -$0.active, $0.id) < ($1.proximity, -$1.active, $1.id) }
    .map(\.id)
    guard let before else { return order[...] }
    let start = order.firstIndex(of: before).map { $0 + 1 } ?? order.endIndex
    return order[start...]
  }

  /// The person, their inviter, and so on up.
  private func chain(of id: Int) -> [Int] { chains[id] ?? [id] }
}
