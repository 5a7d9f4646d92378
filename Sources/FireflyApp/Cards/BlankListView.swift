import FireflyCore
import FireflyModel
import FireflyScreen

/// Draws the state of a list without cards: loading, failed or empty.
enum BlankListView {
  static func drawLoading(_ scene: ListScene, _ canvas: Canvas, into frame: inout Frame) {
    let words =
      switch scene.destination {
      case nil:
        scene.site.loadingMessage(of: scene.lists.explorer)
      // A list of the place is no search.
      case .results where scene.explorer.list.parent?.hasNoText != true: canvas.symbols.searching
      case .children, .profile, .answers, .results: "Loading..."
      }
    drawLogo(over: words, canvas, canvas.onBackdrop(), in: canvas.layout.list, into: &frame)
  }

  /// Draws the logo, and a spinner with a message below it.
  fileprivate static func drawLogo(
    over words: String, _ canvas: Canvas, _ style: Style, in area: Rect, into frame: inout Frame
  ) {
    let lines = [canvas.symbols.logo, "", spinner(canvas) + " " + words]
    draw(lines.map { ($0, style) }, in: area, into: &frame)
  }

  /// Draws the reason of a failure, and the key that retries; at the root in the words of seeds 003
  /// and 004.
  static func drawFailure(
    _ failure: LoadFailure, _ scene: ListScene, _ canvas: Canvas, into frame: inout Frame
  ) {
    let window = canvas.layout.list
    let isRoot = scene.explorer.navigator.depth == 0
    if isRoot, failure.kind == .refused, scene.lists.followsNoFeeds(at: scene.site) {
      return drawNoFeeds(canvas, into: &frame)
    }
    if failure.kind == .signedOut { return drawMembersOnly(scene.site, canvas, into: &frame) }
    frame.add("retry", window, .list(.refreshPressed))
    let width = max(1, min(60, window.width - 4))
    let red = canvas.theme.alertStyle(over: canvas.theme.backdrop)
    let plain = canvas.onBackdrop()
    func lines(_ text: String, _ style: Style) -> [(String, Style)] {
      WordWrap.wrap(text, width: width, limit: 6).map { ($0.text, style) }
    }
    let isOffline = failure.kind.isOffline
    var words: [(String, Style)] = []
    let advice = isOffline ? scene.site.offlineAdvice(canvas) : []
    if isRoot {
      words = lines("Error: \(failure.sentence)", red) + [("", plain)]
      words += lines("The \(scene.site.name(of: scene.lists.explorer)) could not be loaded.", plain)
    } else {
      let title =
        isOffline ? "Can't reach the server" : "Error loading \(scene.site.name(of: .posts))"
      words = [(title, canvas.onBackdrop(.bold)), ("", plain)] + lines(failure.sentence, plain)
      if isOffline { words += lines("There is no saved copy of this list.", plain) }
    }
    var hints = ["\(refreshKey(canvas)) Retry"]
    if !isRoot, isOffline, let hint = canvas.keyHint(.list(.backPressed), "Back to the saved list")
    {
      hints.append(hint)
    }
    // What a place refuses may be there for those with an account.
    if scene.site.asksForSignIn, !isOffline, let hint = canvas.keyHint(.signIn(.pressed), "Sign in")
    {
      hints.append(hint)
    }
    draw(
      words + (advice.isEmpty ? [] : [("", plain)]) + advice.flatMap { lines($0, plain) } + [
        ("", plain)
      ]
        + hints.map { plate($0, canvas) },
      in: window, into: &frame)
  }

  /// Draws that an account is needed for reading, and the keys that sign in or lead elsewhere: nothing has failed.
  private static func drawMembersOnly(_ site: Site, _ canvas: Canvas, into frame: inout Frame) {
    let window = canvas.layout.list
    frame.add("sign-in", window, .signIn(.pressed))
    let enter = canvas.context.keyLabel(.list(.cardPressed)).map { "\($0) or " } ?? ""
    let hints = [
      canvas.keyHint(.signIn(.pressed), "Sign in").map { enter + $0 },
      canvas.keyHint(.places(.pressed), "Go elsewhere"),
    ].compactMap(\.self)
    let words = WordWrap.wrap(
      site.membersOnly, width: max(1, min(60, window.width - 4)), limit: 3)
    draw(
      words.map { ($0.text, canvas.onBackdrop(.bold)) } + [("", canvas.onBackdrop())]
        + hints.map { plate($0, canvas) },
      in: window, into: &frame)
  }

  /// Draws how to begin where no feed is followed: nothing has failed.
  private static func drawNoFeeds(_ canvas: Canvas, into frame: inout Frame) {
    frame.add("add", canvas.layout.list, .editor(.newPressed))
    let hint = canvas.keyHint(.editor(.newPressed), "Follow a feed")
    let others = canvas.keyHint(.places(.pressed), "imports the feeds of another program (OPML)")
    draw(
      [("You follow no feeds yet.", canvas.onBackdrop(.bold)), ("", canvas.onBackdrop())]
        + (hint.map { [plate($0, canvas)] } ?? [])
        + (others.map { [("", canvas.onBackdrop()), ($0, canvas.onBackdrop())] } ?? []),
      in: canvas.layout.list, into: &frame)
  }

