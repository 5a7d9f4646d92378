import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// `[[` in a text offers the loaded posts by title.
@Suite struct LinkPickerTests {
  /// A walk that writes in the body of post 1.
  private func walk(_ posts: [Post] = Post.numbered(1...3)) -> Walk {
    var walk = Walk(posts)
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.press(.tab, .tab)
    return walk
  }

  @Test func aTitleIsFoundAndItsLinkWritten() {
    var walk = walk()
    walk.type(" see [[")
    #expect(walk.text.contains("Link to one of 2 posts"))
    walk.type("3")
    #expect(walk.text.contains("1 of 2") && walk.text.contains("post 3"))
    walk.press(.enter)
    #expect(walk.state.focus.editor?.body.text == "Some words. see [post 3](post:3)")
    #expect(walk.state.focus.top is EditorState)
    // One step undoes it.
    walk.perform(.editor(.edited(.undo)))
    #expect(walk.state.focus.editor?.body.text.contains("post:3") == false)
  }

  @Test func whoWantsBracketsHasThem() {
    var walk = walk()
    walk.type(" [[")
    walk.press(.escape)
    walk.type("x]]")
    #expect(walk.state.focus.editor?.body.text == "Some words. [[x]]")
    // Erasing an empty filter closes it, too.
    walk.type("[[")
    walk.press(.backspace)
    #expect(walk.state.focus.top is EditorState)
  }

  @Test func whatWasTypedStaysInTheText() {
    // The brackets of a program's text, written without a look at the screen.
    var walk = walk()
    walk.type(" if [[ -f x ]]; then [[boat")
    walk.press(.enter)
    #expect(
      walk.state.focus.editor?.body.text == "Some words. if [[ -f x ]]; then [[boat")
    walk.type(" [[post")
    walk.press(.escape)
    #expect(walk.state.focus.editor?.body.text.hasSuffix("[[boat [[post") == true)
    #expect(walk.state.focus.top is EditorState)
  }

  @Test func withinCodeNothingIsOffered() {
    var walk = walk()
    walk.type(" `if [[")
    #expect(walk.state.focus.top is EditorState)
    walk.type(" x ]]` [[")
    #expect(walk.state.focus.top is LinkPicker)
  }

  @Test func postsThatAreNotLoadedAreFound() {
    var walk = walk()
    walk.type("[[")
    #expect(walk.press(.character("b")) == [.links(.findTitles("b"))])
    #expect(walk.press(.character("o")) == [.links(.findTitles("bo"))])
    var boat = Post.numbered(40)
    boat.title = "the boat"
    walk.perform(.links(.picker(.found([.numbered(2), boat]))))
    #expect(walk.text.contains("1 of 3") && walk.text.contains("the boat"))
    walk.press(.enter)
    #expect(walk.state.focus.editor?.body.text == "Some words.[the boat](post:40)")
    // Too late.
    walk.perform(.links(.picker(.found([boat]))))
    #expect(walk.state.focus.top is EditorState)
  }

  /// Nothing was looked for: the text goes on in the next line.
  @Test func enterWithoutWordsLinksNothing() {
    var walk = walk()
    walk.type("[[")
    walk.press(.enter)
    #expect(walk.state.focus.editor?.body.text == "Some words.[[\n")
    walk.type("[[")
    walk.press(.down, .enter)
    #expect(walk.state.focus.editor?.body.text.hasSuffix("[post 3](post:3)") == true)
  }

  /// A paste is text, with its lines, and so is more than anyone looks for.
  @Test func aPasteAndALongTextGoOnInTheText() {
    var walk = walk()
    walk.type("[[a")
    let lines = String(repeating: "word ", count: 100) + "\nend"
    walk.perform(walk.state.focus.top?.action(forPasted: lines) ?? .timePassed)
    #expect(walk.state.focus.editor?.body.text == "Some words.[[a" + lines)
    walk.type("[[" + String(repeating: "b", count: 300))
    #expect(walk.state.focus.top is EditorState)
    let end = "[[" + String(repeating: "b", count: 300)
    #expect(walk.state.focus.editor?.body.text.hasSuffix(end) == true)
  }

  @Test func aPasteDoesNotOpenIt() {
    var walk = walk()
    walk.perform(.editor(.edited(.paste("[["))))
    #expect(walk.state.focus.top is EditorState)
    #expect(walk.state.focus.editor?.body.text == "Some words.[[")
  }

  @Test func bracketsInTitlesAreEscaped() {
    var post = Post.numbered(2)
    post.title = "a [red] boat"
    var walk = walk([.numbered(1), post])
    walk.type("[[red")
    walk.press(.enter)
    #expect(walk.state.focus.editor?.body.text == "Some words.[a \\[red\\] boat](post:2)")
  }

  @Test func notInATitleNorWithoutPosts() {
    var walk = Walk([.numbered(1)])
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("[[")
    #expect(walk.state.focus.top is EditorState)
    walk.press(.tab, .tab)
    walk.type("[[")
    #expect(walk.state.focus.top is EditorState)
    // There may be posts.
    walk.state.lists.list.phase = .loading(since: 0)
    walk.type("[")
    #expect(walk.text.contains("Link to a post"))
  }

  @Test func theMouseChooses() throws {
    var walk = walk()
    walk.type("[[")
    expectElements(of: walk.frame)
    let point = try #require(walk.frame.point(of: "link-to-2"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.state.focus.editor?.body.text == "Some words.[post 2](post:2)")
  }
}
