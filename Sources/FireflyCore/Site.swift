/// Where a session is: a place with posts, who is there, what things are called and what can be done.
///
/// A value that is made on arrival, and replaced when the user signs in or it is known what a server can do. What
/// differs between places is a row of data, `Rules`, which no other module can read: features ask what can be
/// done, and nothing asks which place it is.
public struct Site: Hashable, Sendable {
  /// The name for sentences.
  public let name: String
  /// As whom the user is there.
  public private(set) var account: Account
  /// What the server can do beside what all can; nil while unknown.
  public private(set) var extensions: ServerAbilities?
  /// Whether the connection is not encrypted.
  public let isOverheard: Bool
  /// The address of the feed that is read here without being followed; nil elsewhere.
  public var offeredFeed: String?
  /// Whether the sign-in allows writing.
  let mayWrite: Bool
  let rules: Rules
  /// Its own lists in the posts tab, in the order of the key for them; none where lists are everyone's and the
  /// user's.
  private var lists: [Audience]
  /// The names of its own lists.
  public private(set) var listNames: [String]
  /// Its further lists, which stand in the second tab, too.
  public let furtherLists: [NamedList]
  /// The names of those that it ranks, so that their order says nothing after some hours.
  private let ranked: Set<String>
  /// The names of those that a post leaves when it is read.
  private let unread: Set<String>

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - rules: what holds there.
  ///   - name: the name for sentences.
  ///   - lists: the names of its own first list, which is home, and, if there is one, its second.
  ///   - further: its further lists.
  ///   - ranked: the names of the lists that it ranks; others are by time.
  ///   - unread: the names of the lists that a post leaves when it is read.
  ///   - isOverheard: whether the connection is not encrypted.
  ///   - account: as whom the user is there.
  ///   - mayWrite: whether the sign-in allows writing.
  public init(
    _ rules: Rules, name: String, lists: [String] = [], further: [NamedList] = [],
    ranked: Set<String> = [], unread: Set<String> = [], isOverheard: Bool = false,
    as account: Account, mayWrite: Bool = true
  ) {
    (self.rules, self.name, self.account) = (rules, name, account)
    (self.isOverheard, self.mayWrite) = (isOverheard, mayWrite)
    self.lists = zip([.everyone, .second], lists).map(\.0)
    listNames = Array(lists.prefix(2))
    (furtherLists, self.ranked, self.unread) = (further, ranked, unread)
    if !rules.traits.contains(.chosenLists) { round = further }
  }

  /// Returns the user's own server.
  public static func own(as account: Account) -> Site {
    Site(.own, name: "your own server", as: account)
  }

  /// Returns this place as another account sees it.
  public func with(_ account: Account) -> Site {
    var site = self
    (site.account, site.extensions) = (account, account.hasUser ? extensions : nil)
    return site
  }

  /// The further lists that the key for lists goes round.
  public var round: [NamedList] {
    get {
      zip(lists, listNames).compactMap { list, name in
        if case .list(let id) = list { NamedList(id: id, name: name) } else { nil }
      }
    }
    set {
      let own = lists.prefix { if case .list = $0 { false } else { true } }.count
      lists = lists.prefix(own) + newValue.map { .list($0.id) }
      listNames = listNames.prefix(own) + newValue.map(\.name)
    }
  }

  /// Returns the same place, when it is known what the server can do.
  public func with(_ extensions: ServerAbilities?) -> Site {
    var site = self
    site.extensions = extensions
    return site
  }

  /// Whether something holds there.
  public func has(_ trait: Traits) -> Bool { rules.traits.contains(trait) }

  // MARK: What things are called

  /// What its posts are called.
  public var post: Noun { rules.post }

  /// What its users are called.
  public var user: Noun { rules.user }

  /// How often it is asked, where that is not up to the user, as a sentence.
  public var pace: String? { rules.pace }

  /// Where users find the password that it asks for, in a sentence; nil where it asks for none.
  public var passwordHint: String? { rules.passwordHint }

