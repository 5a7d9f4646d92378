import FireflyAPI
import FireflyCore

/// How the account of a token and another one stand to each other; what a server leaves out is unknown.
struct MastodonRelation: Decodable, Sendable {
  @Lenient var id: MastodonID?
  @Lenient var isFollowed: Bool?
  @Lenient var isAsked: Bool
  @Lenient var followsUser: Bool
  /// Nil on servers that say it in the list of requests only.
  @Lenient var asksUser: Bool?
  @Lenient var isMuted: Bool?
  @Lenient var mutesNotices: Bool
  @Lenient var isBlocked: Bool
  @Lenient var blocksUser: Bool
  @Lenient var showsBoosts: Bool?

  enum CodingKeys: String, CodingKey {
    case id
    case isFollowed = "following"
    case isAsked = "requested"
    case followsUser = "followed_by"
    case asksUser = "requested_by"
    case isMuted = "muting"
    case mutesNotices = "muting_notifications"
    case isBlocked = "blocking"
    case blocksUser = "blocked_by"
    case showsBoosts = "showing_reblogs"
  }

  /// It as it is shown; nil if it says nothing.
  ///
  /// - Parameter mutes: whether the server can mute people.
  func relation(mutes: Bool) -> Relation? {
    guard let isFollowed else { return nil }
    var relation = Relation()
    (relation.isFollowed, relation.isAsked) = (isFollowed, isAsked)
    (relation.followsUser, relation.isBlocked) = (followsUser, isBlocked)
    relation.asksUser = asksUser == true && !followsUser
    (relation.isMuted, relation.mutesNotices) = (mutes ? isMuted : nil, mutesNotices)
    (relation.blocksUser, relation.showsBoosts) = (blocksUser, showsBoosts ?? true)
    return relation
  }
}

extension Relation.Change {
  /// The call that does it for an account, and its form.
  func request(_ id: String) -> (call: String, form: [QueryItem]) {
    switch self {
    case .follow: ("accounts/\(id)/follow", [])
    // Some servers read it in the address only.
    case .boosts(let isOn):
      ("accounts/\(id)/follow?reblogs=\(isOn)", [QueryItem("reblogs", "\(isOn)")])
    case .unfollow: ("accounts/\(id)/unfollow", [])
    case .mute(let seconds, let withNotices):
      (
        "accounts/\(id)/mute",
        [QueryItem("notifications", "\(withNotices)"), QueryItem("duration", "\(seconds ?? 0)")]
      )
    case .unmute: ("accounts/\(id)/unmute", [])
    case .block: ("accounts/\(id)/block", [])
    case .unblock: ("accounts/\(id)/unblock", [])
    case .accept: ("follow_requests/\(id)/authorize", [])
    case .refuse: ("follow_requests/\(id)/reject", [])
    }
  }
}
