import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Screen readers and input methods follow the terminal's cursor: it stands on the first letter of what has
/// the focus, seen or hidden.
@Suite("The cursor")
struct CursorTests {
  static let sizes = [(80, 24), (120, 40), (40, 12)]

  /// What is read from the cursor on, to the end of its row.
  private func read(_ walk: Walk) -> String {
    let frame = walk.frame
    guard let cursor = frame.cursor else { return "" }
    var text = ""
    for x in cursor.x..<frame.size.width { text += frame[x, cursor.y].glyph.text }
    return text
  }

  @Test(arguments: sizes)
  func inAListOnTheSelectedCardsTitleWhereverOneGoes(width: Int, height: Int) {
    var walk = Walk(Post.numbered(1...60), width: width, height: height)
    for number in 1...30 {
      #expect(read(walk).hasPrefix("post \(number) "))
      #expect(!walk.frame.showsCursor)
      walk.press(.down)
    }
    walk.press(.enter)
    #expect(read(walk).hasPrefix("post 31 "))
  }

  /// On an expanded card scrolled past its title, on the first row that is seen.
  @Test(arguments: sizes)
  func onAnExpandedCardScrolledPastItsTitle(width: Int, height: Int) throws {
    var walk = Walk(
      [.numbered(1, body: Post.body(paragraphs: 60)), .numbered(2)], width: width, height: height)
    walk.press(.enter)
    for _ in 0..<20 {
      let cursor = try #require(walk.frame.cursor)
      #expect(walk.state.layout.list.contains(cursor))
      walk.press(.down)
    }
  }

  @Test(arguments: sizes)
  func inEveryOtherFocusOnWhatItIsAbout(width: Int, height: Int) {
    let posts = [
      Post.numbered(1, body: "[a](http://a.org) [b](http://b.org)", children: 2, image: "/a.png")
    ]
    func walk() -> Walk { Walk(posts, width: width, height: height) }

    var find = walk()
    find.press(.character("/"))
    find.type("po")
    // Behind what is typed, and seen: there one writes.
    #expect(
      find.frame.cursor == Point(x: find.state.layout.cardX + find.state.layout.indent + 3, y: 0))
    #expect(find.frame.showsCursor)
    find.press(.enter)
    #expect(!find.frame.showsCursor)
    #expect(read(find).hasPrefix("post 1"))

    var links = walk()
    links.press(.enter, .character("o"))
    #expect(read(links).hasPrefix("Which link"))

    var outline = walk()
    outline.press(.character("t"))
    outline.perform(
      .outline(
        .response(
          top: 1, .success(.init([7, 8].map { .init(post: .numbered($0), depth: 1) })))))
    #expect(read(outline).hasPrefix("post 1"))
    outline.press(.down)
    #expect(read(outline).hasPrefix("post 7"))

    var picture = walk()
    picture.press(.character("z"))
    #expect(read(picture).hasPrefix("Esc"))

    var help = walk()
    help.press(.character("?"))
    #expect(read(help).hasPrefix("First steps"))

    // Below one's own posts the first child would be begun.
    var below = Walk(posts, width: width, height: height, email: "ben@example.org")
    below.press(.right)
    below.now += 1
    #expect(below.frame.cursor != nil)
    below.answer(1, [])
    below.answer(1, [])
    #expect(read(below).hasPrefix("No replies"))
    below.press(.left)
    below.perform(.list(.postsResponse(level: 0, .failure("No."))))
    #expect(read(below).hasPrefix("post 1"))
  }

  @Test
  func rightToLeftTitlesBeginAtTheRight() throws {
    let walk = Walk([Post(id: 1, title: "יום ראשון בים")])
    let cursor = try #require(walk.frame.cursor)
    #expect(walk.frame[cursor.x, cursor.y].glyph.text != " ")
  }
}
