import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Help, palette and menu name the keys that do something where one is, and no others.
@Suite struct KeysAtPlacesTests {
  private static let ada = Account.signedIn(User(email: "ada@example.org", name: "Ada"))
  private static let member = Account.signedIn(
    User(id: "7", handle: "@ada@social.example", name: "Ada"))
  private static let reader = Account.reader(User(email: "ada@localhost", name: "Ada"))

  private static func service(_ account: Account, mayWrite: Bool = true) -> Site {
    Site(
      .service, name: "social.example", lists: ["home", "local"], as: account, mayWrite: mayWrite)
  }

  private static func server(_ account: Account, moves: Bool) -> Site {
    Site(.server, name: "posts.example", as: account).with(
      ServerAbilities(
        moves: moves, restores: true, moderates: false, removesPictures: true,
        restrictsReplies: false))
  }

  static let places: [(name: String, site: Site)] = [
    ("own", .own(as: ada)), ("server", server(ada, moves: true)),
    ("plain server", server(ada, moves: false)),
    ("server, signed out", Site(.server, name: "posts.example", as: .signedOut)),
    ("reading", Site(.reading, name: "Hacker News", lists: ["top", "new"], as: reader)),
    (
      "reading, no search",
      Site(.reading.without(.search), name: "Lobsters", lists: ["hot"], as: reader)
    ),
    ("feeds", Site(.feeds, name: "Feeds", lists: ["all entries"], as: reader)),
    ("program", Site(.program, name: "notes", lists: ["newest"], as: reader)),
    ("service", service(member)), ("service, signed out", service(reader)),
    ("service, reading only", service(member, mayWrite: false)),
  ]

  /// A post by somebody else, one of the user's, and a saved search of theirs, as far as there are some.
  private static func walks(at site: Site) -> [Walk] {
    let isOf = site.account.user?.handle ?? ""
    var other = Post.numbered(
      1, body: "Words, [a link](https://e.example/).", email: "cy@example.org")
    (other.childCount, other.facts.link) = (2, "https://e.example/")
    var own = Post.numbered(2, body: "Words.", email: isOf)
    if site.has(.ownFields) {
      (other.facts.service, own.facts.service) = (
        ServiceFacts(readers: .everyone), ServiceFacts(readers: .everyone)
      )
      own.facts.authorID = site.account.user?.serviceID
    }
    var query = Post.numbered(3, body: "words", email: isOf)
    query.template = .query
    query.facts.authorID = site.has(.fireflyPosts) ? nil : ""
    let posts = [
      [other], site.account.isSignedIn ? [own] : nil,
      site.can(.search) && site.account.hasUser ? [query] : nil,
    ]
    return posts.compactMap(\.self).map { posts in
      var walk = Walk(width: 100, height: 60, email: nil)
      (walk.state.account, walk.state.site) = (site.account, site)
      walk.send(.started(at: nil))
      let isSearch = posts[0].template == .query
      walk.answer(Walk.posts, isSearch ? [] : posts)
      walk.answer(Walk.searches, isSearch ? posts : [])
      walk.answer(Walk.users, [])
      if isSearch { walk.press(.function(2)) }
      return walk
    }
  }

  /// What an action comes to: nothing, a refusal of the place, or something else.
  private enum Outcome { case nothing, refused, done }

  private static func outcome(of action: Action, in walk: Walk) -> Outcome {
    var walk = walk
    let site = walk.state.site
    let (layers, before) = (walk.state.focus.isEmpty, walk.state.lists)
    var effects = walk.perform(action)
    effects += effects.flatMap { effect -> [Effect] in
      if case .send(let next) = effect { walk.perform(next) } else { [] }
    }
    let said = [walk.state.note?.text, walk.state.focus.dialog?.question].compactMap(\.self)
    let refusals =
      Site.Ability.allCases.compactMap { site.refusal(of: $0) }.filter { $0.way != .signIn }
      .map(\.words) + ["This server can't move posts."]
    let isRefusal =
      walk.state.focus.dialog.map { $0.buttons.map(\.title) == ["OK"] } ?? false
    if isRefusal || said.contains(where: { said in refusals.contains(where: said.hasPrefix) }) {
      return .refused
    }
    if walk.state.moving.movedPost != nil { return .done }
    let isSame = effects.isEmpty && walk.state.lists == before && walk.state.focus.isEmpty == layers
    return isSame && said.isEmpty ? .nothing : .done
  }

