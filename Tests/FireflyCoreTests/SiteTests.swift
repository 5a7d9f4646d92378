import Testing

@testable import FireflyCore

/// What can be done where, and in which words it is refused.
@Suite struct SiteTests {
  private static let ada = Account.signedIn(User(email: "ada@example.org", name: "Ada"))
  private static let reader = Account.reader(User(email: "ada@localhost", name: "ada"))

  private static func service(_ account: Account, mayWrite: Bool = true) -> Site {
    Site(
      .service, name: "social.example", lists: ["home", "local"], as: account, mayWrite: mayWrite)
  }

  private static func source(
    _ rules: Site.Rules, _ name: String, lists: [String] = ["front page", "newest"]
  ) -> Site {
    Site(rules, name: name, lists: lists, as: reader)
  }

  private static let news = "Hacker News is read only here."
  private static let out = "Sign in to write on social.example."
  private static let noMove = "This server can't move posts."
  private static let noFollow = "Only threads of Firefly's servers can be followed."
  private static let noMark = "No favourites, boosts, bookmarks or polls here."
  private static let noPeople = "Nobody can be followed, muted or blocked here."
  private static let noKeep = "Only threads of sources and feeds can be copied."

  /// The places, and what is refused there; everything else may be tried.
  static let places: [(site: Site, refused: [Site.Ability: String])] = [
    (
      .own(as: ada),
      [
        .mark: noMark, .people: noPeople, .keep: "It is on your own server already.",
        .signIn: "Your own server needs no sign-in.",
      ]
    ),
    (
      Site(.server, name: "posts.example", as: ada),
      [.mark: noMark, .people: noPeople, .keep: noKeep]
    ),
    (
      Site(.server, name: "posts.example", as: .signedOut),
      [.mark: noMark, .people: noPeople, .keep: noKeep]
    ),
    (source(.reading, "Hacker News"), refused(of: "Hacker News", news)),
    (
      source(.reading.without(.search), "Lobsters"),
      refused(of: "Lobsters", "Lobsters is read only here.")
        .merging([.search: "It has no search that programs can use."]) { $1 }
    ),
    (
      source(.feeds, "Feeds"),
      refused(of: "Feeds", "A feed is read only here.").merging([
        .answers: "You have no account in feeds, so there are no replies to you.",
        .signIn: "A feed needs no sign-in: it is read only here.",
      ]) { $1 }
    ),
    (
      Site(.reader, name: "rss.example", lists: ["unread", "all"], as: ada),
      refused(of: "rss.example", "rss.example is read only here.").merging([
        .answers: "Nobody can reply to you on rss.example."
      ]) { $1 }.filter { $0.key != .signIn }
    ),
    (source(.program, "notes"), refused(of: "notes", "notes is read only here.")),
    (
      service(reader),
      [
        .write: out, .reply: out, .edit: out, .delete: out, .mark: out, .people: out, .move: noMove,
        .follow: noFollow, .profile: "You can edit your own posts only.",
      ]
    ),
    (
      service(ada),
      [.move: noMove, .follow: noFollow, .profile: "You can edit your own posts only."]
    ),
    (
      service(ada, mayWrite: false),
      [
        .write: Site.readingOnly, .reply: Site.readingOnly, .edit: Site.readingOnly,
        .delete: Site.readingOnly, .mark: Site.readingOnly,
        .people: Site.readingOnly, .move: noMove, .follow: noFollow,
        .profile: "You can edit your own posts only.",
      ]
    ),
  ]

  /// What a source without accounts refuses.
  private static func refused(of name: String, _ readOnly: String) -> [Site.Ability: String] {
    [
      .write: readOnly, .reply: readOnly, .edit: readOnly, .delete: readOnly, .move: readOnly,
      .profile: readOnly, .mark: noMark, .people: noPeople, .follow: noFollow,
      .answers: "You have no account on \(name), so there are no replies to you.",
      .signIn: "\(name) needs no sign-in: it is read only here.",
    ]
  }

  @Test(arguments: places.indices) func everyPlaceSaysWhatItRefuses(place: Int) {
    let (site, refused) = Self.places[place]
    for ability in Site.Ability.allCases {
      #expect(site.refusal(of: ability)?.words == refused[ability], "\(site.name): \(ability)")
      #expect(site.can(ability) == (refused[ability] == nil))
    }
  }

