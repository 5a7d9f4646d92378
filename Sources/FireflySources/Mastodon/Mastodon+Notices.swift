import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// A notification: what somebody has done with a post of the user's, or with the user.
struct MastodonNotice: Decodable, Sendable {
  @Lenient var id: MastodonID?
  @Lenient var type: String?
  @Lenient var createdAt: Date?
  @Lenient var account: MastodonAccount?
  @Lenient var status: MastodonStatus?

  enum CodingKeys: String, CodingKey {
    case id, type, account, status
    case createdAt = "created_at"
  }

  /// Its kind; what is not known is among the others.
  var kind: Notice.Kind {
    switch type {
    case "mention", "quote": .mentions
    case "favourite", "reblog", "pleroma:emoji_reaction", "reaction": .reactions
    case "follow", "follow_request": .follows
    default: .others
    }
  }

  /// Who has done it.
  fileprivate var name: String {
    ForeignText.cleanLine(account?.name ?? account?.handle ?? "somebody", limit: 60)
  }

  /// What it says alone, by a name; nil for what is counted by its post.
  fileprivate var words: String? {
    switch type {
    case "favourite", "reblog": nil
    case "mention": "mentions you"
    case "quote": "quotes you"
    case "follow": "follows you now"
    case "follow_request": "asks to follow you"
    case "poll": "the poll has ended"
    case "update": "changed since you boosted it"
    case "quoted_update": "changed since you quoted it"
    case "status": "new from somebody you watch"
    case "pleroma:emoji_reaction", "reaction": "\(name) has reacted"
    case "admin.sign_up": "has signed up"
    case "admin.report": "has reported somebody"
    default:
      "\(name): \(ForeignText.cleanLine(type ?? "a notice", limit: 40).replacing("_", with: " "))"
    }
  }
}

// Notices: grouped by the posts and people that they are about, because not every server groups them.
extension Mastodon {
  /// Pages of notifications at most.
  private static let pagesOfNotices = 5

  func notices(
    _ kind: Notice.Kind?, areSeen: Bool
  ) async throws(APIError) -> (notices: [SourceNotice], hasMore: Bool) {
    guard isSignedIn else { throw .status(401, message: nil) }
    await knowOwner()
    let (all, hasMore): ([MastodonNotice], Bool)
    do throws(APIError) {
      (all, hasMore) = try await notifications(kind)
    } catch .notOffered(WebClient.mayOnlyRead) {
      throw .refused(Site.Refusal(signInAgainTo: "see notices"))
    }
    let seen = await marker(.notifications) ?? memory.state.withLock(\.seenNotice)
    let new = Self.new(all, after: seen)
    // It never goes back, as it would among notices of one kind.
    if areSeen, let newest = all.first?.id?.safe, seen == nil || new > 0 {
      memory.state.withLock { $0.seenNotice = newest }
      await mark(.notifications, newest)
    }
    var groups = NoticeGroups()
    for (place, notice) in all.enumerated() where kind == nil || notice.kind == kind {
      groups.add(notice, isNew: seen.map { _ in place < new })
    }
    return (groups.all.compactMap(shown), hasMore)
  }

  private func shown(_ group: NoticeGroups.Group) -> SourceNotice? {
    guard let status = group.first.status else {
      let person = group.first.account.flatMap(SourceUser.init)
      return person.map { SourceNotice(about: .person($0), notice: group.notice) }
    }
    guard let node = node(status, in: .notifications), !node.isHidden else { return nil }
    return SourceNotice(about: .post(node), notice: group.notice)
  }

  /// The types that are asked for; some servers ignore them.
  ///
  /// Among thousands of favourites, mentions would be further down than is read.
  private static func types(of kind: Notice.Kind?) -> [String] {
    switch kind {
    case .mentions: ["mention", "quote"]
    case .follows: ["follow", "follow_request"]
    default: []
    }
  }

  /// Loads the newest notifications, and whether there are older ones.
  private func notifications(
    _ kind: Notice.Kind?
  ) async throws(APIError) -> ([MastodonNotice], hasMore: Bool) {
    var all: [MastodonNotice] = []
    var cursor: String?
    let types = Self.types(of: kind).map { "types%5B%5D=\($0)" }
    for number in 0..<Self.pagesOfNotices {
      let query = (["limit=\(Self.page)"] + types + [cursor].compactMap(\.self))
        .joined(separator: "&")
      do throws(APIError) {
        let (page, next) = try await web.page(
          "/api/v1/notifications?\(query)", as: LossyList<MastodonNotice>.self)
        all += page.elements.prefix(Self.page)
        let following = next.flatMap(Self.cursor)
        guard let following, following != cursor, !page.elements.isEmpty else {
          return (all, false)
        }
        cursor = following
      } catch  where number > 0 && error != .cancelled {
        // What came can be shown.
        break
      }
    }
    return (all, true)
  }

  /// Returns how many notices, which stand newest first, came after one, also if that is gone or further down.
  static func new(_ all: [MastodonNotice], after seen: String?) -> Int {
    guard let seen else { return 0 }
    // Not every server makes IDs that rise.
    if let place = all.firstIndex(where: { $0.id?.text == seen }) { return place }
    return all.prefix { $0.id.map { isAfter($0.text, seen) } ?? false }.count
  }
}

/// Notices by the posts and people that they are about.
private struct NoticeGroups {
  struct Group {
    /// The newest.
    let first: MastodonNotice
    var isNew: Bool?
    /// Who has boosted the post, and whose favourite it is, each once.
    var boosts: [String] = []
    var favourites: [String] = []
    /// What else was done.
    var words: [String] = []

    var notice: Notice {
      let parts =
        [("boosted by", boosts), ("favourite of", favourites)].compactMap { verb, names in
          names.isEmpty ? nil : "\(verb) \(Self.words(names))"
        } + words
      return Notice(parts.joined(separator: " · "), at: first.createdAt, isNew: isNew)
    }

    private static func words(_ names: [String]) -> String {
      switch names.count {
      case 1: names[0]
      case 2: "\(names[0]) and \(names[1])"
      default: "\(names[0]) and \(names.count - 1) others"
      }
    }
  }

  private(set) var all: [Group] = []
  private var places: [String: Int] = [:]
  private var seen: Set<String> = []

  mutating func add(_ notice: MastodonNotice, isNew: Bool?) {
    let post = notice.status?.id?.text
    guard let name = post ?? notice.account?.id?.text else { return }
    let key = (post == nil ? "person " : "post ") + name
    if places[key] == nil {
      places[key] = all.count
      all.append(Group(first: notice))
    }
    guard let place = places[key] else { return }
    if all[place].isNew != true { all[place].isNew = isNew }
    // Who takes a mark back and sets it again is one.
    let who = notice.account?.id?.text ?? notice.name
    guard seen.insert("\(key) \(notice.type ?? "") \(who)").inserted else { return }
    switch notice.type {
    case "reblog": all[place].boosts.append(notice.name)
    case "favourite": all[place].favourites.append(notice.name)
    default: if let words = notice.words { all[place].words.append(words) }
    }
  }
}
