import FireflyCore
import FireflyModel
import FireflyScreen
import SeededRandom

@testable import FireflyApp

/// Users, servers and terminals that do anything at any time, repeatably.
struct RandomWorld {
  var random: SplitMix
  /// What happened last.
  private(set) var last: Action?
  /// What was asked for and not yet answered.
  private(set) var pending: [Effect] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
  private mutating func pick<T>(_ choices: [T]) -> T { choices[int(0...(choices.count - 1))] }

  /// One step: a key, an answer, or time.
  mutating func step(_ walk: inout Walk, sizes: ClosedRange<Int>? = nil) {
    walk.now += chance(30) ? Double(int(0...400)) / 1_000 : 0
    let action: Action
    switch int(1...100) {
    case 1...50: action = key(walk)
    case 51...58: action = mouse(walk)
    case 59...90: action = answer() ?? .timePassed
    case 91...94: action = .timePassed
    default: action = rare(walk, sizes: sizes)
    }
    last = action
    pending += reduce(&walk.state, action, at: walk.now)
    if pending.count > 200 { pending.removeFirst(100) }
  }

  private mutating func key(_ walk: Walk) -> Action {
    let keys: [Key] = [
      .down, .up, .pageDown, .pageUp, .home, .end, .enter, .left, .right, .tab, .escape,
      .function(1), .function(2), .function(3), .backspace, .control("u"), .control("w"),
      .control("l"), .control("s"), .control("d"), Key(.down, .shift), Key(.left, .control),
    ]
    let letters = "[[absporyt/nNz?1234 gGxed:vvZ[]{}".map { Key.character($0) }
    let key = pick(keys + letters + [.right, .left, .enter, .down, .right])
    if chance(2) { return .pasted("post 1") }
    return walk.reading.action(for: key) ?? .timePassed
  }

  private mutating func mouse(_ walk: Walk) -> Action {
    let kind = pick([
      MouseEvent.Kind.press, .drag, .release, .release, .wheelUp, .wheelDown, .menuPress,
    ])
    let point = Point(
      x: int(-1...max(0, walk.state.size.width)), y: int(-1...max(0, walk.state.size.height)))
    let event = MouseEvent(kind, at: point)
    return .mouse(event, over: walk.frame.pressable(at: point))
  }

  private mutating func rare(_ walk: Walk, sizes: ClosedRange<Int>?) -> Action {
    switch int(1...9) {
    case 1:
      let range = sizes ?? 1...220
      return .resized(Size(width: int(range), height: int(range) / 2))
    case 2: return .noted("Something.", isError: chance(50))
    case 3: return .terminalBackground(pick([.black, .white, .terminal]))
    case 4: return .terminalLagged
    case 5:
      var settings = walk.state.settings
      settings.motion = pick(Settings.Motion.allCases)
      settings.pictures = pick(Settings.Pictures.allCases)
      settings.theme = pick(Theme.all)
      settings.columns = pick(Settings.Columns.allCases)
      settings.commands = pick([[], OwnCommand.samples])
      settings.keymap = Keymap()
      _ = settings.keymap.add(settings.commands)
      return .settings(.changed(settings))
    case 6 where chance(20):
      let complaint = SettingsError(place: "a file", text: "Something.")
      let complaints = Array(repeating: complaint, count: int(0...30))
      return chance(50) ? .settings(.misread(complaints)) : .settings(.refused(complaints))
    case 6: return .list(.pathResponse(.success(posts(int(0...3)))))
    case 7:
      return .list(
        .postsResponse(level: LevelID(.posts, int(0...9)), .success(PostPage(posts: posts(3)))))
    default: return news()
    }
  }

  /// Something that the server tells, or the terminal.
  private mutating func news() -> Action {
    let events: [ServerEvent] = [
      .badge(query: int(1...60), hasNewMatches: chance(50)), .user(profile: int(1...60)),
      .post(
        .init(
          id: int(1...200), parent: pick([nil, int(1...60)]), template: pick([.post, .query]),
          isOwn: chance(30))),
    ]
    return switch int(1...6) {
    case 1: .badges(.response([int(1...60): chance(50)]))
    case 2: .badges(.eventsEnded(pick([nil, "No.", LoadFailure(.offline, "No.")])))
    case 3: .keyboardFocusChanged(chance(50))
    default: .badges(.eventsArrived(Array(events.prefix(int(1...3))), last: int(1...200)))
    }
  }

