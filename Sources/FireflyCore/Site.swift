/// Where a session is: a place with posts, who is there, what things are called and what can be done.
///
/// A value that is made on arrival, and replaced when the user signs in. What differs between places is a row of
/// data, `Rules`, which only this file reads: features ask what can be done, and nobody asks which place it is.
public struct Site: Hashable, Sendable {
  /// The name for sentences.
  public let name: String
  /// As whom the user is there.
  public let account: Account
  /// Whether the connection is not encrypted.
  public let isOverheard: Bool
  /// Whether the sign-in allows writing.
  private let mayWrite: Bool
  private let rules: Rules
  /// Its own lists in the posts tab, in the order of the key for them; none where lists are everyone's and the
  /// user's.
  private let lists: [Audience]
  /// The names of its own lists.
  public let listNames: [String]

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - rules: what holds there.
  ///   - name: the name for sentences.
  ///   - lists: the names of its own first list, which is home, and, if there is one, its second.
  ///   - further: the numbers and names of its further lists.
  ///   - isOverheard: whether the connection is not encrypted.
  ///   - account: as whom the user is there.
  ///   - mayWrite: whether the sign-in allows writing.
  public init(
    _ rules: Rules, name: String, lists: [String] = [], further: [(id: Int, name: String)] = [],
    isOverheard: Bool = false, as account: Account, mayWrite: Bool = true
  ) {
    (self.rules, self.name, self.account) = (rules, name, account)
    (self.isOverheard, self.mayWrite) = (isOverheard, mayWrite)
    self.lists = zip([.everyone, .mine], lists).map(\.0) + further.map { .list($0.id) }
    listNames = lists.prefix(2) + further.map(\.name)
  }

  private init(_ site: Site, as account: Account) {
    (rules, name, isOverheard, mayWrite) = (site.rules, site.name, site.isOverheard, site.mayWrite)
    (lists, listNames, self.account) = (site.lists, site.listNames, account)
  }

  /// Returns the user's own server.
  public static func own(as account: Account) -> Site {
    Site(.own, name: "your own server", as: account)
  }

  /// Returns the same place, where the user is somebody else.
  public func with(_ account: Account) -> Site { Site(self, as: account) }

  // MARK: What holds there

  /// What a user may want to do.
  public enum Ability: String, Hashable, Sendable, CaseIterable {
    /// To begin a post.
    case write
    /// To answer a post.
    case reply
    /// To change a post.
    case edit
    /// To delete a post.
    case delete
    /// To move a post in the tree.
    case move
    /// To write a profile, and posts below one.
    case profile
    /// To mark posts of others as favourites, with bookmarks and boosts.
    case mark
    /// To search all posts.
    case search
    /// To follow threads and branches.
    case follow
    /// To copy threads to the user's own server.
    case keep
    /// To see the replies to the user.
    case answers
    /// To sign in.
    case signIn
  }

  /// What holds at a place, beside what can be done.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The traits as bits.
    public let rawValue: UInt16

