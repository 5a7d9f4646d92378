import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The body as it will be read, while one writes.
@Suite("Preview")
struct PreviewTests {
  private static let body = "# Heading\n\nSome *words* and\n\n- one\n- two"

  private func writing(_ body: String = body, width: Int = 80, height: Int = 24) -> Walk {
    var walk = Walk(Post.numbered(1...2), width: width, height: height)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    walk.press(.tab)
    walk.type("and more of it")
    walk.press(.tab)
    walk.perform(.pasted(body))
    return walk
  }

  @Test
  func altPShowsItInTheBodysPlaceAndBackNothingMovesButTheBody() {
    var walk = writing()
    let before = (1...4).map { walk.row($0) }
    let written = walk.state.focus.editor?.words
    walk.press(.alt("p"))
    #expect((1...4).map { walk.row($0) } == before)
    #expect(walk.text.contains("• one") && !walk.text.contains("# Heading"))
    #expect(walk.text.contains("Alt-P back to editing"))
    #expect(!walk.frame.showsCursor)
    walk.press(.alt("p"))
    #expect(walk.text.contains("# Heading") && !walk.text.contains("• one"))
    #expect(walk.state.focus.editor?.words == written)
    #expect(walk.frame.showsCursor)
  }

  @Test
  func previewLooksLikeTheReadBody() {
    var walk = writing()
    walk.press(.alt("p"))
    let previewed = walk.state.focus.editor?.preview
    walk.press(.control("s"))
    #expect(previewed != nil)
    #expect(walk.state.list.bodies[Post.unsavedID] == previewed)
  }

  @Test
  func escLeadsBackToWritingAndAKeyThatWritesDoesAndWrites() {
    var walk = writing()
    walk.press(.alt("p"), .escape)
    #expect(walk.state.focus.editor?.preview == nil)
    #expect(walk.state.focus.dialog == nil)
    walk.press(.alt("p"), .character("!"))
    #expect(walk.state.focus.editor?.preview == nil)
    #expect(walk.state.focus.editor?.body.text.hasSuffix("two!") == true)
  }

  @Test
  func aLongOneIsScrolledByTheKeysThatMoveAndStays() {
    var walk = writing((1...60).map { "Paragraph \($0).\n" }.joined(separator: "\n"))
    walk.press(.alt("p"), Key(.home, .control))
    #expect(walk.text.contains("Paragraph 1."))
    walk.press(.pageDown, .pageDown)
    #expect(!walk.text.contains("Paragraph 1."))
    walk.press(.up)
    #expect(walk.state.focus.editor?.preview != nil)
    // The end has the edit row below it, and no more.
    for _ in 0..<30 { walk.press(.pageDown) }
    #expect(walk.text.contains("Paragraph 60."))
  }

  @Test
  func withoutABodyThereIsNothingToLookAt() {
    var walk = writing(" ")
    walk.press(.alt("p"))
    #expect(walk.state.focus.editor?.preview == nil)
    #expect(walk.text.contains("The body is empty: there is nothing to preview."))
  }

  /// In a terminal of another width it stays, and is formatted for that.
  @Test func itStaysWhenTheScreenChanges() throws {
    var walk = writing()
    walk.press(.alt("p"))
    for width in [60, 100, 40] {
      walk.perform(.resized(Size(width: width, height: 24)))
      let editor = try #require(walk.state.focus.editor)
      #expect(editor.preview?.width == editor.body.width && walk.text.contains("• one"))
    }
    walk.press(.alt("p"))
    #expect(walk.state.focus.editor?.preview == nil)
    #expect(walk.text.contains("# Heading"))
  }

  /// With other settings, too.
  @Test(arguments: [false, true]) func itFitsOtherSettings(tunes: Bool) throws {
    var walk = writing()
    walk.press(.alt("p"))
    var settings = walk.state.settings
    settings.tunables.cardColumns = 50
    walk.perform(.settings(tunes ? .tuned(settings.tunables) : .changed(settings)))
    let editor = try #require(walk.state.focus.editor)
    #expect(editor.preview?.width == editor.body.width && editor.body.width < 50)
    walk.perform(.terminalBackground(.black))
    #expect(walk.state.focus.editor?.preview?.width == walk.state.focus.editor?.body.width)
  }

  @Test
  func outdatedPreviewIsNotShown() {
    var walk = writing()
    let effects = walk.send(.editor(.previewPressed))
    walk.type("x")
    for case .writing(.formatPreview(_, let revision, let columns)) in effects {
      walk.perform(
        .editor(
          .previewFormatted(FormattedText(width: columns, lines: []), revision: revision)))
    }
    #expect(walk.state.focus.editor?.preview == nil)
  }

  @Test(arguments: Scene.sizes)
  func screens(width: Int, height: Int) throws {
    var walk = writing(width: width, height: height)
    walk.press(.alt("p"))
    try expectScreen(walk.frame, "preview")
  }
}