  /// The last word of each text is misspelt, or something that is not there any more.
  private mutating func misspelt(
    in texts: [EditorField: String], of revision: Int
  ) -> SpellingAction {
    let words = EditorField.allCases.compactMap { field -> MisspeltWord? in
      let lines = (texts[field] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      guard let line = lines.last, let word = line.split(separator: " ").last else { return nil }
      let end = line.utf8.count
      return MisspeltWord(
        String(word), field: field, line: lines.count - 1,
        bytes: max(0, end - word.utf8.count)..<end)
    }
    return .checked(words, revision: chance(20) ? revision - 1 : revision)
  }

  /// An answer to something that was asked for, late, wrong or never.
  private mutating func answer() -> Action? {
    guard !pending.isEmpty else { return nil }
    let effect = pending.remove(at: int(0...(pending.count - 1)))
    guard !chance(5) else { return nil }
    let fails = chance(10)
    let isOffline = chance(50)
    switch effect {
    case .list(.loadRoot(let level, _, let before, _)):
      let page = PostPage(posts: posts(pick([0, 1, 7, 50, 50])))
      let failure = LoadFailure(isOffline ? .offline : .refused, "No.")
      let response: Result<PostPage, LoadFailure> = fails ? .failure(failure) : .success(page)
      return before == nil
        ? .list(.postsResponse(level: level, response))
        : .list(.nextPageResponse(level: level, response))
    case .list(.loadBeginning(let level, _)):
      let page = PostPage(posts: posts(pick([0, 1, 50])))
      return .list(
        .beginningResponse(
          level: level, onlyMine: chance(50), fails ? .failure("No.") : .success(page)))
    case .list(.loadThreads(let level, nil)), .list(.loadChildren(_, let level)),
      .list(.loadResults(_, let level)),
      .list(.loadProfile(_, let level)):
      return .list(
        .postsResponse(
          level: level,
          fails ? .failure("No.") : .success(PostPage(posts: posts(int(0...12)), skipped: ["x"]))))
    case .list(.loadThreads(let level, _?)):
      let page = PostPage(posts: posts(pick([0, 7, 50])))
      return .list(.nextPageResponse(level: level, fails ? .failure("No.") : .success(page)))
    case .list(.loadBranch(let id, let level, _?, let skipped)):
      let page = PostPage(posts: branch(int(0...30), below: id), next: chance(50) ? "more" : nil)
      return .list(
        .nextBranchResponse(
          level: level, skipped: skipped, fails ? .failure("No.") : .success(page)))
    case .list(.loadBranch(let id, let level, nil, _)):
      return .list(
        .postsResponse(
          level: level,
          fails
            ? .failure("No.")
            : .success(
              PostPage(posts: branch(int(0...30), below: id), next: chance(30) ? "next" : nil))))
    case .list(.loadReplies(let id, let level)):
      return .list(
        .repliesResponse(
          level: level, to: id,
          fails ? .failure("No.") : .success(PostPage(posts: branch(int(0...5), below: id)))))
    case .columns(.formatText(let text)):
      let lines = Array(repeating: TextLine([TextSpan("words")]), count: pick([0, 3, 90]))
      let body = FormattedText(width: text.columns, lines: lines)
      return .columns(.textFormatted(text.id, text.joined(with: body)))
    case .columns(.loadArticle(let id, _, _, _)):
      return chance(50)
        ? .columns(.articleLoaded(id, markdown: "Some *words* of a page."))
        : .columns(.failed(id, "The article is", LoadFailure(.offline, "No.")))
    case .columns(.findResults(let id, _, _)):
      return .columns(.resultsFound(of: id, posts(int(0...9))))
    case .columns(.loadPath(let id)):
      return .columns(.pathLoaded(to: id, posts(int(0...5))))
    case .thread(.formatTexts(let texts, let level)):
      let formatted = texts.map { text in
        let lines = Array(repeating: TextLine([TextSpan("words")]), count: pick([0, 1, 3, 40]))
        return (text.id, text.joined(with: FormattedText(width: text.columns, lines: lines)))
      }
      return .thread(
        .textsFormatted(level: level, Dictionary(formatted) { first, _ in first }))
    case .list(.loadCached(_, let level)):
      let kept = CachedList(posts: posts(int(0...12)), time: int(0...2_000_000_000))
      return fails ? nil : .list(.cachedListResponse(level: level, kept))
    case .writing(.loadOwnProfile):
      let profile = chance(50) ? nil : Post.numbered(99, template: .profile)
      return .editor(.profileResponse(fails ? .failure("No.") : .success(profile)))
    case .writing(.storeName), .thread(.storeView), .thread(.storePlaces):
      return nil
    case .thread(.loadPlaces): return .thread(.placesLoaded(ThreadPlaces()))
    case .list(.loadParent(let id, let level)):
      return .list(.parentResponse(level: level, fails ? .failure("No.") : .success(post(id))))
    case .list(.loadAnswered(let id, let level)):
      return .list(
        .answeredResponse(level: level, of: id, fails ? .failure("No.") : .success(post(id))))
    case .list(.loadText(let id, _)):
      return .list(.textResponse(fails ? .failure("No.") : .success(post(id))))
    case .links(.findPost(let id)):
      return .links(.postResponse(id, fails ? .failure("No.") : .success(posts(int(0...3)))))
    case .links(.findPage(_, let copies)):
      return .links(.pageResponse(fails ? nil : "https://example.org/1", copies: copies))
    case .list(.loadPath): return .list(.pathResponse(fails ? .failure("No.") : .success(posts(3))))
    case .outline(.load(let top)), .outline(.loadResults(let top)):
      let nodes = posts(int(0...30)).map { OutlineBranch.Node(post: $0, depth: int(1...4)) }
      let branch = OutlineBranch(nodes, isCut: chance(20))
      return .outline(.response(top: top, fails ? .failure("No.") : .success(branch)))
    case .links(.findTitles): return .links(.picker(.found(posts(int(0...3)))))
    case .outline(.findLinks(let top)):
      return .outline(.linksResponse(top: top, posts(int(0...3))))
    case .article(.load(let page)):
      let article = Article(
        address: page, title: "a", markdown: pick(["", "words", "[a](https://b.org)"]))
      return chance(30)
        ? .article(.cachedResponse(page: page, article, time: int(0...2_000_000_000)))
        : .article(.response(page: page, fails ? .failure("No.") : .success(article)))
    case .article(.format(_, let page, let columns)):
      let lines = Array(repeating: TextLine([TextSpan("words")]), count: pick([0, 1, 40]))
      let links = pick([[], ["https://example.org"]])
      return .article(
        .formatted(page: page, FormattedText(width: columns, lines: lines, links: links)))
    case .list(.prefetchChildren(let id, _)):
      let replies = posts(int(0...12))
      if fails { return .columns(.failed(id, "The replies are", LoadFailure(.offline, "No."))) }
      return chance(20)
        ? .columns(.firstRepliesLoaded(of: id, replies))
        : .list(.childrenPrefetched(of: id, replies))
    case .later(.add(let post, _)):
      return .later(.response(fails ? .failure("No.") : .success([post]), said: nil))
    case .later(.remove):
      return .later(.response(.success(chance(50) ? [] : posts(2)), said: "No longer."))
    case .keep(.keep(let id)):
      let thread = KeptThread(root: 5, title: "A thread", count: 2, added: 1)
      return .keep(.response(id, fails ? .failure("No.") : .success(thread)))
    case .places(.completePath(let text)):
      return .places(
        .pathsFound(PathCompletion(text: text, names: pick([[], ["notes/", "b.mbox"]]))))
    case .places(.importFile):
      let file = ImportedFile(
        words: "Imported: 3 posts.", place: "", roots: pick([[], [1], [1, 2]]),
        new: pick([[], [1, 2]]))
      return .places(.imported(fails ? .failure("No.") : .success(file)))
    case .places(.takeBack(let ids, _)):
      let taken = TakenBack(gone: ids, kept: pick([[], ["Knots"]]))
      return .places(.takenBack(ids, fails ? .failure("No.") : .success(taken)))
    case .places(.go), .places(.goBack), .places(.beginAgain), .places(.useAccount): return nil
    case .mute(.storeLinks): return nil
    case .mute(.store(let change, _)):
      return .mute(.response(change, fails ? .failure("No.") : .success(list(after: change))))
    case .signIn(.sendCode): return .signIn(.codeSent(fails ? "No." : nil))
    case .signIn(.verify(let email, _)):
      let user = SignedInUser(user: User(email: email, name: "Ben"), isNew: chance(50))
      return .signIn(.verified(fails ? .failure("No.") : .success(user)))
    case .command(.run(let call)):
      return .command(.ended(call.command, fails ? .failure("No.") : .success("a\nb")))
    case .person(.load(let handle, let id)):
      var profile = Post.numbered(7, email: handle, template: .profile)
      profile.facts.relation = Relation()
      return .person(.loaded(at: id, fails ? .failure("No.") : .success(profile)))
    case .person(.relate(let person, let change)):
      let profile = Post.numbered(person.profile, template: .profile)
      return .person(.response(person, change, fails ? .failure("No.") : .success(profile)))
    case .mark(.vote(let id, _, _)):
      return .mark(.voted(fails ? .failure("No.") : .success(.numbered(id))))
    case .mark(.set(let id, let mark, let isOn)):
      return .mark(.response(id, mark, isOn, fails ? .failure("No.") : .success(.numbered(id))))
    case .writing(.loadWritten(let id)):
      return .editor(
        .writtenCame(
          id,
          fails
            ? .failure("No.")
            : .success(WrittenPost(post: .numbered(id), tag: nil, fields: .firefly))))
    case .writing(.loadFields):
      let fields = PostFields(
        service: ServiceFields(
          characters: int(0...500), usualReaders: pick(Readers.allCases)))
      return .editor(.fieldsCame(fails ? .failure("No.") : .success(fields)))
    case .signIn(.openPage):
      let address = "https://example.org/oauth/authorize?a=b"
      let page = SignInPage(address: address, returning: chance(50) ? address : nil)
      return .signIn(.pageCame(fails ? .failure("No.") : .success(page)))
    case .signIn(.verifyPage), .signIn(.verifyPassword):
      let user = SignedInUser(
        user: User(id: "\(int(1...2))", handle: "@ada", name: "Ada"), isNew: false)
      return .signIn(.verified(fails ? .failure("No.") : .success(user)))
    case .signIn(.readAccounts):
      let users = ["a", "b", "c"].prefix(int(0...3)).map {
        User(id: $0, handle: "@\($0)", name: $0)
      }
      return .signIn(
        .account(.came(users.map { KnownAccount($0, on: pick(["", "there"]), place: "there") })))
    case .signIn(.signOutOther(let id)):
      return .signIn(.account(.otherSignedOut(id, complaint: fails ? "No." : nil)))
    case .signIn(.signOut): return .signIn(.signedOut(complaint: fails ? "No." : nil))
    case .spelling(.check(let texts, let revision), _):
      return .editor(.spelling(fails ? .missing("No.") : misspelt(in: texts, of: revision)))
    case .spelling(.suggest(let word), _):
      return .editor(.spelling(.suggested(pick([[], ["boat"], ["a", "b", "c"]]), word)))
    case .spelling(.add, _):
      return .editor(.spelling(.added(complaint: fails ? "No." : nil)))
    case .badges(.load(let ids, _)):
      return .badges(.response(Dictionary(uniqueKeysWithValues: Set(ids).map { ($0, chance(50)) })))
    case .readMarks(.load): return .readMarks(.loaded(ReadMarks(since: 0)))
    case .readMarks(.findNew):
      return .readMarks(
        .newPostsFound(
          fails ? nil : (0..<3).map { _ in UnreadPost(id: int(0...99), parent: int(0...99)) }))
    case .readMarks(.findReplies(let story, let level)):
      return .readMarks(.repliesFound(branch(int(0...30), below: story), level: level))
    case .readMarks(.findOrder(let top, _)):
      return .readMarks(.orderFound(below: top, (0..<3).map { _ in int(0...99) }))
    case .readMarks(.findUnread(_, let level)):
      return .readMarks(.unreadFound(fails ? nil : int(0...99), level: level))
    case .readMarks(.findPlaces(let ids)):
      return .readMarks(
        .placesFound(ids.map { UnreadPost(id: $0, parent: chance(50) ? int(0...99) : nil) }))
    case .readMarks(.findTexts(let ids, let isNews)):
      return .readMarks(.textsFound(fails ? [] : ids.map { post($0) }, isNews: isNews))
    case .readMarks(.findAnswers): return .readMarks(.answersFound(posts(3)))
    case .list(.loadAnswers(let level, _)):
      return .list(.postsResponse(level: level, .success(PostPage(posts: posts(3)))))
    case .readMarks(.findNewest), .readMarks(.findNewestAt):
      return .readMarks(.newestFound(fails ? nil : int(0...50)))
    case .badges(.openEvents):
      return .badges(
        pick([
          .eventsOpened, .eventsOpened, .eventsUnavailable, .eventsEnded(nil), .eventsEnded("No."),
        ]))
    case .badges(.loadNews(let queries, _)):
      let matches = Dictionary(uniqueKeysWithValues: Set(queries).map { ($0, chance(50)) })
      let news = News(matches: matches, hasNewPosts: chance(50), hasNewUsers: chance(50))
      return .badges(.newsResponse(fails ? .failure(LoadFailure(.offline, "No.")) : .success(news)))
    case .picture(.load(let address)):
      return .picture(
        .response(address: address, aspectRatio: fails ? nil : pick([0.01, 0.5, 1, 1.5, 30])))
    case .list(.formatBody(_, let post, let level, let columns)):
      let line = TextLine([TextSpan("words")])
      return .list(
        .bodyFormatted(
          level: level, post: post,
          FormattedText(
            width: columns, lines: Array(repeating: line, count: pick([0, 1, 5, 40, 300])),
            links: pick([[], ["https://example.org"], ["https://a.org", "https://b.org"]]))))
    case .find(.findMatches(let text, let posts, _)):
      let places = chance(80) ? FindMatches.indices(of: text, in: posts) : [0, 7, 300]
      return .find(.matchesResponse(text, indices: places, of: posts.count))
    case .attachment(.attach(let paths, let key)):
      let attached = paths.map { path in
        let copy = key.copyName(of: pick(["0123456789abcdef.jpg", "0123456789abcde0.png"]))
        return AttachedPicture(
          picture: Draft.Picture(path: path, copy: copy), aspectRatio: pick([0.01, 1, 30]))
      }
      return .editor(
        .attachment(.response(key.target, fails ? .refused("No.") : .attached(attached))))
    case .attachment(.completePath(let text)):
      let names = (0..<pick([0, 1, 3, 200])).map { "name \($0)\(chance(50) ? "/" : ".png")" }
      return .editor(.attachment(.completed(PathCompletion(text: text, names: names))))
    case .attachment(.recognize(let offer, let place)):
      return .editor(.attachment(.recognized(offer, place)))
    case .attachment(.checkRemoval(let place)):
      return .editor(.attachment(.removalChecked(place, isPossible: !fails)))
    case .writing(.formatPreview(_, let revision, let columns)):
      let lines = Array(repeating: TextLine([TextSpan("words")]), count: pick([0, 1, 40]))
      return .editor(
        .previewFormatted(FormattedText(width: columns, lines: lines), revision: revision))
    case .draft(.findOrphans(let drafts)):
      let orphans = drafts.filter { _ in chance(50) }.map { draft in
        OrphanedDraft(draft, target: pick([.newPost(below: nil), .newPost(below: 1), .newQuery]))
      }
      return orphans.isEmpty ? nil : .editor(.orphansFound(orphans))
    case .draft(.convert(let draft, let target, let saves)):
      let key = Draft.Key(
        server: draft.key.server, account: draft.key.account, target: target, number: pick([0, 1]))
      let renewed = draft.converted(to: key, idempotencyKey: "renewed")
      return .editor(
        .draftConverted(
          DraftConversion(
            of: draft.key, chance(90) ? renewed : nil, complaint: fails ? "No." : nil,
            saves: saves)))
    case .draft(.open(let key)), .draft(.openThis(let key)), .draft(.reopen(let key)),
      .draft(.openNew(let key)):
      let opening = DraftOpening(
        stored: chance(30)
          ? StoredDraft(
            draft: Draft(key: key, words: .init(title: "kept"), idempotencyKey: "k"), startedAt: 0,
            changedAt: 0) : nil,
        idempotencyKey: "key", complaint: fails ? "No." : nil, isTaken: chance(5))
      return .editor(.draftOpened(key.target, opening))
    case .writing(.save(let draft)) where chance(20):
      let theirs = Draft.Base(words: .init(title: "theirs", body: pick(["", "words", "more"])))
      return .editor(
        .conflictFound(draft.key.target, Comparison(theirs: theirs, mine: draft.words)))
    case .writing(.save(let draft)):
      return .editor(.saveResponse(draft.key.target, fails ? .failure("No.") : .success(post(97))))
    case .moving(.delete(let id)), .moving(.redraft(let id, _, _)):
      return .moving(.deleteResponse(id, fails ? .failed("No.") : .deleted))
    case .moving(.loadAbilities):
      let abilities = ServerAbilities(
        moves: chance(80), restores: chance(80), removesPictures: chance(50))
      return .moving(.abilitiesResponse(fails ? nil : abilities))
    case .moving(.move(let id, let parent)):
      var moved = post(id)
      moved.parentID = parent
      return .moving(.moveResponse(id, fails ? .failure("No.") : .success(moved)))
    case .moving(.restore(let id)):
      return .moving(.restoreResponse(id, fails ? .failure("No.") : .success(post(id))))
    case .writing(.loadTemplate(let name)):
      return .editor(
        .templateResponse(name: name, .init(title: "t", summary: "", body: "many words")))
    case .terminal(.openEditor(let text, _)):
      return .editor(
        .externalEditorClosed(
          fails
            ? .failed("No.") : pick([.unchanged("So."), .changed(text + "more"), .changed("all")])))
    case .badges(.recordViewed), .readMarks(.store), .readMarks(.agree), .list(.storeAudience),
      .list(.storeSeen),
      .list(.storeRound), .list(.storeDensity),
      .writing(.recordWritten), .writing(.givePassword),
      .draft(.storeSoon),
      .picture(.rename), .draft(.store),
      .draft(.close), .draft(.remove), .draft(.discard), .draft(.restore), .draft(.find):
      return nil
    case .cancel, .cancelLevel, .links(.open), .links(.play), .terminal, .send: return nil
    }
  }

  private func list(after change: MuteChange) -> MuteList {
    switch change {
    case .person(let person, let isMuted): return .people(isMuted ? [person] : [])
    case .words(let words, let isMuted): return .words(isMuted ? [words] : [])
    case .branch(let change):
      var branches = MarkedBranches()
      branches.apply(change)
      return .branches(branches)
    }
  }

  private mutating func posts(_ count: Int) -> [Post] {
    let start = int(1...80)
    return (0..<count).map { post(start + $0 * (chance(10) ? 0 : 1)) }
  }

  /// Posts below a post; some say that they belong elsewhere.
  private mutating func branch(_ count: Int, below top: Int) -> [Post] {
    var above = [top]
    return posts(count).map { post in
      var post = post
      post.parentID = pick(above + [int(1...80)])
      above.append(post.id)
      return post
    }
  }

  private mutating func post(_ id: Int) -> Post {
    var post = Post.numbered(
      id, body: pick(["", "words", "other words", "https://example.org/"]),
      children: pick([nil, 0, 1, 5]),
      email: pick(["ada@example.org", "ben@example.org", ""]),
      image: chance(30) ? "/uploads/\(id % 7).jpg" : nil,
      template: pick([.post, .post, .query, .profile, .other("recipe")]))
    post.title = pick(["post \(id)", "", "漢字の長い題名が続く", "שלום עולם", "👩‍👩‍👧‍👦 family"])
    post.summary = pick(["", "one", String(repeating: "many words ", count: 40)])
    post.isAIGenerated = chance(10)
    post.facts.isExcerpt = chance(10)
    if chance(10) { post.state(place: "example.org", author: post.byline, replies: 3) }
    if chance(10) { post.children = (1...3).map { .numbered(id * 100 + $0) } }
    return post
  }
}

extension OwnCommand {
  /// A command of each kind.
  fileprivate static let samples: [OwnCommand] = Subject.allCases.enumerated().map {
    index, subject in
    var command = OwnCommand(name: "c\(index)", words: ["c"])
    command.keys = [.character(Character("\(index + 5)"))]
    (command.subject, command.confirms) = (subject, index == 0)
    command.output = Output.allCases[index]
    return command
  }
}
