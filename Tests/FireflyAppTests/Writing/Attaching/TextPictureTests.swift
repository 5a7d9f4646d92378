import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Pictures in the text of what is being written, by keys.
@Suite struct TextPictureTests {
  private let target = DraftTarget.newPost(below: nil)
  private var key: Draft.Key { Draft.Key(server: "", account: "ada@example.org", target: target) }

  /// A walk that writes a new post, in its body; if it has a picture, further ones go into the text.
  private func writing(
    takes: Bool? = true, hasPicture: Bool = true, width: Int = 80, height: Int = 24
  ) -> Walk {
    var walk = Walk(Post.numbered(1...2), width: width, height: height)
    walk.press(.character("n"))
    walk.open(target)
    if let takes {
      var fields = PostFields.firefly
      fields.hasTextPictures = takes
      walk.perform(.editor(.fieldsResponse(fields)))
    }
    walk.type("Fog")
    if hasPicture {
      walk.press(.control("o"))
      walk.perform(response(["own.jpg"], from: 9))
    }
    walk.press(.tab, .tab)
    return walk
  }

  /// Pictures as they come from the disk, numbered.
  private func response(_ paths: [String], from first: Int = 0) -> Action {
    let attached = paths.enumerated().map { index, path in
      AttachedPicture(
        picture: Draft.Picture(
          path: path, copy: key.copyName(of: "0123456789abcde\(first + index).jpg")), aspectRatio: 2
      )
    }
    return .editor(.attachment(.response(target, .attached(attached))))
  }

  private func markdown(_ words: String, _ number: Int = 0) -> String {
    "![\(words)](draft-picture:0123456789abcde\(number).jpg)"
  }

  private func body(_ walk: Walk) -> String? { walk.state.focus.editor?.words.body }

  private func asked(_ effects: [Effect]) -> [[String]] {
    effects.compactMap { if case .attachment(.attach(let paths, _)) = $0 { paths } else { nil } }
  }

  /// While one writes, the pictures of the text stand below it.
  @Test func theyAreDrawnWhileOneWrites() throws {
    func pictures(_ walk: Walk) -> String {
      render(walk.state, at: walk.now, pictures: LetterPictures()).text
    }
    var walk = writing(hasPicture: false, height: 60)
    walk.press(.control("o"))
    walk.perform(response(["own.jpg"], from: 9))
    walk.type("one ")
    let before = walk.restingLayout().height(of: 0)
    walk.press(.control("o"))
    let effects = walk.perform(response(["a.jpg", "b.jpg"]))
    let addresses = [0, 1].map { "draft-picture:0123456789abcde\($0).jpg" }
    #expect(walk.state.focus.editor?.textPictures == addresses)
    #expect(!effects.contains(.picture(.load(address: addresses[0]))))
    #expect(walk.restingLayout().height(of: 0) > before)
    // As large as the card has room for: a wide one has 32 × 8 cells, a square one 16 × 8.
    func rows(_ columns: Int) -> Int {
      pictures(walk).split(separator: "\n").count { row in
        row.split { !$0.isUppercase }.map(\.count) == [columns, 32]
      }
    }
    #expect(rows(32) == 8, "\(pictures(walk))")
    walk.perform(.picture(.response(address: addresses[0], aspectRatio: 1)))
    #expect(rows(16) == 8, "\(pictures(walk))")
    // What is taken out of the text goes.
    for _ in 0..<120 { walk.press(.backspace) }
    #expect(walk.state.focus.editor?.textPictures == [])
    #expect(walk.restingLayout().height(of: 0) <= before)
  }

  /// What is code is text, and of many there are the first.
  @Test func codeIsNoPictureAndTheFirstOnesAreDrawn() {
    func addresses(_ text: String) -> Int? {
      var walk = writing(hasPicture: false)
      walk.perform(.pasted(text))
      return walk.state.focus.editor?.textPictures.count
    }
    let shown = markdown("a")
    for fence in ["```", "~~~~"] {
      #expect(addresses("\(fence)\n\(shown)\n\nmore\n\(fence)\n") == 0)
      #expect(addresses("\(fence)\ncode\n\(fence)\n\n\(shown)") == 1)
    }
    let many = (0..<9).map { markdown("a", $0) }
    #expect(addresses(many.joined(separator: " ")) == WrittenPicturesView.maximumPictures)
    #expect(addresses(many.joined(separator: "\n\n")) == WrittenPicturesView.maximumPictures)
  }

