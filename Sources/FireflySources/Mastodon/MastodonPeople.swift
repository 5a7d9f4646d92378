import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// How the account of a token and another one stand to each other; what a server leaves out is unknown.
struct MastodonRelation: Decodable, Sendable {
  @Lenient var id: MastodonID?
  @Lenient var isFollowed: Bool?
  @Lenient var isAsked: Bool
  @Lenient var followsUser: Bool
  @Lenient var asksUser: Bool
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
    relation.asksUser = asksUser && !followsUser
    (relation.isMuted, relation.mutesNotices) = (mutes ? isMuted : nil, mutesNotices)
    (relation.blocksUser, relation.showsBoosts) = (blocksUser, showsBoosts ?? true)
    return relation
  }
}

// People: who they are, how the user stands to them, and what they show.
extension Mastodon {
  func user(_ handle: String) async throws(APIError) -> SourceUser {
    await knowOwner()
    let account = try await account(handle)
    guard var user = SourceUser(account) else { throw .status(404, message: nil) }
    user.facts.relation = await relation(to: account)
    return user
  }

  /// How the user and somebody stand to each other; nil if the server does not say it.
  private func relation(to account: MastodonAccount) async -> Relation? {
    guard isSignedIn, let owner = try? await owner() else { return nil }
    guard !isSame(account, owner) else {
      var relation = Relation()
      relation.isUser = true
      return relation
    }
    guard let id = account.id?.safe else { return nil }
    let found = try? await web.answer(
      "/api/v1/accounts/relationships?id%5B%5D=\(id.percentEncoded)",
      as: LossyList<MastodonRelation>.self
    ).elements.first { $0.id?.safe == id }
    guard var relation = found?.relation(mutes: await mutes) else { return nil }
    // Older servers say it in the list of requests only.
    if memory.state.withLock({ $0.requests.contains(id) }), !relation.followsUser {
      relation.asksUser = true
    }
    return relation
  }

  /// Whether the server can mute people; as far as that is known.
  private var mutes: Bool {
    get async { (try? await instance())?.mutesNobody != true }
  }

  func relate(to handle: String, _ change: Relation.Change) async throws(APIError) -> SourceUser {
    let account = try await account(handle)
    guard let id = account.id?.safe, var user = SourceUser(account) else {
      throw .status(404, message: nil)
    }
    guard !isSame(account, try await owner()) else {
      throw .notOffered("This is your own account.")
    }
    let (call, form) = change.request(id.percentEncoded)
    let answer: MastodonRelation
    do throws(APIError) {
      answer = try await web.send(
        form, to: "/api/v1/\(call)", as: MastodonRelation.self)
    } catch .notOffered(WebClient.mayOnlyRead) {
      throw .refused(Site.Refusal(signInAgainTo: change.verb))
    } catch  where error.isUnknownCall {
      // The person was there a moment ago.
      throw .notOffered("\(web.name) can't do this: \(change.verb) people.")
    }
    // An answer about somebody else says nothing of this person.
    var now =
      answer.id?.safe.map { $0 == id } == false ? nil : answer.relation(mutes: await mutes)
    // Some servers answer with what held before, or with nothing, and need a moment.
    for pause in Self.pauses where now.map(change.isDone) != true {
      try? await Task.sleep(for: pause)
      now = await relation(to: account) ?? now
    }
    if change == .accept || change == .refuse, now.map(change.isDone) == true {
      memory.state.withLock { _ = $0.requests.remove(id) }
    }
    user.facts.relation = now
    return user
  }

  /// How long to wait before what holds is asked for again.
  private static let pauses = [Duration.zero, .seconds(1), .seconds(2)]

  /// Those who ask to follow the user, those whom the user follows, and those who follow the user.
  func peopleFollowed() async throws(APIError) -> [SourceUser] {
    guard isSignedIn, place == nil else { return [] }
    let own = try await ownID()
    async let asking = try? accounts("follow_requests")
    async let following = try? accounts("accounts/\(own)/followers")
    // Not every server says whom an account follows.
    let followed: [MastodonAccount]
    do throws(APIError) {
      followed = try await accounts("accounts/\(own)/following")
    } catch  where error.isUnknownCall {
      followed = []
    }
    let (requests, followers) = (await asking ?? [], await following ?? [])
    memory.state.withLock { $0.requests = Set(requests.compactMap { $0.id?.safe }) }
    let followerIDs = Set(followers.compactMap { $0.id?.safe })
    func user(_ account: MastodonAccount, _ words: String...) -> SourceUser? {
      var user = SourceUser(account)
      user?.facts.labels.insert(contentsOf: words, at: 0)
      return user
    }
    var seen: Set<String> = []
    return
      (requests.compactMap { user($0, "asks to follow you") }
      + followed.compactMap { account in
        account.id.flatMap(\.safe).map(followerIDs.contains) == true
          ? user(account, "you follow", "follows you") : user(account, "you follow")
      } + followers.compactMap { user($0, "follows you") })
      .filter { seen.insert($0.handle).inserted }
  }

  /// People of a list at most.
  private static let people = 80

  private func accounts(_ list: String) async throws(APIError) -> [MastodonAccount] {
    try await web.answer(
      "/api/v1/\(list)?limit=\(Self.people)", as: LossyList<MastodonAccount>.self
    ).elements
  }

  /// The posts that a profile shows: first what its owner has pinned, then all that answer nothing.
  func profilePosts(by handle: String) async throws(APIError) -> [SourceNode] {
    let target = try await statuses(by: handle) + "&exclude_replies=true&limit=\(Self.page)"
    async let pinned = try? page(target + "&pinned=true").nodes
    let newest = try await page(target).nodes
    // A server that knows no pinned posts ignores the word for them.
    guard let pinned = await pinned, pinned.map(\.id) != newest.map(\.id) else { return newest }
    let first = pinned.prefix(Self.pinned).map { node in
      var node = node
      node.facts.service?.isPinned = true
      return node
    }
    return first + newest
  }

  /// Pinned posts at most.
  private static let pinned = 20
}

extension Relation.Change {
  /// The call that does it for an account, and its form.
  fileprivate func request(_ id: String) -> (call: String, form: [QueryItem]) {
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

extension MastodonAccount {
  /// A line that the person has written beside the text about them.
  struct Field: Decodable, Sendable {
    @Lenient var name: String?
    /// HTML.
    @Lenient var value: String?
    /// When the server has seen that the page of the link names this account, too.
    @Lenient var verifiedAt: Date?

    enum CodingKeys: String, CodingKey {
      case name, value
      case verifiedAt = "verified_at"
    }

    /// It as an item of a list; nil if it says nothing.
    fileprivate var html: String? {
      let parts = [name?.line.map(MarkdownHTML.escape), value?.line].compactMap(\.self)
      guard !parts.isEmpty else { return nil }
      let sign = verifiedAt.map { " (verified on \(WireDate.day($0, in: LocalTime.ofUser())))" }
      return "<li>\(parts.joined(separator: ": "))\(sign ?? "")</li>"
    }
  }

  /// Fields of an account at most.
  private static let fields = 50

  /// What the person says about themselves, as HTML: the text, the fields, and since when they are there.
  var words: String {
    let items = fields.prefix(Self.fields).compactMap(\.html)
    let since = createdAt.map { "<p>Here since \(WireDate.day($0, in: LocalTime.ofUser())).</p>" }
    return [about, items.isEmpty ? nil : "<ul>\(items.joined())</ul>", since]
      .compactMap(\.self).joined()
  }
}