  /// Returns what can be pressed, on the plate of the child indicator; without colours in brackets.
  private static func plate(_ words: String, _ canvas: Canvas) -> (String, Style) {
    let color = canvas.theme.indicator(
      over: canvas.theme.backdrop, in: canvas.context.abilities.colors)
    guard color.isRGB, canvas.isFilled else { return ("[ \(words) ]", canvas.onBackdrop(.bold)) }
    let style = Style(
      foreground: color == canvas.theme.text
        ? canvas.theme.backdrop : canvas.theme.text(alpha: 1, over: color),
      background: color, attributes: .bold)
    return (" \(words) ", style)
  }

  /// The label of the key that reloads.
  private static func refreshKey(_ canvas: Canvas) -> String {
    canvas.context.keyLabel(.list(.refreshPressed)) ?? "r"
  }

  static func drawEmpty(
    _ list: ListState, _ scene: ListScene, _ canvas: Canvas, into frame: inout Frame
  ) {
    let isRoot = scene.explorer.navigator.depth == 0
    let add = scene.offer
    if let add { frame.add(add.element, canvas.layout.list, .editor(add.action)) }
    let lines = (emptyLines(list, scene, canvas) + (add.map { ["", $0.labels[0]] } ?? []))
      .map { ($0, canvas.onBackdrop()) }
    let other =
      isRoot && [.mine, .second].contains(scene.explorer.audience)
      ? [("", canvas.onBackdrop()), (scene.otherListLabel(canvas), canvas.onBackdrop(.underline))]
      : []
    let last = draw(lines + other, in: canvas.layout.list, into: &frame)
    if !other.isEmpty { frame.add("other-list", last, .list(.audiencePressed)) }
  }

  /// Returns why a list has no posts, a line each.
  static func emptyLines(_ list: ListState, _ scene: ListScene, _ canvas: Canvas) -> [String] {
    let isRoot = scene.explorer.navigator.depth == 0
    let isMine = isRoot && scene.explorer.showsOnlyMine
    let noun = scene.site.name(of: isRoot ? scene.lists.explorer : .posts)
    let (words, missing) =
      switch scene.destination {
      case .results(Post.draftsID): ("No drafts", "")
      case .results(Post.laterID): ("Nothing is saved for later", "")
      case .results where list.parent?.isSearch == false:
        ("No posts", "could not be read; see the log.")
      case .results: (nothingFound(list.parent), "not loaded; \(refreshKey(canvas)) tries again.")
      case .profile: ("No profile yet", "could not be read; see the log.")
      case .answers:
        (
          "No \(list.notices?.name ?? scene.site.answersName) yet",
          "could not be read; see the log."
        )
      case .children where list.parent.map({ $0.template == .post }) == true:
        ("No replies", "could not be read; see the log.")
      case nil
      where scene.site.hasOnlyUnread(scene.explorer.audience, in: scene.lists.explorer):
        ("Nothing unread", "could not be read; see the log.")
      case .children, nil:
        (
          isMine ? "You have no \(noun) yet" : "No \(noun) yet",
          "could not be read; see the log."
        )
      }
    let skipped = list.skipped == 0 ? [] : ["\(list.skipped) \(missing)"]
    return [words] + skipped
  }

  /// Returns the sentence for a search without results, with its words: they may be elsewhere than
  /// the user thinks.
  private static func nothingFound(_ search: Post?) -> String {
    let words = search.map { $0.summary.isEmpty ? $0.title : $0.summary } ?? ""
    return words.isEmpty ? "Nothing found" : "Nothing found for: \(words)"
  }

  /// Returns the current symbol of the spinner, ten a second.
  static func spinner(_ canvas: Canvas) -> String {
    let steps = canvas.symbols.spinner
    guard canvas.context.settings.motion != .none else { return steps[0] }
    return steps[Int(max(0, canvas.now) * 10) % steps.count]
  }

  /// Draws lines in the middle of a rectangle.
  ///
  /// - Returns: the cells of the last line.
  @discardableResult
  static func draw(
    _ lines: [(String, Style)], in area: Rect, into frame: inout Frame
  ) -> Rect {
    let fitting = lines.count <= area.height ? lines : lines.filter { !$0.0.isEmpty }
    let top = area.y + max(0, (area.height - fitting.count) / 2)
    var last = Rect(x: area.x, y: area.y, width: 0, height: 0)
    for (y, (text, style)) in zip(top..., fitting) {
      let glyphs = Glyph.glyphs(of: text).truncated(to: area.width)
      let start = Point(x: area.x + max(0, (area.width - glyphs.displayWidth) / 2), y: y)
      if y == top { frame.cursor = start }
      frame.draw(glyphs, at: start, style: style)
      last = Rect(x: start.x, y: y, width: glyphs.displayWidth, height: 1)
    }
    return last
  }
}

/// Draws the splash: the logo on turquoise (seed 003).
enum SplashView {
  static func draw(_ explorer: Explorer, _ canvas: Canvas, into frame: inout Frame) {
    let style = Style(foreground: canvas.theme.splashText, background: canvas.theme.splash)
    frame.fill(frame.bounds, style: style)
    BlankListView.drawLogo(
      over: explorer.loadingMessage, canvas, style, in: frame.bounds, into: &frame)
    guard let hint = canvas.keyHint(.quitPressed, "quit"), frame.size.height >= 8 else { return }
    let x = max(0, (frame.size.width - Glyph.glyphs(of: hint).displayWidth) / 2)
    frame.draw(hint, at: Point(x: x, y: frame.size.height - 1), style: style)
  }
}