  /// The picture of the card is not drawn a second time in its text.
  @Test func thePictureOfTheCardIsDrawnOnce() {
    let body = "One ![fog](/uploads/a.jpg) word.\n\nTwo.\n\n![](/uploads/b.jpg)"
    for (image, shown) in [
      ("/uploads/a.jpg", ["/uploads/b.jpg"]),
      ("/uploads/c.jpg", ["/uploads/a.jpg", "/uploads/b.jpg"]),
    ] {
      var walk = Walk([.numbered(1, body: body, image: image)], height: 60)
      walk.press(.enter)
      #expect(walk.state.list.bodies[1]?.pictures.map(\.address) == shown)
      // It is laid out for what is shown: nothing is formatted again.
      #expect(walk.context.fits(walk.state.list.bodies[1]))
      #expect(walk.text.contains("▣ fog"))
    }
  }

  /// Where the card's picture stands in its text, a line says so; before the first words it needs none.
  @Test func thePlaceOfTheCardsPictureIsMarked() {
    let picture = "![fog](https://a.example/a.jpg)"
    for (body, isMarked) in [
      ("<https://a.example>\n\n\(picture)\n\nOne.", false),
      ("<https://a.example>\n\nOne.\n\n\(picture)\n\nTwo.", true),
    ] {
      var walk = Walk([.numbered(1, body: body, image: "https://a.example/a.jpg")], height: 60)
      walk.press(.enter)
      #expect(walk.text.contains("above: ▣ fog[2]") == isMarked, "\(walk.text)")
      #expect(walk.text.contains("fog") == isMarked)
    }
  }

