import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Testing

@testable import FireflyApp

/// A state that a test drives as the runtime would, with a clock that it sets.
struct Walk {
  var state: AppState
  /// Seconds of the monotonic clock.
  var now = 100.0
  /// Whether what `send` returns has the beginning of the watch for news, which comes once with the first
  /// list.
  var tellsOfWatching = false
  /// Whether what `send` returns has the first requests for the tabs behind, which follow at once.
  var tellsOfTabsBehind = false
  /// Levels of the three roots.
  static let posts = LevelID(.posts)
  static let searches = LevelID(.searches)
  static let users = LevelID(.users)

  init(
    width: Int = 80, height: Int = 24, motion: Settings.Motion = .none,
    email: String? = "ada@example.org", abilities: ScreenAbilities = ScreenAbilities()
  ) {
    var settings = Settings()
    settings.motion = motion
    state = AppState(
      size: Size(width: width, height: height), abilities: abilities, settings: settings,
      account: email.map { .signedIn(User(email: $0, name: "Ada Linden")) } ?? .signedOut)
    // 15 November 2025, 12:00.
    state.epoch = 1_763_208_000 - now
  }

  /// A walk that has started, with these posts in front and nothing behind the other tabs.
  init(
    _ list: [Post], width: Int = 80, height: Int = 24, motion: Settings.Motion = .none,
    email: String? = "ada@example.org", abilities: ScreenAbilities = ScreenAbilities()
  ) {
    self.init(width: width, height: height, motion: motion, email: email, abilities: abilities)
    send(.started(at: nil))
    answer(Walk.posts, list)
    answer(Walk.searches, [])
    answer(Walk.users, [])
  }

  /// Applies an action; returns what it asks for, but for what is looked for on the disk beside every list
  /// that the server is asked for.
  @discardableResult
  mutating func send(_ action: Action, isKey: Bool = false) -> [Effect] {
    let before = state.lists
    return reduce(&state, action, at: now, isKey: isKey).filter { effect in
      if case .list(.loadCached(_, let level)) = effect {
        #expect(state.lists[level] != nil, "a list that was left is looked for on the disk")
        return false
      }
      if case .list(.loadRoot(let level, _, nil, _)) = effect, level.explorer != state.explorer,
        before[level]?.phase == .idle
      {
        return tellsOfTabsBehind
      }
      return tellsOfWatching || effect != .badges(.openEvents(after: nil))
    }
  }

  /// Applies an action; bodies are laid out at once, as the runtime does.
  ///
  /// Returns the other effects.
  @discardableResult
  mutating func perform(_ action: Action, isKey: Bool = false) -> [Effect] {
    var others: [Effect] = []
    for effect in send(action, isKey: isKey) {
      if case .find(.findMatches(let text, let posts, _)) = effect {
        let places = FindMatches.indices(of: text, in: posts)
        others += perform(.find(.matchesResponse(text, indices: places, of: posts.count)))
        continue
      }
      if case .writing(.formatPreview(let body, let revision, let columns)) = effect {
        let text = MarkdownFormatter.format(body, width: columns, symbols: .unicode)
        others += perform(.editor(.previewFormatted(text, revision: revision)))
        continue
      }
      if case .article(.format(let markdown, let page, let columns)) = effect {
        let text = MarkdownFormatter.format(markdown, width: columns)
        others += perform(.article(.formatted(page: page, text)))
        continue
      }
      if case .columns(.formatText(let text)) = effect {
        let body = MarkdownFormatter.format(
          text.body, width: text.columns, symbols: state.abilities.unicode ? .unicode : .ascii)
        others += perform(.columns(.textFormatted(text.id, text.joined(with: body))))
        continue
      }
      if case .thread(.formatTexts(let texts, let level)) = effect {
        let symbols = state.abilities.unicode ? TextSymbols.unicode : .ascii
        let formatted = texts.map { text in
          let body = MarkdownFormatter.format(
            text.body, width: text.columns, symbols: symbols,
            linksPosts: state.site.has(.fireflyPosts))
          return (text.id, text.joined(with: body))
        }
        others += perform(
          .thread(.textsFormatted(level: level, Dictionary(uniqueKeysWithValues: formatted))))
        continue
      }
      guard case .list(.formatBody(let body, let post, let level, let columns)) = effect else {
        others.append(effect)
        continue
      }
      let text = MarkdownFormatter.format(
        body, width: columns, symbols: state.abilities.unicode ? .unicode : .ascii,
        linksPosts: state.site.has(.fireflyPosts))
      others += perform(.list(.bodyFormatted(level: level, post: post, text)))
    }
    return others
  }

