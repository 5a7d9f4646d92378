// What differs between places: a row of data for each kind.
extension Site {
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
    /// To follow, mute and block people.
    case people
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
    public let rawValue: UInt32

    /// Creates traits of their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

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
    /// A thread has a page, by whose address it can be named.
    public static let threadPages = Traits(rawValue: 1 << 5)
    /// A post has fields of the place, such as readers and a language.
    public static let ownFields = Traits(rawValue: 1 << 6)
    /// Users sign in on a page, and what is shown depends on them.
    public static let personal = Traits(rawValue: 1 << 7)
    /// Its parts show the same posts: accounts, drafts and read marks are kept once for all of them.
    public static let sharedByParts = Traits(rawValue: 1 << 8)
    /// Users are what the user follows: they are added by an address, renamed and removed.
    public static let subscriptions = Traits(rawValue: 1 << 9)
    /// Users are listed with what is unread of them.
    public static let unreadUsers = Traits(rawValue: 1 << 10)
    /// What is there at the first visit is new; elsewhere it counts as read.
    public static let newAtFirst = Traits(rawValue: 1 << 11)
    /// A link to a thread of a source opens that thread, instead of the browser.
    public static let opensThreads = Traits(rawValue: 1 << 12)
    /// It answers at once, and asking costs nobody anything.
    public static let instant = Traits(rawValue: 1 << 13)
    /// Its posts are on this machine: no copies of lists are kept for the time without network.
    public static let keptHere = Traits(rawValue: 1 << 14)
    /// What is imported arrives there, as posts of the user.
    public static let takesImports = Traits(rawValue: 1 << 15)
    /// That the user is there is said only beside other places.
    public static let goesUnsaid = Traits(rawValue: 1 << 16)
    /// Its posts come from a program.
    public static let program = Traits(rawValue: 1 << 17)
    /// The name is always shown, because such places look alike.
    public static let namedAlways = Traits(rawValue: 1 << 18)
    /// Who listens hears the name.
    public static let spokenName = Traits(rawValue: 1 << 19)
    /// A profile comes with what its owner has written.
    public static let fullProfiles = Traits(rawValue: 1 << 20)
    /// It tells what others do with the user's posts, beside replies.
    public static let notices = Traits(rawValue: 1 << 21)
    /// The key for lists goes round the first two and those that the user has put there; elsewhere round all.
    public static let chosenLists = Traits(rawValue: 1 << 22)
    /// Users sign in with a name and a password, instead of on a page.
    public static let passwords = Traits(rawValue: 1 << 23)
    /// Its service keeps of each post whether it is read, and which are starred, for all devices.
    public static let sharedMarks = Traits(rawValue: 1 << 24)
  }

  /// A word for one thing, and for several.
  public struct Noun: Hashable, Sendable {
    /// The word for one.
    public let one: String
    /// The word for several.
    public let many: String

    /// The word for one, with its article.
    public var anyOne: String { ("aeiou".contains(one.prefix(1)) ? "an " : "a ") + one }

    /// A post, in whatever place.
    public static let post = Noun(one: "post", many: "posts")
    /// A saved search.
    public static let search = Noun(one: "search", many: "searches")
  }

  /// What holds at all places of a kind.
  public struct Rules: Hashable, Sendable {
    var abilities: Set<Ability>
    var traits: Traits
    var post = Noun.post
    var user = Noun(one: "person", many: "people")
    /// The name of the third tab.
    var users = "users"
    /// The name of the list in the third tab.
    var userList = "authors of loaded posts"
    /// What can't be written to, in a sentence; nil for the name of the place.
    var subject: String?
    /// Where one would have an account; nil for “on” and the name of the place.
    var residence: String?
    /// How often it is asked, where that is not up to the user, as a sentence.
    var pace: String?
    /// Where users find the password that it asks for, in a sentence; nil where it asks for none.
    var passwordHint: String?

    /// The user's own server.
    public static let own = Rules(
      abilities: Rules.server.abilities.subtracting([.signIn]),
      traits: [
        .numbersRise, .fireflyPosts, .fullProfiles, .instant, .keptHere, .takesImports, .goesUnsaid,
      ],
      userList: "recent users", subject: "Your own server")

    /// Another Firefly server.
    public static let server = Rules(
      abilities: [
        .write, .reply, .edit, .delete, .move, .profile, .search, .follow, .answers, .signIn,
      ],
      traits: [.numbersRise, .fireflyPosts, .namedAlways, .spokenName, .fullProfiles],
      userList: "recent users")

    /// A service that can only be read.
    public static let reading = Rules(
      abilities: [.search, .keep],
      traits: [.statedFacts, .wholeThreads, .pages, .threadPages, .spokenName])

    /// A service with accounts.
    public static let service = Rules(
      abilities: [
        .write, .reply, .edit, .delete, .mark, .people, .search, .keep, .answers, .signIn,
      ],
      traits: Rules.reading.traits.union([
        .ownFields, .personal, .sharedByParts, .fullProfiles, .notices, .chosenLists,
      ]))

    /// Feeds.
    public static let feeds = Rules(
      abilities: Rules.reading.abilities,
      traits: [
        .statedFacts, .wholeThreads, .pages, .sharedByParts, .subscriptions, .unreadUsers,
        .newAtFirst,
        .opensThreads, .keptHere,
      ],
      post: Noun(one: "entry", many: "entries"), user: Noun(one: "feed", many: "feeds"),
      users: "feeds", userList: "feeds", subject: "A feed", residence: "in feeds",
      pace: "Each feed is asked every quarter of an hour.")

    /// Feeds of a service, with an account.
    public static let reader = Rules(
      abilities: Rules.reading.abilities.union([.signIn]),
      traits: Rules.feeds.traits.subtracting([.sharedByParts])
        .union([.personal, .passwords, .sharedMarks]),
      post: Rules.feeds.post, user: Rules.feeds.user, users: "feeds", userList: "feeds",
      pace: "The service is asked every quarter of an hour.",
      passwordHint:
        "The password is that of the API: in FreshRSS under Settings, Profile; in Miniflux under Settings, Integrations."
    )

    /// A program of the user's.
    public static let program = Rules(
      abilities: Rules.reading.abilities,
      traits: Rules.reading.traits.subtracting(.threadPages).union(.program))

    /// Returns the same rules for a place where something can't be done.
    public func without(_ ability: Ability) -> Rules {
      var rules = self
      rules.abilities.remove(ability)
      return rules
    }
  }
}