  @Test(arguments: places.map(\.name))
  func namedKeysDoSomethingAndOthersDont(_ name: String) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    let walks = Self.walks(at: site)
    for section in Keymap().sections where [.lists, .mute].contains(section.context) {
      for binding in section.bindings where binding.action != .quitPressed {
        let outcomes = walks.map { Self.outcome(of: binding.action, in: $0) }
        if binding.help(at: site) == nil {
          #expect(!outcomes.contains(.done), "\(binding.name) is not named")
        } else {
          let isRefused = outcomes.contains(.refused) && !outcomes.contains(.done)
          #expect(!isRefused, "\(binding.name) is named, and refused")
        }
      }
    }
  }

  /// Keys of threads, and those among the matches of a search, do something at each place.
  @Test(arguments: places.map(\.name))
  func keysOfThreadsAndMatchesDoSomething(_ name: String) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    func post(_ id: Int, below parent: Int?, _ count: Int) -> Post {
      var post = Post.numbered(id, children: count, email: "cy@example.org")
      post.parentID = parent
      if site.has(.ownFields) { post.facts.service = ServiceFacts(readers: .everyone) }
      return post
    }
    var walk = Walk(width: 100, height: 60, email: nil)
    (walk.state.account, walk.state.site) = (site.account, site)
    walk.state.lists.chosenView = .thread
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post(1, below: nil, 3)])
    walk.answer(Walk.searches, [])
    walk.answer(Walk.users, [])
    walk.press(.right)
    walk.answer(
      walk.level,
      [post(2, below: 1, 1), post(3, below: 2, 0), post(4, below: 1, 0), post(5, below: 1, 0)])
    #expect(walk.state.list.isThread)
    walk.press(.down, .down, .down)
    var finding = walk
    finding.press(.character("/"))
    finding.type("post")
    finding.press(.enter)
    for (context, walk) in [(KeyContext.thread, walk), (.matches, finding)] {
      for binding in Keymap().sections.filter({ $0.context == context }).flatMap(\.bindings) {
        #expect(binding.help(at: site) != nil)
        let outcomes = [[], [Key.up], [.up, .up]].map { keys in
          var walk = walk
          keys.forEach { walk.press($0) }
          return Self.outcome(of: binding.action, in: walk)
        }
        #expect(outcomes.contains(.done), "\(binding.name): \(outcomes)")
        #expect(!outcomes.contains(.refused), "\(binding.name)")
      }
    }
  }

  /// What `:` offers for all of some posts is not refused for each of them.
  @Test(arguments: places.map(\.name))
  func nothingThatIsFoundByNameIsRefused(_ name: String) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    var outcomes: [String: [Outcome]] = [:]
    for walk in Self.walks(at: site) {
      for item in walk.reading.paletteItems where item.action != .quitPressed {
        outcomes[item.name, default: []].append(Self.outcome(of: item.action, in: walk))
      }
    }
    #expect(outcomes.count > 20)
    for (item, outcomes) in outcomes {
      #expect(!outcomes.contains(.refused) || outcomes.contains(.done), "\(item)")
    }
  }

  @Test(arguments: places.map(\.name))
  func noItemOfAMenuIsRefused(_ name: String) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    for walk in Self.walks(at: site) {
      var walk = walk
      walk.perform(.menu(.opened(walk.selected, link: nil, at: Point(x: 5, y: 5))))
      let menu = try #require(walk.state.focus[Menu.self])
      walk.perform(.menu(.closed))
      for item in menu.items {
        #expect(Self.outcome(of: item.action, in: walk) != .refused, "\(item.title)")
      }
    }
  }

  /// The keys of which help said too much or too little.
  @Test func helpAtEachPlace() throws {
    let named: [String: [String: Bool]] = [
      "answers": ["reading": false, "feeds": false, "service": true, "own": true],
      "keep": ["own": false, "server": false, "reading": true],
      "move": ["plain server": false, "server": true, "reading": false, "service": false],
      "undo": ["reading": true, "feeds": true, "own": true],
      "new": ["service, signed out": true, "reading": true, "reading, no search": false],
      "reply": ["service, signed out": true, "reading": false],
      "edit": ["service, signed out": true], "delete": ["service, signed out": true],
      "favourite": ["service, signed out": true, "service, reading only": false, "own": false],
      "boost": ["service, signed out": true], "bookmark": ["service, signed out": true],
    ]
    let bindings = Keymap().sections.filter { $0.context == .lists }.flatMap(\.bindings)
    for (name, places) in named {
      let binding = try #require(bindings.first { $0.name == name })
      for (place, isNamed) in places {
        let site = try #require(Self.places.first { $0.name == place }).site
        #expect((binding.help(at: site) != nil) == isNamed, "\(name) at \(place)")
      }
    }
  }

  /// What depends on the place, and whether the keys lead there.
  private static let entered: [KeyContext] = [
    .editor, .path, .editorChord, .moving, .signIn, .accounts,
  ]

  /// No context is in the help of a place where no key leads to it, and none is missing.
  @Test(arguments: places.map(\.name))
  func theHelpHasTheContextsThatCanBeEntered(_ name: String) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    var reached: Set<KeyContext> = []
    let isOwn = name == "own"
    for walk in Self.walks(at: site) {
      for key in ["n", "+", "e", "m", "i"] as [Character] {
        var walk = walk
        if isOwn {
          walk.perform(.moving(.abilitiesResponse(ServerAbilities(moves: true, restores: true))))
        }
        walk.state.writing.fields = site.has(.ownFields) ? .unknownService : .firefly
        walk.press(.character(key))
        if let editor = walk.state.focus.editor { walk.open(editor.target) }
        if walk.state.focus[SignIn.self] != nil {
          // With accounts on this machine it lists them.
          reached.formUnion([.signIn, .accounts])
        } else {
          reached.insert(walk.reading.keyContext)
        }
        guard walk.state.focus.isWriting else { continue }
        reached.insert(.editorChord)
        if site.offers(.write) { reached.insert(.path) }
      }
    }
    let named = Set(Self.entered.filter { site.leads(to: $0) })
    #expect(reached.intersection(Self.entered).isSubset(of: named))
    // Who is signed out is asked to sign in first.
    guard !site.offers(.signIn) || site.account.isSignedIn else { return }
    #expect(reached.intersection(Self.entered) == named)
  }

  /// At every place, in each tab and in threads, the help begins with at most twelve keys, each of which means
  /// something.
  @Test(arguments: places.map(\.name), SheetText.HelpScope.List.allCases)
  func itBeginsWithTwelveKeysThatMatter(_ name: String, list: SheetText.HelpScope.List) throws {
    let site = try #require(Self.places.first { $0.name == name }).site
    let layout = ScreenLayout(size: Size(width: 160, height: 45))
    let text = Sheet(.help, at: site, over: list).text(Keymap(), layout)
    let first = text.lines.prefix(while: \.isRepetition).dropFirst()
      .flatMap { [$0] + $0.beside }
    #expect((8...12).contains(first.count))
    let keys = first.compactMap(\.keys).flatMap { keys in
      keys.map(\.text).joined().split(separator: " ").map(String.init)
    }
    let named = Keymap().sections.filter { [.lists, .thread].contains($0.context) }
      .flatMap(\.bindings).filter { $0.help(at: site) != nil }
      .flatMap { $0.keys.map(\.label) }
    #expect(Set(keys).isSubset(of: named), "\(keys)")
    #expect(Set(keys).count == keys.count, "\(keys)")
    // What a key begins in the posts tab is not what it begins in the others.
    let words = first.map { $0.words.map(\.text).joined() }
    if [.searches, .users].contains(list) {
      #expect(!words.contains("write a post") && !words.contains("edit your post"), "\(words)")
      #expect(words.contains("new search") == (list == .searches && site.can(.search)))
    }
    // Columns, and little below them.
    #expect(text.lines.contains { !$0.isRepetition && !$0.beside.isEmpty })
    #expect(text.lines.count - text.window <= 100)
  }
}