  /// Keys, to what has the keyboard; returns the effects of all.
  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] {
    keys.flatMap { key in reading.action(for: key).map { perform($0, isKey: true) } ?? [] }
  }

  /// What a press at a place of the screen does.
  func pressable(x: Int, y: Int) -> Action? { frame.pressable(at: Point(x: x, y: y))?.action }

  /// What can be read at this moment.
  var reading: Surroundings { state.surroundings(at: now) }

  /// What features look at.
  var context: Context { state.context(at: now) }

  /// Where the cards of the list will stand at rest.
  func restingLayout() -> ListLayout { state.lists.restingLayout(context) }

  /// The same for any list.
  func restingLayout(of list: ListState) -> ListLayout {
    state.lists.restingLayout(of: list, context)
  }

  /// Whether text is being typed.
  var takesText: Bool { state.focus.top?.action(forPasted: "x") != nil }

  /// What the mouse does, over what is drawn there.
  @discardableResult
  mutating func mouse(_ kind: MouseEvent.Kind, x: Int, y: Int) -> [Effect] {
    let point = Point(x: x, y: y)
    return perform(.mouse(MouseEvent(kind, at: point), over: frame.pressable(at: point)))
  }

  /// Presses a dialog's button, by Tab and Enter.
  @discardableResult
  mutating func choose(_ title: String) -> [Effect] {
    guard let dialog = state.focus.dialog,
      let index = dialog.buttons.firstIndex(where: { $0.title == title })
    else {
      Issue.record("no button is called \(title)")
      return []
    }
    now += Dialog.rest
    let count = dialog.buttons.count
    for _ in 0..<((index - dialog.selected + count) % count) { press(.tab) }
    now += Dialog.rest
    return press(.enter)
  }

  /// Types a text.
  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  /// The mouse down and up at one place.
  @discardableResult
  mutating func click(x: Int, y: Int) -> [Effect] {
    mouse(.press, x: x, y: y) + mouse(.release, x: x, y: y)
  }

  /// Posts for a level.
  @discardableResult
  mutating func answer(_ level: LevelID, _ posts: [Post]) -> [Effect] {
    perform(.list(.postsResponse(level: level, .success(PostPage(posts: posts)))))
  }

  /// A walk among posts, after line mode has said where it begins.
  static func heard(_ posts: [Post]) -> (Walk, Heard) {
    let walk = Walk(posts, motion: .none)
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    return (walk, heard)
  }

  /// Lets time pass.
  mutating func wait(_ seconds: Double) {
    now += seconds
    send(.timePassed)
  }

  /// The number of the current level.
  var level: LevelID { state.current.navigator.currentID }
  /// Where one is in the current list.
  var position: Navigator.ListPosition { state.current.position }
  /// The number of the selected post.
  var selected: Post.ID? { position.selectedID }
  /// Numbers of the posts of the current list.
  var ids: [Post.ID] { state.list.posts.map(\.id) }
  /// The screen at this moment.
  var frame: Frame { render(state, at: now) }
  /// The screen's characters.
  var text: String { frame.text }
  /// One row of them.
  func row(_ y: Int) -> String {
    String(text.split(separator: "\n", omittingEmptySubsequences: false)[y])
  }
  /// The style of the first letter of words on the screen.
  func style(of words: String) throws -> Style {
    let frame = frame
    let lines = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(lines.firstIndex { $0.contains(words) }, "\(frame.text)")
    let start = try #require(lines[y].range(of: words)).lowerBound
    return frame[lines[y].distance(from: lines[y].startIndex, to: start), y].style
  }
}

extension LevelID: ExpressibleByIntegerLiteral {
  /// A level of the posts' explorer.
  public init(integerLiteral number: Int) { self.init(.posts, number) }
}

extension LoadFailure: ExpressibleByStringLiteral {
  /// A refusal in these words.
  public init(stringLiteral sentence: String) { self.init(.refused, sentence) }
}

extension Surroundings {
  /// Number of unread posts here and below.
  var unreadCount: Int { readMarks.unreadCount(self) }
  /// Number of unread replies to the user.
  var unreadAnswers: Int { readMarks.unreadAnswers }
}

extension AppState {
  /// What lies over the whole screen.
  var overlay: (any FocusLayer)? { focus.top?.coversLists == true ? focus.top : nil }
}

extension Effect {
  /// The level that a list is loaded for; nil for other effects.
  var level: LevelID? { if case .list(let effect) = self { effect.level } else { nil } }
}
