import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Links, text, pictures, program")
struct SharingTests {
  private let links = "[one](https://example.org/1), [two](https://example.org/2)"

  @Test("The only link is opened at once")
  func oneLink() {
    var walk = Walk([.numbered(1, body: "See <https://example.org/>.")])
    #expect(walk.press(.character("o")) == [])
    #expect(walk.state.message?.text == "Expand the post first, to see its links.")
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [.openLink("https://example.org/")])
  }

  @Test("Of several, one by its number; any other key is none")
  func severalLinks() {
    var walk = Walk([.numbered(1, body: links), .numbered(2)])
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [])
    #expect(walk.state.message?.text == "Which link? Press its number, 1 to 2.")
    #expect(walk.press(.character("2")) == [.openLink("https://example.org/2")])
    #expect(!walk.state.takesKeys)
    #expect(walk.press(.character("o"), .character("3")) == [])
    #expect(walk.press(.character("o"), .character("0")) == [])
    #expect(walk.press(.character("o"), .down) == [])
    #expect(walk.selected == 1)
    #expect(walk.press(.down) == [])
    #expect(walk.selected == 2)
  }

  @Test("When the question is gone, so is its waiting for a number")
  func expired() {
    var walk = Walk([.numbered(1, body: links), .numbered(2)])
    walk.press(.enter, .character("o"))
    #expect(walk.state.takesKeys)
    walk.wait(4)
    #expect(!walk.state.takesKeys)
    walk.press(.character("o"))
    walk.perform(.noted("Something else.", isError: false))
    #expect(!walk.state.takesKeys)
  }

  @Test("A post without links")
  func noLink() {
    var walk = Walk([.numbered(1)])
    walk.press(.enter)
    #expect(walk.press(.character("o")) == [])
    #expect(walk.state.message?.text == "There is no link in this post.")
  }

  @Test("Copied: title, summary and body, without what is empty")
  func copy() {
    var walk = Walk([.numbered(1), Post(id: 2, title: "", body: "Only this.")])
    #expect(walk.press(.character("y")) == [.copy("post 1\n\nsummary 1\n\nSome words.")])
    #expect(walk.state.message?.text == "Copied “post 1”.")
    #expect(walk.press(.down, .character("y")) == [.copy("Only this.")])
    #expect(walk.state.message?.text == "Copied.")
  }

  @Test("Pictures: asked for in the window and one window ahead, each once")
  func pictures() {
    var walk = Walk()
    walk.send(.started(at: nil))
    let posts = (1...30).map { Post.numbered($0, image: "/uploads/\($0).jpg") }
    let first = walk.answer(Walk.posts, posts)
    #expect(first == (1...9).map { .loadPicture(address: "/uploads/\($0).jpg") })
    #expect(walk.press(.down, .up) == [])
    #expect(
      walk.press(.pageDown, .pageDown)
        == (10...14).map { .loadPicture(address: "/uploads/\($0).jpg") })
  }

  @Test("Those that failed are asked for again by r")
  func failedPictures() {
    var walk = Walk([.numbered(1, image: "/a.jpg")])
    walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: nil))
    #expect(walk.press(.down) == [])
    #expect(walk.press(.character("r")).contains(.loadPicture(address: "/a.jpg")))
  }

  @Test("Turned off, none is asked for, and no room is kept for them")
  func noPictures() {
    var walk = Walk()
    walk.state.settings.pictures = .none
    walk.send(.started(at: nil))
    #expect(walk.answer(Walk.posts, [.numbered(1, image: "/a.jpg")]) == [])
    #expect(!walk.state.showsPicture(of: walk.state.list.posts[0]))
    #expect(walk.press(.character("z")) == [])
    #expect(walk.state.overlay == nil)
  }

  @Test("The expanded card takes the picture's shape when it is known")
  func pictureShape() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.press(.enter)
    // Square until it is known, at most 60 % of 21 rows: 12. With title, summary, body and author 20.
    #expect(walk.state.restingLayout().height(of: 0) == 400)
    walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: 7.4))
    // 740 points wide, 100 high.
    #expect(walk.state.restingLayout().height(of: 0) == 260)
  }

  @Test("A picture that comes while one is elsewhere leaves the list in bounds")
  func pictureElsewhere() {
    var posts = (1...9).map { Post.numbered($0, children: 1) }
    posts[8].imageURL = "/a.jpg"
    var walk = Walk(posts)
    walk.press(.end, .enter)
    walk.press(.end, .right)
    walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: 10))
    walk.press(.left)
    #expect(
      walk.position.scroll
        == walk.state.restingLayout().clampedScroll(walk.position.scroll, window: 420))
  }

  @Test("Enter: the card, its picture over the whole screen, the card collapsed")
  func enter() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: 3))
    for _ in 0..<2 {
      walk.press(.enter)
      #expect(walk.position.expandedID == 1)
      #expect(walk.state.overlay == nil)
      walk.press(.enter)
      #expect(walk.state.overlay == .picture(address: "/a.jpg"))
      walk.press(.enter)
      #expect(walk.state.overlay == nil)
      #expect(walk.position.expandedID == nil)
    }
    // Back to the card by any other key; Space never shows the picture.
    walk.press(.enter, .enter, .escape)
    #expect(walk.position.expandedID == 1)
    walk.press(.character(" "))
    #expect(walk.position.expandedID == nil)
    #expect(walk.state.overlay == nil)
  }

  @Test("Enter collapses a card whose picture is not there, or out of sight")
  func enterWithoutPicture() {
    for ratio in [nil, 3.0] {
      let long = Post.numbered(1, body: Post.body(paragraphs: 40), image: "/a.jpg")
      var walk = Walk([long, .numbered(2)])
      walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: ratio))
      walk.press(.enter)
      if ratio != nil { walk.press(.pageDown) }
      walk.press(.enter)
      #expect(walk.state.overlay == nil)
      #expect(walk.position.expandedID == nil)
    }
  }

  @Test("In motion, Enter turns the card round")
  func enterInMotion() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)], motion: .full)
    walk.perform(.pictureResponse(address: "/a.jpg", aspectRatio: 3))
    walk.press(.enter)
    walk.wait(0.2)
    walk.press(.enter)
    #expect(walk.state.overlay == nil)
    #expect(walk.position.expandedID == nil)
  }

  @Test("The picture over the whole screen; any key closes it")
  func wholePicture() {
    var walk = Walk([.numbered(1, image: "/a.jpg"), .numbered(2)])
    walk.press(.character("z"))
    #expect(walk.state.overlay == .picture(address: "/a.jpg"))
    walk.press(.character("x"))
    #expect(walk.state.overlay == nil)
    walk.press(.down, .character("z"))
    #expect(walk.state.overlay == nil)
  }

  @Test("Redraw, suspend, quit")
  func program() {
    var walk = Walk(Post.numbered([1]))
    #expect(walk.press(.control("l")) == [.redraw])
    #expect(walk.press(.control("z")) == [.suspend])
    #expect(!walk.state.isQuitting)
    #expect(walk.press(.character("q")) == [.quit])
    #expect(walk.state.isQuitting)
  }

  @Test("Help scrolls as far as it goes, and closes with any other key")
  func help() {
    var walk = Walk(Post.numbered([1]), height: 12)
    walk.press(.character("?"))
    #expect(walk.state.overlay == .help(scroll: 0))
    walk.press(.up)
    #expect(walk.state.overlay == .help(scroll: 0))
    for _ in 0..<99 { walk.press(.down) }
    let last = HelpView.lines(for: walk.state.settings.keymap).count - 9
    #expect(walk.state.overlay == .help(scroll: last))
    #expect(walk.text.contains("quit"))
    walk.press(.pageUp)
    #expect(walk.state.overlay == .help(scroll: last - 8))
    #expect(walk.press(.control("l")) == [.redraw])
    #expect(walk.state.overlay != nil)
    walk.press(.character("q"))
    #expect(walk.state.overlay == nil)
    #expect(!walk.state.isQuitting)
  }

  @Test("A terminal's dark background brings the dark theme, unless one was chosen")
  func background() {
    var walk = Walk(Post.numbered([1]))
    walk.send(.terminalBackground(Color(hex: 0x1A1A1A)))
    #expect(walk.state.settings.theme == .dark)
    walk.send(.terminalBackground(.white))
    #expect(walk.state.settings.theme == .firefly)
    walk.state.settings.isThemeChosen = true
    walk.send(.terminalBackground(.black))
    #expect(walk.state.settings.theme == .firefly)
  }
}
