import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Testing

@testable import FireflyApp

/// The colours that the views use, by the functions that the views use.
@Suite("Themes")
struct ThemeTests {
  /// Those that have colours of their own.
  static let colored = Theme.all.filter(\.text.isRGB)
  /// Contrast for text by WCAG 2, level AA.
  private let least = 4.5
  /// Contrast for what is not text: bars, dots, edges.
  private let leastShape = 3.0

  private func expect(
    _ text: Color, on background: Color, _ least: Double, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let contrast = text.contrast(with: background) ?? 0
    #expect(contrast >= least, "\(what): \(contrast)", sourceLocation: sourceLocation)
  }

  @Test
  func thereAreFilledThemesOneWithLinesAndOneWithoutColours() {
    #expect(Theme.all.map(\.name) == ["firefly", "dark", "light", "paper", "mono"])
    #expect(Theme.all.map(\.chrome) == [.filled, .filled, .filled, .outlined, .outlined])
    #expect(Self.colored.count == 4)
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
  }

  @Test(arguments: colored)
  func wordsOnACardAtEveryMomentOfItsExpansion(theme: Theme) {
    for step in 0...10 {
      let card = theme.card(at: Double(step) / 10)
      expect(theme.text, on: card, least, "title")
      expect(theme.text(alpha: 0.8, over: card), on: card, least, "summary")
      expect(theme.text(alpha: 0.5, over: card), on: card, least, "author")
      expect(theme.accent, on: card, leastShape, "bar")
    }
  }

  @Test(arguments: colored)
  func everyRoleOfABody(theme: Theme) {
    for expansion in [0.5, 1] {
      let card = theme.card(at: expansion)
      let body = BodyStyle(theme: theme, background: card)
      let roles: [TextRole] = [.body, .heading(1), .heading(6), .code, .quote, .link(1), .marker]
      for role in roles {
        let style = body.style(of: TextSpan("x", role: role))
        let background = style.background == .clear ? card : style.background
        expect(style.foreground, on: background, least, "\(role)")
      }
    }
  }

  @Test(arguments: colored)
  func themesColourFrameAndSheets(theme: Theme) {
    let canvas = canvas(theme)
    expect(canvas.onBackdrop().foreground, on: theme.backdrop, least, "on the backdrop")
    let capsule = theme.card.blended(over: theme.backdrop, alpha: 0.9)
    expect(theme.text, on: capsule, least, "capsule")
    expect(theme.text, on: theme.toolbar, least, "toolbar")
    expect(theme.text, on: theme.activeTab, least, "current tab")
    expect(theme.splashText, on: theme.splash, least, "splash")
    expect(theme.text, on: theme.card, least, "sheet")
    for isError in [false, true] {
      let note = NoteView.style(
        of: Note(text: "", isError: isError, until: 0), theme)
      expect(note.foreground, on: note.background, least, "note")
    }
    expect(theme.alert, on: theme.toolbar, leastShape, "badge on the toolbar")
    expect(theme.alert, on: theme.activeTab, leastShape, "badge on the current tab")
    expect(theme.text(alpha: 1, over: theme.mark), on: theme.mark, least, "found")
    for expansion in [0.0, 1] {
      let pill = theme.indicator(over: theme.card(at: expansion))
      expect(theme.text(alpha: 1, over: pill), on: pill, least, "sign")
      expect(theme.alert, on: pill, leastShape, "badge")
    }
  }