    /// Creates traits of their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A newer post has a higher number: read marks and news go by numbers; elsewhere by dates, and by
    /// the number of replies that a story says it has.
    public static let numbersRise = Traits(rawValue: 1)
    /// Posts and searches are Firefly's: their texts have its links and pictures, and deleted threads stay.
    public static let fireflyPosts = Traits(rawValue: 1 << 1)
    /// Summaries state facts, such as author and the number of all replies.
    public static let statedFacts = Traits(rawValue: 1 << 2)
    /// Posts are stories with whole threads, which come at once: lists are dense, nothing is loaded ahead.
    public static let wholeThreads = Traits(rawValue: 1 << 3)
    /// Posts are about pages on the web, and have pages themselves.
    public static let pages = Traits(rawValue: 1 << 4)
    /// A post has fields of the place, such as readers and a language.
    public static let ownFields = Traits(rawValue: 1 << 5)
    /// Users sign in on a page, and what is shown depends on them.
    public static let personal = Traits(rawValue: 1 << 6)
    /// Users are feeds, which can be followed, and whose entries are new at first.
    public static let feeds = Traits(rawValue: 1 << 7)
    /// It is on this machine, and answers at once.
    public static let near = Traits(rawValue: 1 << 8)
    /// Its posts come from a program.
    public static let program = Traits(rawValue: 1 << 9)
    /// The name is always shown, because such places look alike.
    public static let namedAlways = Traits(rawValue: 1 << 10)
    /// Who listens hears the name.
    public static let spokenName = Traits(rawValue: 1 << 11)
  }

  /// Whether something holds there.
  public func has(_ trait: Traits) -> Bool { rules.traits.contains(trait) }

  /// A word for one thing, and for several.
  public struct Noun: Hashable, Sendable {
    /// The word for one.
    public let one: String
    /// The word for several.
    public let many: String

    /// A post, in whatever place.
    public static let post = Noun(one: "post", many: "posts")
    /// A saved search.
    public static let search = Noun(one: "search", many: "searches")
  }

  /// What holds at all places of a kind.
  public struct Rules: Hashable, Sendable {
    fileprivate var abilities: Set<Ability>
    fileprivate var traits: Traits
    fileprivate var post = Noun.post
    fileprivate var user = Noun(one: "person", many: "people")
    /// The name of the third tab.
    fileprivate var users = "users"
    /// The name of the list in the third tab.
    fileprivate var userList = "authors of loaded posts"
    /// What can't be written to, in a sentence; nil for the name of the place.
    fileprivate var subject: String?

    /// The user's own server.
    public static let own = Rules(
      abilities: Rules.server.abilities.subtracting([.signIn]),
      traits: [.numbersRise, .fireflyPosts, .near], userList: "recent users")

    /// Another Firefly server.
    public static let server = Rules(
      abilities: [
        .write, .reply, .edit, .delete, .move, .profile, .search, .follow, .answers, .signIn,
      ],
      traits: [.numbersRise, .fireflyPosts, .namedAlways, .spokenName], userList: "recent users")

    /// A service that can only be read.
    public static let reading = Rules(
      abilities: [.search, .keep], traits: [.statedFacts, .wholeThreads, .pages, .spokenName])

    /// A service with accounts.
    public static let service = Rules(
      abilities: [.write, .reply, .edit, .delete, .mark, .search, .keep, .answers, .signIn],
      traits: Rules.reading.traits.union([.ownFields, .personal]))

    /// Feeds.
    public static let feeds = Rules(
      abilities: Rules.reading.abilities,
      traits: [.statedFacts, .wholeThreads, .pages, .feeds],
      post: Noun(one: "entry", many: "entries"), user: Noun(one: "feed", many: "feeds"),
      users: "feeds", userList: "feeds", subject: "A feed")

    /// A program of the user's.
    public static let program = Rules(
      abilities: Rules.reading.abilities, traits: Rules.reading.traits.union(.program))

    /// Returns the same rules for a place where something can't be done.
    public func without(_ ability: Ability) -> Rules {
      var rules = self
      rules.abilities.remove(ability)
      return rules
    }
  }

  // MARK: What things are called

  /// What its posts are called.
  public var post: Noun { rules.post }

  /// What its users are called.
  public var user: Noun { rules.user }

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

  /// The tabs with more than one list.
  public var switchable: Set<Explorer> {
    hasOwnLists ? lists.count > 1 ? [.posts] : [] : [.posts, .searches]
  }

  /// Whether the posts tab has a list.
  public func has(_ list: Audience) -> Bool { !hasOwnLists || lists.contains(list) }

  /// Returns the name of a tab's list.
  public func name(of list: Audience, in explorer: Explorer) -> String {
    switch explorer {
    case .posts where hasOwnLists: lists.firstIndex(of: list).map { listNames[$0] } ?? ""
    case .posts where list == .threads: "threads"
    case .searches where !has(.fireflyPosts): "saved searches"
    case .posts, .searches: (list == .mine ? "my " : "everyone's ") + explorer.name
    case .users: rules.userList
    }
  }

  /// Returns the list of a tab that the key for it shows next.
  public func next(after list: Audience, in explorer: Explorer) -> Audience {
    guard hasOwnLists else {
      return list.next(hasThreads: explorer == .posts, hasMine: account.hasUser)
    }
    let next = lists.firstIndex(of: list).map { $0 + 1 } ?? 0
    return next < lists.count ? lists[next] : .everyone
  }

  // MARK: What can be done

  /// Why something can't be done, and what may help.
  public struct Refusal: Hashable, Sendable {
    /// The reason, a sentence.
    public let words: String
    /// What the user can do instead; nil for nothing.
    public let way: Way?
    /// Whether it is about a post, not about the place.
    public let isOfPost: Bool

    fileprivate init(_ words: String, _ way: Way? = nil, isOfPost: Bool = false) {
      (self.words, self.way, self.isOfPost) = (words, way, isOfPost)
    }
  }

  /// What a user can do instead; a screen names a key for it, a shell a command.
  public enum Way: Hashable, Sendable {
    /// To sign in.
    case signIn
    /// To sign in again, and allow writing.
    case allowWriting
    /// To follow a feed.
    case followFeed
    /// To save a search.
    case search
    /// To answer a copy on the user's own server.
    case keep
  }

  /// Returns whether the user may try something; a Firefly server asks for an account when it is needed.
  public func can(_ ability: Ability, on post: Post? = nil) -> Bool {
    refusal(of: ability, on: post) == nil
  }

  /// Returns why the user can't do something there.
  ///
  /// - Parameters:
  ///   - ability: what the user wants to do.
  ///   - post: the post to do it to; nil for any.
  /// - Returns: the reason; nil if the user may try.
  public func refusal(of ability: Ability, on post: Post? = nil) -> Refusal? {
    let isChange = [.edit, .delete, .move].contains(ability)
    // Searches and feeds are kept for the user, whatever else can be written.
    if isChange, let post, post.template != .post, account.owns(post) { return nil }
    guard rules.abilities.contains(ability) else { return missing(ability) }
    if has(.personal), isChange || [.write, .reply, .mark].contains(ability) {
      guard account.isSignedIn else { return signInFirst }
      guard mayWrite else { return Refusal(Self.readingOnly, .allowWriting) }
    }
    guard isChange, let post, !account.owns(post) else { return nil }
    return account.hasUser ? othersPost(ability) : signInFirst
  }

  private func othersPost(_ ability: Ability) -> Refusal {
    Refusal("You can \(ability.rawValue) your own posts only.", isOfPost: true)
  }

  private var signInFirst: Refusal { Refusal("Sign in to write on \(name).", .signIn) }

  /// That a sign-in does not allow writing.
  public static let readingOnly = "This sign-in may only read."

  /// Returns the sentence that a place can't be written to.
  public static func readOnly(_ name: String) -> String { "\(name) is read only here." }

  private func missing(_ ability: Ability) -> Refusal {
    let readOnly = Self.readOnly(rules.subject ?? name)
    return switch ability {
    case .write: Refusal(readOnly, has(.feeds) ? .followFeed : .search)
    case .reply: Refusal(readOnly, .keep)
    case .profile where rules.abilities.contains(.write): othersPost(.edit)
    case .move where rules.abilities.contains(.write):
      Refusal("This server can't move posts.", isOfPost: true)
    case .edit, .delete, .move, .profile: Refusal(readOnly)
    case .mark: Refusal("Posts here have no such marks.")
    case .search: Refusal("It has no search that programs can use.")
    case .follow: Refusal("Only threads of Firefly's servers can be followed.")
    case .keep: Refusal("Only threads of sources can be kept.")
    case .answers:
      Refusal(
        "You have no account \(has(.feeds) ? "in feeds" : "on \(name)"), so there are no replies to you."
      )
    case .signIn:
      Refusal(
        has(.near)
          ? "Your own server needs no sign-in." : "\(name) needs no sign-in: it is read only here.")
    }
  }
}