  /// On the open card a picture stands below the paragraph with its words.
  @Test func theOpenCardShowsThemWhereTheyStand() throws {
    let addresses = ["/uploads/a.jpg", "/uploads/b.jpg"]
    let body = "One ![fog](/uploads/a.jpg) word.\n\nTwo.\n\n![](/uploads/b.jpg)"
    var walk = Walk([.numbered(1, body: body), .numbered(2)], height: 60)
    let closed = walk.restingLayout().height(of: 0)
    let effects = walk.press(.enter)
    for address in addresses { #expect(effects.contains(.picture(.load(address: address)))) }
    func rows(_ walk: Walk) -> [Substring] {
      render(walk.state, at: walk.now, pictures: LetterPictures()).text
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    for address in addresses {
      walk.perform(.picture(.response(address: address, aspectRatio: 2)))
    }
    let text = rows(walk)
    let (one, two) = (
      try #require(text.firstIndex { $0.contains("fog") }),
      try #require(text.firstIndex { $0.contains("Two.") })
    )
    let picture = text.indices.filter { text[$0].contains(#/[A-Z]{40}/#) }
    #expect(picture.filter { one < $0 && $0 < two }.count == 12, "\(text.joined(separator: "\n"))")
    #expect(picture.filter { $0 > two }.count == 12)
    #expect(walk.frame.pressables.contains { $0.id == "text-picture-1-2" })
    // Without pictures there is the text alone.
    var settings = walk.state.settings
    settings.pictures = .none
    walk.perform(.settings(.changed(settings)))
    #expect(!rows(walk).contains { $0.contains(#/[A-Z]{40}/#) })
    #expect(walk.restingLayout().height(of: 0) < closed + 24 * ScreenLayout.pointsPerRow)
    // What is elsewhere is not asked for.
    walk.answer(Walk.posts, [.numbered(3, body: "![far](https://far.example/a.jpg)")])
    walk.perform(.list(.cardTapped(3)))
    #expect(walk.state.list.bodies[3]?.pictures == [])
  }

  /// The beginning of the text gives way, so that they are seen.
  @Test func atTheEndOfALongTextTheyAreSeen() {
    var walk = writing(hasPicture: false, height: 30)
    walk.perform(.pasted((1...60).map { "Line \($0).\n" }.joined(separator: "\n")))
    for (name, number) in [("own.jpg", 9), ("a.jpg", 0)] {
      walk.press(.control("o"))
      walk.perform(response([name], from: number))
    }
    let text = render(walk.state, at: walk.now, pictures: LetterPictures()).text
    let rows = text.split(separator: "\n").filter { $0.contains(#/[A-Z]{16}/#) }
    #expect(rows.count == 8, "\(text)")
    #expect(text.contains("Line 60."))
  }

  @Test func ctrlOInTheTextPutsOneThere() throws {
    var walk = writing()
    walk.type("one two")
    walk.press(.left, .left, .left)
    walk.press(.control("o"))
    #expect(walk.row(2).contains("in text: path; Tab completes"))
    walk.type("~/wide [1].jpg")
    #expect(asked(walk.press(.enter)) == [["~/wide [1].jpg"]])
    let effects = walk.perform(response(["~/wide [1].jpg"]))
    #expect(body(walk) == "one " + markdown(#"wide \[1\]"#) + "two")
    #expect(walk.state.focus.editor?.attachment.picture?.path == "own.jpg")
    #expect(walk.state.focus.editor?.pathLine == nil)
    // The draft names it at once.
    let kept = effects.compactMap { if case .draft(.store(let draft)) = $0 { draft } else { nil } }
    let draft = try #require(kept.last)
    #expect(draft.textPictures.map(\.words) == [#"wide \[1\]"#])
    #expect(
      Set(draft.copies) == Set([9, 0].map { key.copyName(of: "0123456789abcde\($0).jpg") }))
    // What is typed goes on behind it; one step takes it out again.
    walk.type("x")
    walk.press(.control("z"), .control("z"))
    #expect(body(walk) == "one two")
  }

  /// At the end of the text it is a paragraph of its own.
  @Test func atTheEndItIsAParagraph() {
    var walk = writing()
    walk.type("words")
    for number in 0..<2 {
      walk.press(.control("o"))
      walk.type("a.jpg")
      walk.press(.enter)
      walk.perform(response(["a.jpg"]))
      #expect(
        body(walk) == "words" + String(repeating: "\n\n" + markdown("a"), count: number + 1))
    }
    #expect(walk.state.focus.editor.map { walk.state.draft(of: $0).textPictures.count } == 1)
  }

  /// The first one is the post's own, wherever the caret is; in the text, too.
  @Test(arguments: [nil, false, true] as [Bool?], [false, true])
  func theFirstIsThePostsOwn(takes: Bool?, isInText: Bool) {
    var walk = writing(takes: takes, hasPicture: false)
    if !isInText { walk.press(.backTab) }
    walk.press(.control("o"))
    #expect(walk.row(2).contains("picture: path"))
    walk.type("a.jpg")
    walk.press(.enter)
    walk.perform(response(["a.jpg"]))
    #expect(walk.state.focus.editor?.attachment.picture?.path == "a.jpg")
    #expect(body(walk) == "")
  }

  /// Further ones replace none: from the title and the summary they go to the end of the text.
  @Test(arguments: [EditorField.title, .summary])
  func furtherOnesGoIntoTheText(field: EditorField) {
    var walk = writing()
    walk.type("words")
    walk.press(.left)
    while walk.state.focus.editor?.field != field { walk.press(.backTab) }
    walk.press(.control("o"))
    #expect(walk.row(2).contains("in text: path"))
    walk.type("a.jpg")
    walk.press(.enter)
    walk.perform(response(["a.jpg"]))
    #expect(walk.state.focus.editor?.attachment.picture?.path == "own.jpg")
    #expect(body(walk) == "words\n\n" + markdown("a"))
    #expect(walk.state.focus.editor?.field == field)
  }

  /// A reply has a text only.
  @Test func theFirstOfAReplyIsItsOwn() {
    var walk = Walk([.numbered(1)])
    walk.press(.character("+"))
    let target = DraftTarget.newPost(below: 1)
    walk.open(target)
    var fields = PostFields.firefly
    fields.hasTextPictures = true
    walk.perform(.editor(.fieldsResponse(fields)))
    walk.type("Here it is.")
    walk.press(.control("o"))
    let picture = Draft.Picture(path: "a.jpg", copy: "0123456789abcde0.jpg")
    walk.perform(
      .editor(
        .attachment(
          .response(target, .attached([AttachedPicture(picture: picture, aspectRatio: 2)])))))
    #expect(walk.state.focus.editor?.attachment.picture?.path == "a.jpg")
    #expect(body(walk) == "Here it is.")
  }

  /// A published post that has none gets its own first; one that was taken away is none.
  @Test func theFirstOfAnEditedPostIsItsOwn() {
    for image in [nil, "/uploads/1.jpg"] {
      var walk = Walk([.numbered(1, image: image)])
      walk.press(.character("e"))
      walk.open(.edit(1))
      var fields = PostFields.firefly
      fields.hasTextPictures = true
      walk.perform(.editor(.fieldsResponse(fields)))
      for _ in 1...3 {
        walk.press(.tab)
        walk.press(.control("o"))
        #expect(walk.row(2).contains("in text: path") == (image != nil))
        walk.press(.escape)
      }
    }
  }

  @Test func severalAreDroppedAtOnce() throws {
    var walk = writing()
    walk.type("words")
    let effects = walk.perform(.pasted("'/home/a/it'\\''s 1.png' /home/a/2.jpg "))
    let recognized = effects.compactMap { effect -> PictureOffer? in
      if case .attachment(.recognize(let offer, _)) = effect { offer } else { nil }
    }
    let offer = try #require(recognized.first)
    #expect(offer.paths == ["/home/a/it's 1.png", "/home/a/2.jpg"])
    walk.perform(.editor(.attachment(.recognized(offer, target))))
    #expect(walk.text.contains("Ctrl-O attaches the 2 pictures."))
    #expect(asked(walk.press(.control("o"))) == [offer.paths])
    walk.perform(response(offer.paths))
    #expect(body(walk) == "words\n\n" + markdown("it's 1") + "\n\n" + markdown("2", 1))
  }

  /// In the title the first is the post's own, and the others go to the end of the text.
  @Test func ofSeveralTheFirstIsThePostsOwn() {
    var walk = writing(hasPicture: false)
    walk.type("words")
    walk.press(.backTab)
    walk.press(.control("o"))
    walk.perform(.pasted("file:///a%20b.png\nfile:///c.png\n"))
    #expect(walk.state.focus.editor?.pathLine?.text.text == "'/a b.png' '/c.png'")
    #expect(asked(walk.press(.enter)) == [["/a b.png", "/c.png"]])
    walk.perform(response(["/a b.png", "/c.png"]))
    #expect(walk.state.focus.editor?.attachment.picture?.path == "/a b.png")
    #expect(body(walk) == "words\n\n" + markdown("c", 1))
    #expect(walk.state.focus.editor?.field == .summary)
  }

  @Test func aServerThatTakesOneSaysSo() {
    var walk = writing(takes: false)
    walk.state.site = Site(.server, name: "example.org", as: walk.state.account)
    walk.press(.control("o"))
    walk.perform(.pasted("/a.png /b.png"))
    #expect(asked(walk.press(.enter)).isEmpty)
    #expect(walk.text.contains("example.org takes one picture for a post."))
    #expect(walk.state.focus.editor?.attachment.picture?.path == "own.jpg")
  }

  /// A picture that is refused changes nothing; Esc gives it up.
  @Test func aRefusalChangesNothing() {
    var walk = writing()
    walk.type("words")
    let before = walk.state.focus.editor?.words
    walk.press(.control("o"))
    walk.type("a.txt")
    walk.press(.enter)
    walk.perform(.editor(.attachment(.response(target, .refused("a.txt is no picture.")))))
    #expect(walk.text.contains("a.txt is no picture.") && walk.state.focus.editor?.words == before)
    walk.press(.escape)
    #expect(walk.state.focus.editor?.pathLine == nil && walk.state.focus.editor?.words == before)
  }

  /// The same key shows the pictures of the preview; those of the draft come from its copies.
  @Test func thePreviewShowsThem() throws {
    var walk = writing()
    walk.type("words")
    walk.press(.control("o"))
    walk.type("a.jpg")
    walk.press(.enter)
    walk.perform(response(["a.jpg"]))
    let copy = "draft-picture:0123456789abcde0.jpg"
    walk.press(.alt("p"))
    let editor = try #require(walk.state.focus.editor)
    let links = ["https://example.org", "/uploads/old.jpg", copy]
    let text = FormattedText(
      width: editor.body.width, lines: [TextLine([TextSpan("words")])], links: links)
    walk.perform(.editor(.previewFormatted(text, revision: editor.revision)))
    #expect(walk.text.contains("Ctrl-O show pictures"))
    walk.press(.control("o"))
    let full = try #require(walk.state.focus[FullPicture.self])
    #expect(full.addresses == ["/uploads/old.jpg", copy])
    walk.press(.right)
    #expect(walk.state.focus[FullPicture.self]?.address == copy)
    walk.press(.escape)
    #expect(walk.state.focus[FullPicture.self] == nil && walk.state.focus.editor?.preview != nil)
    #expect(walk.state.focus.editor?.words.body == editor.words.body)
  }

  @Test(arguments: [
    ("/a.png /b.png", ["/a.png", "/b.png"]),
    ("/a\\ b.png '/c d.png' \"/e f.png\"", ["/a b.png", "/c d.png", "/e f.png"]),
    ("/a b.png\n/c.png\r\n\n", ["/a b.png", "/c.png"]),
    ("~/a.png\t~/b.PNG", ["~/a.png", "~/b.PNG"]),
    ("file:///a%20b.png file:///c.png", ["/a b.png", "/c.png"]),
  ])
  func severalPathsAsTerminalsPasteThem(text: String, paths: [String]) {
    #expect(PastedPath.several(text) == paths)
    #expect(PastedPath.several(PastedPath.line(of: paths)) == paths)
  }

  @Test(arguments: [
    "", "/a.png", "/a b.png", "see /a.png /b.png", "/a.png /etc/passwd", "a.png b.png",
    "/a.png\nwords", "'/a.png /b.png", "/a.png b.png",
    Array(repeating: "/a.png", count: 101).joined(separator: " "),
  ])
  func otherTextsAreNotSeveral(text: String) {
    #expect(PastedPath.several(text) == nil)
  }
}