  /// On the grey of the first theme no red can be read, so it is behind the words.
  @Test(arguments: colored)
  func anErrorIsRedAndLegible(theme: Theme) throws {
    var walk = Walk(height: 24)
    walk.state.settings.theme = theme
    walk.send(.started(at: nil))
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("Server error: boom (500)."))))
    let row = try #require((0..<24).first { walk.row($0).contains("Error: Server error") })
    let cell = try #require((0..<80).map { walk.frame[$0, row] }.first { $0.glyph.text == "E" })
    expect(cell.style.foreground, on: cell.style.background, least, "error")
    #expect([cell.style.foreground, cell.style.background].contains(theme.alert))
  }

  /// Screens with every kind of words.
  private func screens(
    _ theme: Theme, abilities: ScreenAbilities = ScreenAbilities()
  ) -> [Frame] {
    var posts = (1...6).map { Post.numbered($0, children: 1) }
    posts[0].body = """
      # Capsizing
      The **boat** turns `faster` than [you](https://example.org) think.

      > let go

      - one
      - two
      """
    var walk = Walk(posts, abilities: abilities)
    walk.state.settings.theme = theme
    var frames = [walk.frame]
    walk.press(.enter)
    frames.append(walk.frame)
    walk.press(.character("/"))
    walk.type("post")
    frames.append(walk.frame)
    walk.press(.enter)
    walk.perform(.noted("Can't.", isError: true))
    frames.append(walk.frame)
    walk.press(.right)
    frames.append(walk.frame)
    walk.perform(.list(.postsResponse(level: 1, .failure("Can't reach it."))))
    frames.append(walk.frame)
    walk.press(.character("?"))
    frames.append(walk.frame)
    return frames
  }

  @Test(arguments: colored)
  func everyCellOfRealScreensIsLegible(theme: Theme) {
    for (index, frame) in screens(theme).enumerated() {
      for cell in frame.cells {
        guard let scalar = cell.glyph.text.unicodeScalars.first, scalar.properties.isAlphabetic
        else { continue }
        let contrast = cell.style.foreground.contrast(with: cell.style.background) ?? 0
        #expect(contrast >= least, "\(cell.glyph.text) of screen \(index): \(cell.style.words)")
      }
    }
  }

  @Test(
    arguments: colored,
    [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed, .trueColor])
  func withoutBlocksTooEveryCellIsLegibleAndSoAreTheLines(
    theme: Theme, depth: ScreenAbilities.ColorDepth
  ) {
    let palette = Palette.of(depth)
    let abilities = ScreenAbilities(colors: depth, unicode: false)
    for (index, frame) in screens(theme, abilities: abilities).enumerated() {
      for cell in frame.cells {
        let isLine = ["+", "-", "|", "#"].contains(cell.glyph.text)
        let isLetter = cell.glyph.text.unicodeScalars.first?.properties.isAlphabetic == true
        guard isLine || isLetter else { continue }
        let (text, behind) = shown(cell, in: palette)
        let contrast = text.contrast(with: behind) ?? 0
        #expect(
          contrast >= (isLine ? leastShape : least),
          "\(cell.glyph.text) of screen \(index): \(cell.style.words)")
      }
    }
    // The edit row has the ground of its card.
    var walk = Walk(Post.numbered([1]), abilities: abilities)
    walk.state.settings.theme = theme
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    let row = (0..<24).first { walk.row($0).contains("save") } ?? 0
    #expect(row > 3 && walk.frame[4, row].style.background == walk.frame[4, 2].style.background)
  }

  /// On a light terminal the page is light, and hints on it are read in each depth.
  @Test(arguments: [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed, .trueColor])
  func aLightTerminalHasALightPageWithLegibleHints(depth: ScreenAbilities.ColorDepth) throws {
    let lightest = 0.6
    var walk = Walk([.numbered(1, children: 1)], abilities: ScreenAbilities(colors: depth))
    walk.send(.terminalBackground(.white))
    let canvas = Canvas(walk.state.context(at: 0))
    let page = canvas.theme.backdrop
    for style in [canvas.onBackdrop(), canvas.hint(over: page)] {
      let (text, behind) = shown(
        Cell(glyph: Glyph("h"), style: Style(foreground: style.foreground, background: page)),
        in: Palette.of(depth))
      #expect(try #require(behind.luminance) > lightest)
      expect(text, on: behind, least, "hint")
    }
  }

  /// How cells are shown in a colour depth: as the terminal's side maps them.
  private func shown(_ cell: Cell, in palette: Palette?) -> (text: Color, behind: Color) {
    guard let palette else { return (cell.style.foreground, cell.style.background) }
    let pair = palette.pair(
      cell.style.foreground, on: cell.style.background, isText: !cell.glyph.isBlock)
    return (palette.colors[pair.foreground], palette.colors[pair.background])
  }

  /// In every depth words are legible, and cards are set off from what is behind them.
  @Test(arguments: colored, [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed, .trueColor])
  func inEveryDepthWordsAreLegible(theme: Theme, depth: ScreenAbilities.ColorDepth) {
    let palette = Palette.of(depth)
    for (index, frame) in screens(theme, abilities: ScreenAbilities(colors: depth)).enumerated() {
      for cell in frame.cells {
        guard let scalar = cell.glyph.text.unicodeScalars.first, scalar.properties.isAlphabetic
        else { continue }
        let (text, behind) = shown(cell, in: palette)
        let contrast = text.contrast(with: behind) ?? 0
        #expect(contrast >= least, "\(cell.glyph.text) of screen \(index): \(cell.style.words)")
      }
    }
    // Beside the first card and on it; where these are one colour, there is a line between them.
    let walk = Walk([.numbered(1)], abilities: ScreenAbilities(colors: depth))
    let frame = {
      var walk = walk; walk.state.settings.theme = theme; return walk.frame
    }()
    let (_, outside) = shown(frame[0, 3], in: palette)
    let (_, inside) = shown(frame[60, 4], in: palette)
    let layout = walk.state.layout
    let hasLine = frame[layout.cardX + layout.cardColumns - 1, 1].glyph.text == "╮"
    #expect((outside == inside) == hasLine)
    if hasLine {
      let (line, behind) = shown(frame[40, 1], in: palette)
      #expect((line.contrast(with: behind) ?? 0) >= leastShape)
    }
  }

  @Test(
    arguments: colored,
    [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed, .trueColor])
  func inEveryDepthTheSignHasAnEndAndCanBeRead(theme: Theme, depth: ScreenAbilities.ColorDepth)
    throws
  {
    let palette = Palette.of(depth)
    var walk = Walk([.numbered(1, children: 1)], abilities: ScreenAbilities(colors: depth))
    walk.state.settings.theme = theme
    for _ in 0...1 {
      let frame = walk.frame
      let index = try #require(frame.cells.firstIndex { $0.glyph.text == "❯" })
      let (sign, pill) = shown(frame.cells[index], in: palette)
      #expect((sign.contrast(with: pill) ?? 0) >= least)
      #expect(pill != shown(frame.cells[index - 5], in: palette).behind)
      walk.press(.enter)
    }
  }

  @Test(
    arguments: colored,
    [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed, .trueColor])
  func inEveryDepthTheCurrentTabStandsOut(theme: Theme, depth: ScreenAbilities.ColorDepth) {
    var walk = Walk([.numbered(1)], abilities: ScreenAbilities(colors: depth))
    walk.state.settings.theme = theme
    let row = (0..<80).map { walk.frame[$0, 23] }
    let behind = row.map { cell in
      let (text, behind) = shown(cell, in: Palette.of(depth))
      return cell.style.attributes.contains(.reverse) ? text : behind
    }
    // From the left: toolbar, current tab, toolbar.
    let edges = (1..<80).filter { behind[$0] != behind[$0 - 1] }
    #expect(edges.count == 2 && behind.first == behind.last)
    if depth <= .sixteen, let edge = edges.first {
      #expect((behind[edge].contrast(with: behind[0]) ?? 0) >= leastShape)
    }
  }

  /// What stands in an empty field is read, and with few colours it is in brackets.
  @Test(arguments: colored)
  func placeholdersAreReadable(theme: Theme) {
    for depth in [ScreenAbilities.ColorDepth.none, .eight, .sixteen, .indexed, .trueColor] {
      var walk = Walk([], abilities: ScreenAbilities(colors: depth))
      walk.state.settings.theme = theme
      walk.press(.character("n"))
      walk.perform(
        .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
      let placeholder = (walk.state.focus.editor?.placeholders.title ?? "") + ", required"
      let row = walk.row(2)
      #expect(row.contains("[\(placeholder)]") == (depth <= .sixteen), "\(depth): \(row)")
      #expect(row.contains(placeholder))
      guard depth != .none else { continue }
      let (text, behind) = shown(walk.frame[4, 2], in: Palette.of(depth))
      #expect((text.contrast(with: behind) ?? 0) >= least, "\(depth)")
    }
  }

  @Test(arguments: colored)
  func theFieldsOfTheSignInHaveAnEdgeThatIsSeenOnSmallScreensToo(theme: Theme) {
    for (height, edges) in [(24, "╭╮╰╯"), (8, "[]")] {
      var walk = Walk(height: height, email: nil)
      walk.state.settings.theme = theme
      walk.state.site = Site(.server, name: "posts.example.org", as: walk.state.account)
      walk.press(.character("i"))
      #expect(walk.text.contains("your e-mail address"))
      #expect(!walk.text.contains("@"))
      for edge in edges {
        let cell = walk.frame.cells.first { $0.glyph.text == String(edge) }
        let contrast = cell.flatMap { $0.style.foreground.contrast(with: $0.style.background) }
        #expect((contrast ?? 0) >= leastShape, "\(edge) at \(height) rows")
      }
    }
  }

  /// A card of the backdrop's colour has lines, in a theme of the user's own as well.
  @Test
  func aCardOfTheBackdropsColourHasLines() {
    var theme = Theme.firefly
    theme.card = theme.backdrop
    #expect(theme.shown(in: .trueColor).chrome == .outlined)
    #expect(Theme.dark.shown(in: .eight).chrome == .outlined)
    #expect(Theme.dark.shown(in: .trueColor).chrome == .filled)
    #expect(Theme.firefly.shown(in: .eight).chrome == .filled)
    #expect(Theme.firefly.shown(in: .none) == .mono)
  }

  @Test
  func aColourOfTheUsersOwnIsMadeLegibleWhereItIsNot() {
    for white in stride(from: 0, through: 255, by: 15) {
      let background = Color(white: UInt8(white))
      for alpha in [0.1, 0.5, 0.8, 1] {
        for color in [Color.black, .white] {
          let best = color.contrast(with: background) ?? 0
          let made = Theme.firefly.legible(color, alpha: alpha, over: background)
          #expect((made.contrast(with: background) ?? 0) >= min(best, 4.5) - 0.001)
        }
      }
    }
  }

  @Test
  func withoutColoursNothingOfRGBIsDrawn() {
    var walk = Walk(
      (1...6).map { .numbered($0, children: 1, template: .query) },
      abilities: ScreenAbilities(colors: .none))
    walk.perform(.badges(.response([1: true])))
    walk.press(.enter, .character("/"))
    walk.type("post")
    for frame in [
      walk.frame,
      {
        walk.press(.escape, .character("?")); return walk.frame
      }(),
    ] {
      #expect(!frame.cells.contains { $0.style.foreground.isRGB || $0.style.background.isRGB })
    }
  }

  @Test
  func withoutUTF8EverythingThatIsFireflysOwnIsASCII() {
    var posts = (1...6).map { Post.numbered($0, children: 1) }
    posts[0].title = String(repeating: "a long title ", count: 20)
    posts[1].summary = String(repeating: "a long summary ", count: 20)
    posts[2].body =
      "# One\n\n- two\n\n1. three\n\n> four\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n"
    posts[3].authorName = String(repeating: "Ada ", count: 40)
    posts[4].locationTag = "Kiel"
    posts[5].isAIGenerated = true
    for width in [20, 40, 80] {
      var walk = Walk(posts, width: width, abilities: ScreenAbilities(unicode: false))
      func check(_ what: String) {
        for cell in walk.frame.cells where !cell.glyph.text.unicodeScalars.allSatisfy(\.isASCII) {
          Issue.record("“\(cell.glyph.text)” in \(what) at \(width)")
        }
      }
      check("list")
      walk.press(.end, .up)
      check("end")
      walk.press(.home, .down, .down, .enter)
      check("expanded")
      walk.press(.character("o"))
      check("message")
      walk.press(.character("/"))
      walk.type("two")
      check("find")
      walk.press(.escape, .character("?"))
      check("help")
      walk.press(.escape, .home, .right)
      check("loading")
      walk.perform(
        .list(
          .postsResponse(
            level: 1, .failure(LoadFailure(.refused, String(repeating: "No ", count: 90))))))
      check("failed")
      walk.press(.left, .character("t"))
      check("outline")
    }
  }

  @Test
  func withoutUTF8NoLetterStandsForAnArrow() {
    var post = Post.numbered(1, body: "Press ↓. The bar moves; `↑` goes back.", children: 3)
    (post.title, post.summary) = ("up and ↓", "start here: ↑ and ↓, or k and j")
    var walk = Walk([post], abilities: ScreenAbilities(unicode: false))
    #expect(walk.text.contains("up and Down"), "\(walk.text)")
    #expect(walk.text.contains("start here: Up and Down, or k and j"), "\(walk.text)")
    let text = MarkdownFormatter.format(post.body, width: 60, symbols: .ascii)
    #expect(text.lines.map(\.text) == ["Press Down. The bar moves; Up goes back."])
    walk.state.lists.chosenDensity = .lines
    #expect(walk.text.contains("up and Down"))
  }

  private func canvas(_ theme: Theme) -> Canvas {
    var walk = Walk(Post.numbered([1]))
    walk.state.settings.theme = theme
    return Canvas(walk.state.context(at: 0))
  }

  /// Seed 001: a black sign on white at `button-colour`, whatever that is.
  @Test(
    arguments: [0, 0.3, 0.5, 0.9, 0.99, 1],
    [ScreenAbilities.ColorDepth.sixteen, .indexed, .trueColor])
  func theSignOfAButtonIsBlackOnTheLightTheme(button: Double, depth: ScreenAbilities.ColorDepth) {
    var theme = Theme.firefly
    theme.shades.button = button
    for expansion in [0.0, 0.5, 1] {
      let pill = theme.indicator(over: theme.card(at: expansion), in: depth)
      #expect(pill != theme.text)
      #expect(button < 1 || pill == .white)
    }
  }
}