  /// Whether the user could sign in, and has not.
  public var asksForSignIn: Bool { can(.signIn) && !account.isSignedIn }

  /// The name in front of that of a list; nil where lists need none.
  public var prefix: String? { has(.numbersRise) ? nil : name }

  /// The host, where it is always shown; nil elsewhere.
  public var host: String? { has(.namedAlways) ? name : nil }

  /// What to ask a user when it can't be reached; nil for servers, whose users know them.
  public var offlineQuestion: String? { has(.numbersRise) ? nil : "Are you online?" }

  /// Returns what the contents of a tab are called.
  public func name(of explorer: Explorer) -> String {
    switch explorer {
    case .posts: post.many
    case .searches: explorer.name
    case .users: rules.users
    }
  }

  /// Returns the message while a tab loads.
  public func loadingMessage(of explorer: Explorer) -> String {
    explorer == .searches ? explorer.loadingMessage : "Loading \(name(of: explorer))..."
  }

  // MARK: Lists

  /// Whether the lists of the posts tab are those of the place, instead of everyone's and the user's.
  public var hasOwnLists: Bool { !lists.isEmpty }

  /// Returns whether a tab has more than one list.
  public func switches(in explorer: Explorer) -> Bool {
    hasOwnLists ? explorer == .posts && lists.count > 1 : explorer != .users
  }

  /// Whether the posts tab has a list.
  public func has(_ list: Audience) -> Bool { !hasOwnLists || lists.contains(list) }

  /// Returns whether the place ranks a list of the posts tab.
  public func ranks(_ list: Audience) -> Bool { ranked.contains(name(of: list, in: .posts)) }

  /// Its own list that a post leaves when it is read; nil for none.
  ///
  /// A further list may have the same name.
  public var unreadList: Audience? {
    zip(lists, listNames).first { list, name in
      if case .list = list { false } else { unread.contains(name) }
    }?.0
  }

  /// Returns whether a post leaves a tab's list when it is read.
  public func hasOnlyUnread(_ list: Audience, in explorer: Explorer) -> Bool {
    explorer == .posts && list == unreadList
  }

  /// What the list of what others have written to the user is called.
  public var answersName: String { has(.notices) ? "notices" : "replies to you" }

  /// Returns how many have written to the user: `2 replies to you`.
  public func words(ofAnswers count: Int) -> String {
    has(.notices)
      ? Counted.words(count, "mention") : Counted.words(count, "reply", "replies") + " to you"
  }

  /// Returns the name of a tab's list.
  public func name(of list: Audience, in explorer: Explorer) -> String {
    switch explorer {
    case .posts where hasOwnLists:
      lists.firstIndex(of: list).map { listNames[$0] }
        ?? furtherLists.first { .list($0.id) == list }?.name ?? ""
    case .posts where list == .threads: "threads"
    case .searches where !has(.fireflyPosts): "saved searches"
    case .posts, .searches: (list == .mine ? "my " : "everyone's ") + explorer.name
    // Where one has an account, those whom one knows come first.
    case .users: can(.people) ? "people you know" : rules.userList
    }
  }

  /// The lists of the posts tab, in the order of the key for them.
  public var audiences: [Audience] {
    hasOwnLists ? lists : [.everyone, .threads] + (account.hasUser ? [.mine] : [])
  }

  /// Returns a list of the posts tab by its name there, or as commands call it; nil for none.
  public func list(named name: String) -> Audience? {
    audiences.first { self.name(of: $0, in: .posts).lowercased() == name.lowercased() }
      ?? audiences.first { !hasOwnLists && $0.name == name.lowercased() }
  }

  /// Returns the list of a tab that the key for it shows next.
  public func next(after list: Audience, in explorer: Explorer) -> Audience {
    guard hasOwnLists else {
      return switch list {
      case .everyone: explorer == .posts ? .threads : .mine
      case .threads: account.hasUser ? .mine : .everyone
      case .mine, .second, .list: .everyone
      }
    }
    let next = lists.firstIndex(of: list).map { $0 + 1 } ?? 0
    return next < lists.count ? lists[next] : .everyone
  }
}
