import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Links, text, pictures, program")
struct SharingTests {
  private let links = "[one](https://example.org/1), [two](https://example.org/2)"

  /// What stands in a text twice, or is its own address, is named once.
  @Test(arguments: [
    ("<http://a.example/1>\n\nArticle: <http://a.example/1>", "1 a.example/1"),
    ("[a.example/1](http://a.example/1)", "1 a.example/1"),
    ("[A Story](http://a.example/1), or [it](http://a.example/1)", "1 A Story · a.example/1"),
    ("[see `code` here](http://a.example/1) and", "1 see  here · a.example/1"),
  ])
  func aLinkIsNamedOnce(body: String, row: String) {
    var walk = Walk([.numbered(1, body: body + "\n\n<http://b.example/>")])
    walk.press(.enter, .character("o"))
    #expect(walk.text.contains("Which link?"))
    let rows = walk.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows.contains(row), "\(walk.text)")
  }

  @Test
  func theOnlyLinkIsOpenedAtOnce() {
    var walk = Walk([.numbered(1, body: "See <https://example.org/>.")])
    #expect(walk.press(.character("o")) == [])
    #expect(walk.state.note?.text == "Open the post first (Enter).")
    var rebound = walk
    _ = rebound.state.settings.keymap.rebind([.lists: ["enter": ["F7"]]])
    rebound.press(.character("o"))
    #expect(rebound.state.note?.text == "Open the post first (F7).")
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [.links(.open("https://example.org/"))])
  }

  /// Where no browser opens an address, it is named, and the key that copies takes it, once and where that was.
  @Test(arguments: [false, true]) func anAddressThatIsNotOpenedCanBeCopied(goesOn: Bool) {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.perform(.links(.openFailed("https://example.org/a", "No browser found.")))
    #expect(walk.text.contains("No browser found. https://example.org/a y copies it."))
    if goesOn { walk.press(.down) }
    let address = Effect.terminal(
      .copy("https://example.org/a", noted: "Copied https://example.org/a."))
    #expect((walk.press(.character("y")) == [address]) == !goesOn)
    #expect(walk.press(.character("y")) != [address])
  }

  /// A post with that many links, expanded, `o` pressed.
  private func asked(_ count: Int) -> Walk {
    let body = (1...count).map { "[\($0)](https://example.org/\($0))" }.joined(separator: ", ")
    var walk = Walk([.numbered(1, body: body), .numbered(2)])
    walk.press(.enter, .character("o"))
    return walk
  }

  private func opened(_ number: Int) -> [Effect] {
    [.links(.open("https://example.org/\(number)"))]
  }

  /// A digit means the link of that number in an open text.
  ///
  /// Alone it opens nothing: the user may want a tab.
  @Test func aDigitChoosesALinkOfTheOpenText() {
    let body = "[one](https://example.org/1), [two](https://example.org/2)"
    var walk = Walk([.numbered(1, body: body), .numbered(2)])
    var closed = walk
    closed.press(.character("2"))
    #expect(closed.state.explorer == .searches)
    walk.press(.enter)
    var tab = walk
    tab.press(.character("3"))
    #expect(tab.state.explorer == .users)
    #expect(walk.press(.character("2")) == [])
    #expect(walk.text.contains("Which link, 1 to 2? 2_ Enter opens https://example.org/2"))
    #expect(walk.press(.character("1")) == [] && walk.text.contains("1_ Enter opens"))
    #expect(walk.press(.character("7")) == [] && walk.text.contains("1_ Enter opens"))
    #expect(walk.press(.enter) == opened(1))
    #expect(walk.state.explorer == .posts)
    walk.press(.function(2))
    #expect(walk.state.explorer == .searches)
  }

  /// Of more than nine, digits collect; opened as soon as no other number begins like that.
  @Test
  func ofMoreThanNineDigitsCollect() {
    var walk = asked(23)
    #expect(walk.text.contains("Which link? Press its number, 1 to 23."))
    #expect(walk.press(.character("3")) == opened(3))
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.press(.character("o"), .character("1")) == [])
    #expect(walk.text.contains("Which link, 1 to 23? 1_ Enter opens https://example.org/1"))
    #expect(walk.press(.character("0")) == opened(10))
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.press(.character("o"), .character("2"), .character("3")) == opened(23))
    #expect(walk.state.explorer == .posts)
  }

  @Test
  func enterConfirmsANumberThatCouldGoOnWithoutOneItLeaves() {
    var walk = asked(12)
    #expect(walk.press(.character("1"), .enter) == opened(1))
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.press(.character("o"), .enter) == [])
    #expect(walk.state.focus[LinkChoice.self] == nil)
  }

  @Test(arguments: [2, 9, 10, 99, 100, 345, 999])
  func everyNumberCanBeTyped(count: Int) {
    let walk = asked(count)
    for number in 1...count {
      var walk = walk
      var effects: [Effect] = []
      for digit in "\(number)" { effects += walk.press(.character(digit)) }
      if effects.isEmpty { effects = walk.press(.enter) }
      #expect(effects == opened(number))
      #expect(walk.state.focus[LinkChoice.self] == nil)
    }
  }

  /// A link to a post says where it leads: the title, and its own words where they are others.
  @Test func linksToPostsNameTheirTitles() {
    var posts = Post.numbered(1...3)
    posts[0].body = "[Kitchen](post:2) and [the trip](post:3) and [an old one](post:77)"
    (posts[1].title, posts[2].title) = ("Kitchen", "Bergen")
    var walk = Walk(posts)
    walk.press(.enter, .character("o"))
    #expect(walk.text.contains(#/1 Kitchen *\n/#) && !walk.text.contains("Kitchen · Kitchen"))
    #expect(walk.text.contains("2 the trip · Bergen") && walk.text.contains(#/3 an old one *\n/#))
  }

  @Test
  func backspaceTakesADigitBackTheLastOneLeavesEscLeavesAtOnce() {
    var walk = asked(120)
    #expect(walk.press(.character("1"), .character("1")) == [])
    #expect(walk.text.contains("? 11_"))
    walk.press(.backspace)
    #expect(walk.text.contains("? 1_"))
    walk.press(.backspace)
    #expect(walk.text.contains("Press its number"))
    #expect(walk.press(.character("7"), .backspace, .character("8"), .enter) == opened(8))
    walk.press(.character("o"), .backspace)
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.press(.character("o"), .character("1"), .escape) == [])
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(!walk.text.contains("Which link"))
  }

  @Test
  func aDigitThatMakesNoLinksNumberIsntTaken() {
    var walk = asked(12)
    #expect(walk.press(.character("0")) == [])
    #expect(walk.text.contains("Press its number"))
    #expect(walk.press(.character("1"), .character("5")) == [])
    #expect(walk.text.contains("? 1_"))
    #expect(walk.press(.character("2")) == opened(12))
  }

  @Test
  func theWheelScrollsToWhereTheNumberStandsAClickLeaves() {
    var walk = asked(999)
    let wheel = MouseEvent.Kind.wheelDown
    walk.press(.character("1"))
    walk.mouse(wheel, x: 9, y: 9)
    #expect(walk.position.scroll > 0)
    #expect(walk.text.contains("? 1_"))
    #expect(walk.press(.control("l")) == [.terminal(.redraw)])
    walk.click(x: 9, y: 9)
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.position.expandedID == 1)
  }

  /// Of several, one by its number; letters are none, other keys close the question.
  @Test
  func ofSeveralOneByItsNumberLettersAreNone() {
    var walk = Walk([.numbered(1, body: links), .numbered(2)])
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [])
    #expect(walk.text.contains("Which link? Press its number, 1 to 2."))
    #expect(walk.press(.character("2")) == [.links(.open("https://example.org/2"))])
    #expect(walk.state.focus[LinkChoice.self] == nil)
    #expect(walk.press(.character("o"), .character("x"), .character("q")) == [])
    #expect(walk.text.contains("Which link?"))
    #expect(walk.press(.down) == [])
    #expect(!walk.text.contains("Which link?"))
    #expect(walk.selected == 1)
    #expect(walk.press(.down) == [])
    #expect(walk.selected == 2)
  }

  @Test
  func theQuestionStaysUntilItIsAnsweredAndNoNoteHidesIt() {
    var walk = Walk([.numbered(1, body: links), .numbered(2)])
    walk.press(.enter, .character("o"))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.perform(.noted("Something else.", isError: false))
    #expect(walk.text.contains("Which link?"))
    walk.wait(60)
    #expect(walk.text.contains("Which link?"))
    #expect(walk.press(.character("1")) == [.links(.open("https://example.org/1"))])
    #expect(!walk.text.contains("Which link?"))
  }

  @Test
  func aPostWithoutLinks() {
    var walk = Walk([.numbered(1)])
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [])
    #expect(walk.state.note?.text == "This post has no links.")
  }

  @Test
  func copiedTitleSummaryAndBodyWithoutWhatIsEmpty() {
    var walk = Walk([.numbered(1), Post(id: 2, title: "", body: "Only this.")])
    #expect(
      walk.press(.character("y")) == [
        .terminal(.copy("post 1\n\nsummary 1\n\nSome words.", noted: "Copied “post 1”."))
      ])
    #expect(
      walk.press(.down, .character("y")) == [.terminal(.copy("Only this.", noted: "Copied."))])
    #expect(walk.state.note == nil, "It is noted when it is done.")
  }

  @Test
  func picturesAskedForInTheWindowAndOneWindowAheadEachOnce() {
    var walk = Walk()
    walk.send(.started(at: nil))
    let posts = (1...30).map { Post.numbered($0, image: "/uploads/\($0).jpg") }
    // The rest behind the first one.
    #expect(walk.answer(Walk.posts, posts) == [.picture(.load(address: "/uploads/1.jpg"))])
    #expect(
      walk.perform(.picture(.response(address: "/uploads/1.jpg", aspectRatio: 1)))
        == (2...9).map { .picture(.load(address: "/uploads/\($0).jpg")) })
    #expect(walk.press(.down, .up) == [])
    #expect(
      walk.press(.pageDown, .pageDown)
        == (10...14).map { .picture(.load(address: "/uploads/\($0).jpg")) })
  }

  @Test
  func thoseThatFailedAreAskedForAgainByR() {
    var walk = Walk([.numbered(1, image: "/a.jpg")])
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: nil)))
    #expect(walk.press(.down) == [])
    #expect(walk.press(.character("r")).contains(.picture(.load(address: "/a.jpg"))))
  }

  @Test
  func thoseThatFailedAreAskedForAgainWhenTheyComeBackIntoView() {
    var posts = Post.numbered(1...40)
    posts[0].imageURL = "/a.jpg"
    var walk = Walk(posts)
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: nil)))
    #expect(walk.press(.down, .down, .up) == [])
    #expect(walk.press(.pageDown, .pageDown) == [])
    #expect(walk.press(.home) == [.picture(.load(address: "/a.jpg"))])
  }

  /// One that has to wait for others is asked for when one of them has come, and not before.
  @Test
  func oneThatHasToWaitForOthersIsAskedForWhenOneOfThemHasCome() {
    var posts = Post.numbered(1...3)
    for index in posts.indices { posts[index].imageURL = "/\(index).jpg" }
    var walk = Walk(posts)
    walk.perform(.picture(.response(address: "/0.jpg", aspectRatio: 1)))
    #expect(walk.perform(.picture(.postponed(address: "/2.jpg"))) == [])
    #expect(walk.press(.down) == [])
    #expect(
      walk.perform(.picture(.response(address: "/1.jpg", aspectRatio: 1)))
        == [.picture(.load(address: "/2.jpg"))])
  }

  @Test
  func turnedOffNoneIsAskedForAndNoRoomIsKeptForThem() {
    var walk = Walk()
    walk.state.settings.pictures = .none
    walk.send(.started(at: nil))
    #expect(walk.answer(Walk.posts, [.numbered(1, image: "/a.jpg")]) == [])
    #expect(!walk.context.showsPicture(of: walk.state.list.posts[0]))
    #expect(walk.press(.character("z")) == [])
    #expect(walk.state.overlay == nil)
  }

  @Test
  func theExpandedCardTakesThePicturesShapeWhenItIsKnown() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.press(.enter)
    // Square until it is known, at most 60 % of 21 rows: 12. With title, summary, body and author 20.
    #expect(walk.restingLayout().height(of: 0) == 420)
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: 7.4)))
    // 740 points wide, 100 high.
    #expect(walk.restingLayout().height(of: 0) == 280)
  }

  @Test
  func aPictureThatComesWhileOneIsElsewhereLeavesTheListInBounds() {
    var posts = (1...9).map { Post.numbered($0, children: 1) }
    posts[8].imageURL = "/a.jpg"
    var walk = Walk(posts)
    walk.press(.end, .enter)
    walk.press(.end, .right)
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: 10)))
    walk.press(.left)
    #expect(
      walk.position.scroll
        == walk.restingLayout().clampedScroll(walk.position.scroll, window: 420))
  }

  @Test
  func enterOpensAndClosesWhateverTheCardHasZShowsThePicture() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: 3)))
    for _ in 0..<3 {
      walk.press(.enter)
      #expect(walk.position.expandedID == 1)
      walk.press(.character("z"))
      #expect(walk.state.focus[FullPicture.self]?.address == "/a.jpg")
      walk.press(.enter)
      #expect(walk.state.overlay == nil)
      #expect(walk.position.expandedID == 1)
      walk.press(.enter)
      #expect(walk.state.overlay == nil)
      #expect(walk.position.expandedID == nil)
    }
  }

  @Test
  func inMotionEnterTurnsTheCardRound() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)], motion: .full)
    walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: 3)))
    walk.press(.enter)
    walk.wait(0.2)
    walk.press(.enter)
    #expect(walk.state.overlay == nil)
    #expect(walk.position.expandedID == nil)
  }

  /// The picture over the whole screen; unknown keys do nothing there, z closes it.
  @Test
  func thePictureOverTheWholeScreenUnknownKeysDoNothingThere() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.press(.character("z"))
    #expect(walk.state.focus[FullPicture.self]?.address == "/a.jpg")
    walk.press(.character("x"), .down, .function(9))
    #expect(walk.state.overlay != nil)
    walk.press(.character("z"))
    #expect(walk.state.overlay == nil)
    walk.wait(1)
    walk.press(.down, .character("z"))
    #expect(walk.state.overlay == nil)
  }

  @Test
  func redrawSuspendQuit() {
    var walk = Walk(Post.numbered([1]))
    #expect(walk.press(.control("l")) == [.terminal(.redraw)])
    #expect(walk.press(.control("z")) == [.terminal(.suspend)])
    #expect(!walk.state.isQuitting)
    #expect(walk.press(.character("q")) == [.terminal(.quit)])
    #expect(walk.state.isQuitting)
  }

  @Test
  func helpScrollsAsFarAsItGoesAndClosesWithQ() {
    var walk = Walk(Post.numbered([1]), height: 12)
    walk.press(.character("?"))
    #expect(walk.state.focus[Sheet.self]?.scroll == 0)
    walk.press(.up)
    #expect(walk.state.focus[Sheet.self]?.scroll == 0)
    for _ in 0..<400 { walk.press(.down) }
    let text = Sheet(.help).text(walk.state.settings.keymap, walk.state.layout)
    let last = text.lines.count - text.window
    #expect(walk.state.focus[Sheet.self]?.scroll == last)
    #expect(walk.text.contains("move it to the top level"))
    walk.press(.pageUp)
    #expect(walk.state.focus[Sheet.self]?.scroll == last - text.window + 1)
    walk.press(.home)
    #expect(walk.state.focus[Sheet.self]?.scroll == 0)
    walk.press(.character("G"))
    #expect(walk.state.focus[Sheet.self]?.scroll == last)
    #expect(walk.press(.control("l")) == [.terminal(.redraw)])
    #expect(walk.state.overlay != nil)
    walk.press(.character("q"))
    #expect(walk.state.overlay == nil)
    #expect(!walk.state.isQuitting)
  }

  /// Mistakes while it runs are told by a note, or on the sheet that is there; mended, it goes.
  @Test
  func settingsErrorsAreShownInANoteOrSheet() {
    let complaints = ["motion: no.", "mouse: no."].map {
      SettingsError(place: "config.yaml", text: $0)
    }
    var walk = Walk(Post.numbered([1]))
    walk.send(.settings(.refused(complaints)))
    #expect(
      walk.state.note?.text
        == "The settings stay as they were. config.yaml: motion: no. And 1 more.")
    #expect(walk.state.overlay == nil)
    walk.send(.settings(.misread([complaints[0]])))
    walk.send(.settings(.refused([complaints[1]])))
    #expect(walk.text.contains("mouse: no."))
    #expect(!walk.text.contains("motion: no."))
    walk.send(.settings(.changed(Settings())))
    #expect(walk.state.overlay == nil)
  }

  /// A long path gives way to the words of a link, which come first.
  @Test(arguments: [40, 80, 120]) func theWordsOfALinkHaveRoom(width: Int) {
    let path = String(repeating: "a-long-path/", count: 20)
    let body = "[one](https://e.example/\(path)) [the recording](https://e.example/b/\(path))"
    var walk = Walk([.numbered(1, body: body)], width: width)
    walk.press(.enter)
    walk.press(.character("o"))
    let row = walk.text.split(separator: "\n").first { $0.contains("2 the recording") }
    #expect(row?.contains("2 the recording · e.example/b/a-") == true, "\(walk.text)")
  }
}
