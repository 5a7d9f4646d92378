import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// What a new user is told without asking, and first when they ask.
@Suite("First steps")
struct FirstStepsTests {
  /// The help begins with the keys of the first minute, in two columns where there is room.
  @Test
  func theHelpBeginsWithTheKeysOfTheFirstMinuteInTwoColumns() {
    for (width, isWide) in [(80, true), (56, true), (50, false), (30, false)] {
      var walk = Walk(Post.numbered(1...3), width: width, height: 24)
      walk.press(.character("?"))
      #expect(walk.row(2).contains("First steps"))
      for words in [
        "select a post", "open it", "as a thread", "next unread", "write a post",
        "edit your post", "quit",
      ] {
        let end = isWide ? 9 : 15
        let rows = (3..<end).map { walk.row($0) }
        #expect(rows.contains { $0.contains(words) }, "\(words) at \(width):\n\(walk.text)")
      }
      #expect(walk.row(3).contains("write a post") == isWide)
      #expect(walk.row(3).contains("↑ ↓"))
    }
  }

  /// Where the help has several columns, each begins with a heading, and no key stands on it twice.
  @Test(arguments: [(120, 40), (160, 45), (200, 60), (240, 30)])
  func eachColumnOfTheHelpBeginsWithAHeading(width: Int, height: Int) throws {
    for isSecond in [false, true] {
      var walk = Walk(Post.numbered(1...3), width: width, height: height)
      walk.press(.character("?"))
      if isSecond { walk.press(.character("?")) }
      let sheet = try #require(walk.state.focus.top as? Sheet)
      let text = sheet.text(walk.state.settings.keymap, walk.state.layout)
      let lines = text.lines.drop { $0.isRepetition || $0.isBlank }
      let first = try #require(lines.first)
      for line in [first] + first.beside { #expect(line.isHeading || line.isBlank) }
      guard !isSecond else { continue }
      let steps = text.lines.prefix { $0.isRepetition }
      // They use the whole width.
      #expect(steps.count <= 5 && steps.dropFirst().first.map { $0.beside.count > 2 } == true)
      let below = lines.flatMap { [$0] + $0.beside }
      let keys = below.map { ($0.keys ?? []).map(\.text).joined() }
      #expect(Set(keys).isDisjoint(with: ["v", "e", "/"]))
      #expect(below.contains { $0.words.map(\.text).joined().contains("everyone's posts") })
    }
  }

  @Test
  func firstStepsNameConfiguredKeys() {
    var walk = Walk(Post.numbered(1...3))
    _ = walk.state.settings.keymap.rebind([.lists: ["new": ["x"], "edit": []]])
    walk.press(.character("?"))
    #expect(walk.row(3).contains(/x +write a post/))
    #expect(!(3..<9).contains { walk.row($0).contains("edit your post") })
  }

  /// The splash and the toolbar say how to quit; at 40 columns the help's key stays.
  @Test
  func theSplashAndTheToolbarSayHowToQuit() {
    var splash = Walk(width: 40, height: 12)
    splash.send(.started(at: nil))
    #expect(splash.row(11).contains("q quit"))
    let wide = Walk(Post.numbered(1...3))
    #expect(wide.row(23).hasSuffix("? help  q quit"))
    #expect(wide.frame.pressables.contains { $0.action == .quitPressed })
    for width in 24..<80 {
      let narrow = Walk(Post.numbered(1...3), width: width, height: 12)
      #expect(narrow.row(11).contains("?"), "\(width): \(narrow.row(11))")
      #expect(narrow.frame.pressables.contains { $0.action == .sheet(.helpPressed) })
    }
  }

  /// A key that does nothing says so by its name, briefly, and nothing else happens.
  @Test
  func aKeyThatDoesNothingSaysSoByItsNameBriefly() {
    var walk = Walk(Post.numbered(1...3))
    let (selected, expanded) = (walk.selected, walk.position.expandedID)
    walk.press(.character("%"))
    #expect(walk.text.contains("% does nothing here. ? shows all keys."))
    #expect(walk.selected == selected && walk.position.expandedID == expanded)
    walk.press(.function(9))
    #expect(walk.text.contains("F9 does nothing here."))
    walk.press(Key(.function(9), .control))
    #expect(walk.text.contains("Ctrl-F9 does nothing here."))
    walk.wait(10)
    #expect(!walk.text.contains("does nothing"))
  }

  /// Pictures are left out with fewer than 16 colours, unless they are wanted sharp.
  @Test
  func picturesAreLeftOutWithFewerThan16Colours() {
    for (colors, choice, isShown) in [
      (ScreenAbilities.ColorDepth.none, Settings.Pictures.auto, false), (.eight, .blocks, false),
      (.sixteen, .auto, true), (.none, .sharp, true), (.trueColor, .none, false),
    ] {
      var walk = Walk(width: 80, height: 24, abilities: ScreenAbilities(colors: colors))
      walk.state.settings.pictures = choice
      walk.send(.started(at: nil))
      let effects = walk.answer(Walk.posts, [.numbered(1, image: "/a.jpg")])
      #expect(
        effects.contains(.picture(.load(address: "/a.jpg"))) == isShown, "\(colors) \(choice)")
      #expect(walk.context.showsPicture(of: .numbered(1, image: "/a.jpg")) == isShown)
    }
  }

  /// The window's title names what is open, else the list's post, else the program.
  @Test
  func theWindowsTitleNamesWhatIsOpenElseTheListsPost() {
    var walk = Walk([.numbered(1, children: 1)])
    #expect(walk.state.windowTitle == "Firefly")
    walk.press(.enter)
    #expect(walk.state.windowTitle == "Firefly: post 1")
    walk.press(.enter, .right)
    walk.answer(1, [.numbered(2)])
    #expect(walk.state.windowTitle == "Firefly: post 1")
    walk.press(.down, .enter)
    #expect(walk.state.windowTitle == "Firefly: post 2")
  }
}
