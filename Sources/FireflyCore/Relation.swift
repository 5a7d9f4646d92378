/// How the current user and a person of a service stand to each other there.
public struct Relation: Codable, Hashable, Sendable {
  /// Whether the person is the user.
  public var isUser = false
  /// Whether the user follows the person.
  public var isFollowed = false
  /// Whether the user has asked to follow the person, who has not accepted yet.
  public var isAsked = false
  /// Whether the person follows the user.
  public var followsUser = false
  /// Whether the person has asked to follow the user, who has not accepted yet.
  public var asksUser = false
  /// Whether the user has muted the person; nil where the service mutes nobody.
  public var isMuted: Bool? = false
  /// Whether notices of a muted person are muted, too.
  public var mutesNotices = false
  /// Whether the user has blocked the person.
  public var isBlocked = false
  /// Whether the person has blocked the user.
  public var blocksUser = false
  /// Whether the user sees what the person boosts.
  public var showsBoosts = true

  /// Creates the relation of strangers.
  public init() {}

  /// What is said of it, a few words each.
  public var words: [String] {
    if isUser { return ["you"] }
    return [
      asksUser ? "asks to follow you" : nil, isBlocked ? "blocked" : nil,
      isMuted == true ? "muted" : nil,
      isMuted == true && mutesNotices ? "with their notices" : nil,
      isFollowed ? "you follow" : isAsked ? "you asked to follow" : nil,
      isFollowed && !showsBoosts ? "without boosts" : nil,
      followsUser ? "follows you" : nil, blocksUser ? "has blocked you" : nil,
    ].compactMap(\.self)
  }

  /// What the user can change of it.
  public enum Change: Hashable, Sendable {
    /// To follow the person, or to ask for that.
    case follow
    /// To follow the person no longer, or to take back that it was asked for.
    case unfollow
    /// To mute the person, for some seconds; nil for ever.
    case mute(seconds: Int?, withNotices: Bool)
    /// To end that.
    case unmute
    /// To block the person, which ends that either follows the other.
    case block
    /// To end that.
    case unblock
    /// To see what the person boosts, or not; of people whom the user follows.
    case boosts(Bool)
    /// To let the person, who has asked, follow the user.
    case accept
    /// Not to let them.
    case refuse

    /// What is done, for the end of a sentence.
    public var verb: String {
      switch self {
      case .follow, .unfollow, .boosts: "follow"
      case .mute, .unmute: "mute"
      case .block, .unblock: "block"
      case .accept, .refuse: "answer requests"
      }
    }

    /// What takes it back wholly; nil for nothing.
    public var undone: Change? {
      switch self {
      case .follow: .unfollow
      case .mute: .unmute
      case .block: .unblock
      case .boosts(let isOn): .boosts(!isOn)
      case .unfollow, .unmute, .unblock, .accept, .refuse: nil
      }
    }

    /// Returns whether a relation is as it was wanted.
    public func isDone(_ relation: Relation) -> Bool {
      switch self {
      case .follow: relation.isFollowed || relation.isAsked
      case .unfollow: !relation.isFollowed && !relation.isAsked
      case .mute: relation.isMuted == true
      case .unmute: relation.isMuted == false
      case .block: relation.isBlocked
      case .unblock: !relation.isBlocked
      case .boosts(let isOn): relation.showsBoosts == isOn
      case .accept: relation.followsUser
      case .refuse: !relation.asksUser && !relation.followsUser
      }
    }

    /// Returns what has come of it, as a sentence.
    ///
    /// - Parameters:
    ///   - name: the person.
    ///   - place: the service.
    ///   - relation: what the service says now; nil if it says nothing.
    /// - Returns: the sentence.
    public func sentence(
      of name: String, on place: String, _ relation: Relation?
    ) -> String {
      guard let relation, isDone(relation) else {
        return "\(place) did not say that this was done. Look at \(name)'s profile again."
      }
      switch self {
      case .follow where !relation.isFollowed:
        return "You have asked \(name) to let you follow; they must accept."
      case .follow: return "You follow \(name) on \(place)."
      case .unfollow: return "You don't follow \(name) on \(place)."
      case .mute(let seconds, let withNotices):
        let notices = withNotices ? ", also in notices" : ""
        // Not every service ends it, and none says so.
        let end = seconds.map { " It was asked to end this after \(TimeSpan.words($0))." } ?? ""
        return "\(name) is muted on \(place)\(notices).\(end)"
      case .unmute: return "\(name) is not muted on \(place)."
      case .block: return "\(name) is blocked on \(place)."
      case .unblock:
        return "\(name) is not blocked on \(place). Who followed whom does not come back."
      case .accept: return "\(name) follows you now."
      case .refuse: return "\(name) does not follow you."
      case .boosts(true): return "You see what \(name) boosts."
      case .boosts(false): return "What \(name) boosts is no longer in home."
      }
    }
  }
}