  /// Only the user's own posts can be changed, but what is kept for them can be everywhere.
  @Test(arguments: places.indices) func onlyOwnPostsAreChanged(place: Int) {
    let (site, refused) = Self.places[place]
    let own = Post(
      id: 1, title: "One", authorEmail: site.account.user?.handle ?? "nobody@example.org")
    let other = Post(id: 2, title: "Two", authorEmail: "ben@example.org")
    let profile = Post(id: 4, title: "Ada", authorEmail: own.authorEmail, template: .profile)
    let search = Post(id: 3, title: "Three", authorEmail: own.authorEmail, template: .query)
    for ability in [Site.Ability.edit, .delete, .move] {
      let owner = site.refusal(of: ability, on: own)?.words
      let stranger = site.refusal(of: ability, on: other)
      guard site.account.hasUser else {
        #expect(stranger?.way == .signIn && owner == "Sign in to write on posts.example.")
        continue
      }
      #expect(owner == refused[ability])
      #expect(
        stranger?.words == refused[ability] ?? "You can \(ability.rawValue) your own posts only.")
      #expect(site.can(ability, on: search))
      // A profile on a service can't be written.
      #expect(site.can(ability, on: profile) == (site.can(.profile) || site.has(.subscriptions)))
    }
  }

  /// What the server can do beside what all can is known later, and lets more or less be done.
  @Test func extensionsOfServersCount() {
    let site = Self.places[1].site
    let (own, other) = (
      Post(id: 1, title: "One", authorEmail: "ada@example.org"),
      Post(id: 2, title: "Two", authorEmail: "ben@example.org")
    )
    #expect(site.can(.move, on: own) && site.can(.reply, on: other))
    #expect(!site.can(.delete, on: other))
    let plain = site.with(ServerAbilities(restrictsReplies: true))
    #expect(plain.refusal(of: .move, on: own)?.words == Self.noMove)
    #expect(
      plain.refusal(of: .reply, on: other)?.words
        == "On this server only the author of a post can reply to it.")
    #expect(plain.can(.reply, on: own))
    let moderator = site.with(ServerAbilities(moves: true, moderates: true))
    #expect(moderator.can(.delete, on: other) && !moderator.can(.edit, on: other))
    #expect(moderator.can(.move, on: own))
    // They are those of a user.
    #expect(moderator.with(.signedOut).extensions == nil)
  }

  /// What helps is said by the place; a screen names its key, a shell its command.
  @Test func whatHelpsIsSaid() {
    let ways = Self.places.map { $0.site.refusal(of: .write)?.way }
    #expect(
      ways == [
        nil, nil, nil, .search, .search, .followFeed, .followFeed, .search, .signIn, nil,
        .allowWriting,
      ])
    #expect(Self.source(.feeds, "Feeds").refusal(of: .reply)?.way == .keep)
    func sentence(_ site: Site, _ ability: Site.Ability) -> String? {
      site.refusal(of: ability).map { site.sentence(of: $0) { "Way: \($0)." } }
    }
    #expect(
      sentence(Self.source(.reading, "Hacker News"), .write)
        == "Hacker News is read only here. Way: search.")
    #expect(
      sentence(Self.source(.reading.without(.search), "Lobsters"), .write)
        == "Lobsters is read only here. It has no search that programs can use.")
    #expect(
      sentence(Self.source(.feeds, "Feeds"), .write)
        == "A feed is read only here. Way: followFeed.")
    #expect(
      sentence(Self.source(.reading, "Hacker News"), .edit) == "Hacker News is read only here.")
  }

  @Test func listsHaveNames() {
    let (own, news) = (Site.own(as: Self.ada), Self.source(.reading, "Hacker News"))
    let feeds = Self.source(.feeds, "Feeds", lists: ["all entries"])
    func names(_ site: Site, _ list: Audience) -> [String] {
      Explorer.allCases.map { site.name(of: list, in: $0) }
    }
    #expect(names(own, .everyone) == ["everyone's posts", "everyone's searches", "recent users"])
    #expect(names(own, .mine) == ["my posts", "my searches", "recent users"])
    #expect(own.name(of: .threads, in: .posts) == "threads")
    #expect(names(news, .second) == ["newest", "saved searches", "authors of loaded posts"])
    #expect(names(feeds, .everyone) == ["all entries", "saved searches", "feeds"])
    #expect(Explorer.allCases.map(feeds.name(of:)) == ["entries", "searches", "feeds"])
    #expect(
      Explorer.allCases.map(feeds.loadingMessage)
        == ["Loading entries...", "Loading queries...", "Loading feeds..."])
    #expect(Explorer.allCases.map(own.switches) == [true, true, false])
    #expect(Explorer.allCases.map(news.switches) == [true, false, false])
    #expect(!feeds.switches(in: .posts))
  }

  @Test func theKeyForListsGoesRound() {
    func round(_ site: Site, in explorer: Explorer = .posts) -> [Audience] {
      var lists = [Audience.everyone]
      while lists.count < 5 { lists.append(site.next(after: lists.last!, in: explorer)) }
      return lists
    }
    let further = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"],
      further: [NamedList(id: 7, name: "ask")],
      as: Self.reader)
    #expect(round(further) == [.everyone, .second, .list(7), .everyone, .second])
    #expect(round(.own(as: Self.ada)) == [.everyone, .threads, .mine, .everyone, .threads])
    #expect(
      round(.own(as: Self.ada), in: .searches) == [.everyone, .mine, .everyone, .mine, .everyone])
    #expect(further.has(.list(7)) && !further.has(.list(8)) && !further.has(.mine))
  }

  /// Another user at the same place: everything else stays.
  @Test func aSiteIsReplacedForAnotherUser() {
    let site = Self.service(Self.reader)
    #expect(!site.can(.write) && site.with(Self.ada).can(.write))
    #expect(site.with(Self.ada).with(Self.reader) == site)
  }
}
