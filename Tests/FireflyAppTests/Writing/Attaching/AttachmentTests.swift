import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Pictures for what is being written, by keys.
@Suite("Attaching pictures")
struct AttachmentTests {
  private static let picture = Draft.Picture(path: "~/wide.jpg", copy: "0-1.jpg")

  /// A walk that writes a new post.
  private func writing(width: Int = 80, height: Int = 24) -> Walk {
    var walk = Walk(Post.numbered(1...2), width: width, height: height)
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    return walk
  }

  /// A walk that changes a post with a picture.
  private func changing(_ ratio: Double = 2, crop: (Double, Double) = (0, 0)) -> Walk {
    var post = Post.numbered(1)
    post.imageURL = "/uploads/old.jpg"
    (post.clipOffsetX, post.clipOffsetY) = crop
    var walk = Walk([post, .numbered(2)])
    walk.perform(.picture(.response(address: "/uploads/old.jpg", aspectRatio: ratio)))
    walk.press(.character("e"))
    walk.open(.edit(1))
    return walk
  }

  private func attached(_ picture: Draft.Picture = picture, ratio: Double = 2) -> AttachmentResponse
  {
    .attached([AttachedPicture(picture: picture, aspectRatio: ratio)])
  }

  /// Ctrl-O asks for a path; Enter makes it ready; then it is on the card and in the draft.
  @Test
  func ctrlOAsksForAPathEnterMakesItReadyThenItIsOnTheCard() {
    var walk = writing()
    let rows = walk.state.context(at: 0).writing?.bodyRows
    #expect(walk.press(.control("o")) == [.attachment(.completePath(""))])
    #expect(walk.row(2).contains("picture: path; Tab completes"))
    #expect(walk.row(2).contains("Esc leaves"))
    // It says where it starts, and what is there.
    var start = PathCompletion(text: "", names: ["notes/", "wide.jpg"])
    start.start = "~/pictures/"
    walk.perform(.editor(.attachment(.completed(start))))
    #expect(walk.row(2).contains("picture: path from ~/pictures/; Tab completes"))
    #expect(walk.text.contains("notes/") && walk.text.contains("wide.jpg"))
    // Each key has an answer.
    walk.press(.enter)
    #expect(walk.text.contains("Type the path of a picture first."))
    walk.press(.control("s"))
    #expect(walk.state.focus.editor?.flashUntil != nil)
    walk.perform(.editor(.attachment(.completed(start))))
    walk.press(.down, .down, .up)
    #expect(walk.state.focus.editor?.pathLine?.text.text == "notes/")
    walk.press(.control("u"))
    walk.type("~/wide.jpg")
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    #expect(walk.press(.enter) == [.attachment(.attach(["~/wide.jpg"], to: key))])
    #expect(walk.text.contains("preparing the picture"))
    // What is typed meanwhile goes nowhere.
    walk.type("x")
    let effects = walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached()))))
    #expect(walk.state.focus.editor?.pathLine == nil)
    #expect(walk.state.focus.editor?.words.title == "Fog")
    let kept = effects.compactMap { if case .draft(.store(let draft)) = $0 { draft } else { nil } }
    #expect(kept.map(\.picture) == [Self.picture])
    // It is drawn as it will be read, and the words make room for the thumbnail.
    let post = walk.state.list.posts[0]
    #expect(walk.context.picture(of: post)?.address == Self.picture.address)
    #expect(walk.state.focus.editor?.title.width == walk.context.writingColumns(of: post).words)
    #expect(walk.context.writing?.bodyRows == rows)
    #expect(walk.text.contains("Alt-O remove picture"))
  }

  @Test
  func escLeavesTheLineAloneWhatIsWrittenStaysAsItIs() {
    for key in [Key.escape, .control("c"), .control("g")] {
      var walk = writing()
      let before = walk.state.focus.editor
      walk.press(.control("o"))
      walk.type("x")
      walk.press(key)
      #expect(walk.state.focus.editor == before)
    }
  }

  @Test
  func refusedPathIsReportedInItsRow() {
    var walk = writing()
    walk.press(.control("o"))
    walk.type("a.txt")
    walk.press(.enter)
    let reason = "a.txt is not a PNG, JPEG, GIF or WebP picture."
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), .refused(reason)))))
    #expect(walk.row(2).contains("picture: a.txt") && walk.row(2).contains(reason), "\(walk.text)")
    #expect(walk.row(1).trimmingCharacters(in: .whitespaces).allSatisfy { $0 == "▀" })
    // Where the row has no room for it, below the edge of the card, which stays whole.
    var narrow = walk
    narrow.send(.resized(Size(width: 60, height: 24)))
    #expect(narrow.row(3).contains(reason), "\(narrow.text)")
    #expect(narrow.row(1).trimmingCharacters(in: .whitespaces).allSatisfy { $0 == "▀" })
    walk.press(.backspace)
    #expect(!walk.text.contains(reason))
    #expect(walk.state.focus.editor?.pathLine?.text.text == "a.tx")
    #expect(walk.state.focus.editor?.attachment.isChanged == false)
  }

  @Test
  func anotherPictureTakesThePlaceOfTheFirstTakenOffThereIsNone() {
    var walk = writing()
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached()))))
    walk.press(.alt("l"))
    let other = Draft.Picture(path: "b.png", copy: "0-2.jpg")
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached(other)))))
    #expect(walk.state.focus.editor?.attachment.picture == other)
    #expect(walk.state.focus.editor?.attachment.crop == Draft.Crop())
    walk.press(.alt("o"))
    #expect(walk.state.focus.editor?.attachment.address == nil)
    let draft = walk.state.focus.editor.map { walk.state.draft(of: $0) }
    #expect(draft?.changesPicture == false)
    // The same key brings it back, from its file.
    #expect(walk.text.contains("Alt-O restore picture"))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    #expect(walk.press(.alt("o")) == [.attachment(.attach(["b.png"], to: key))])
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached(other)))))
    #expect(walk.state.focus.editor?.attachment.picture == other)
  }

  @Test
  func whereNoPictureWasAttachedThereIsNothingToRemove() {
    var walk = writing()
    walk.press(.alt("o"))
    #expect(walk.state.focus.editor?.flashUntil != nil)
  }

  /// A picture that was taken off a post can't come back: the key says so, and undoes nothing else.
  @Test func thatAPictureDoesNotComeBackIsSaid() {
    var walk = changing()
    walk.perform(.editor(.attachment(.removalChecked(.edit(1), isPossible: true))))
    walk.press(.control("s"))
    var saved = Post.numbered(1)
    saved.imageURL = nil
    walk.perform(.editor(.saveResponse(.edit(1), .success(saved))))
    #expect(walk.press(.character("u")).isEmpty)
    #expect(walk.text.contains("A picture that was changed doesn't come back"), "\(walk.text)")
  }

  /// A post's picture goes where the server lets it, and comes back by the same key.
  @Test
  func aPostsPictureGoesWhereTheServerLetsIt() {
    var walk = changing()
    #expect(walk.press(.alt("o")) == [.attachment(.checkRemoval(.edit(1)))])
    walk.perform(.editor(.attachment(.removalChecked(.edit(1), isPossible: false))))
    #expect(walk.text.contains("can't remove a picture"))
    #expect(walk.state.focus.editor?.attachment.isChanged == false)
    walk.perform(.editor(.attachment(.removalChecked(.edit(1), isPossible: true))))
    #expect(walk.state.focus.editor?.attachment.address == nil)
    #expect(walk.text.contains("Alt-O restore picture"))
    walk.press(.alt("o"))
    #expect(walk.state.focus.editor?.attachment.address == "/uploads/old.jpg")
    walk.perform(.editor(.attachment(.removalChecked(.edit(1), isPossible: true))))
    let saved = walk.press(.control("s")).compactMap { effect -> Draft? in
      if case .writing(.save(let draft)) = effect { draft } else { nil }
    }
    #expect(saved.map(\.removesPicture) == [true])
    #expect(walk.state.list.posts[0].imageURL == nil)
    walk.perform(.editor(.saveResponse(.edit(1), .failure("No."))))
    #expect(walk.state.list.posts[0].imageURL == "/uploads/old.jpg")
    #expect(walk.state.focus.editor?.attachment.isRemoved == true)
  }

  @Test(arguments: [(2.0, Key(.right, .alt), Key(.left, .alt)), (0.5, .alt("j"), .alt("k"))])
  func theCropMovesAlongTheLongerSideAloneAsFarAsThereIsSomething(ratio: Double, on: Key, back: Key)
  {
    var walk = changing(ratio)
    walk.press(on, on)
    let isWide = ratio > 1
    #expect(
      walk.state.focus.editor?.attachment.crop
        == Draft.Crop(x: isWide ? 0.2 : 0, y: isWide ? 0 : 0.2)
    )
    #expect(walk.state.focus.editor?.attachment.isCropping == true)
    for _ in 0..<40 { walk.press(back) }
    #expect(
      walk.state.focus.editor?.attachment.crop == Draft.Crop(x: isWide ? -1 : 0, y: isWide ? 0 : -1)
    )
    // Across there is nothing else to see.
    walk.press(isWide ? .alt("j") : .alt("l"))
    #expect(walk.state.focus.editor?.flashUntil != nil)
    walk.type("x")
    #expect(walk.state.focus.editor?.attachment.isCropping == false)
    let saved = walk.press(.control("s")).compactMap { effect -> Draft.Crop? in
      if case .writing(.save(let draft)) = effect { draft.crop } else { nil }
    }
    #expect(saved == [Draft.Crop(x: isWide ? -1 : 0, y: isWide ? 0 : -1)])
  }

  @Test
  func aDraftBringsItsPictureAndCropBack() {
    var walk = Walk(Post.numbered([1]))
    walk.press(.character("n"))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil))
    var draft = Draft(key: key, words: .init(title: "Fog"), picture: Self.picture)
    draft.crop = Draft.Crop(x: 0.5)
    let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(stored: kept, idempotencyKey: "k"))))
    #expect(walk.state.focus.editor?.attachment.picture == Self.picture)
    #expect(walk.state.focus.editor?.attachment.crop.x == 0.5)
    let again = walk.state.focus.editor.map { walk.state.draft(of: $0) }
    #expect(again?.picture == Self.picture && again?.crop == draft.crop)
  }

  /// Saved, the picture is known by the server's address: nothing is loaded, nothing moves.
  @Test
  func savedThePictureIsKnownByTheServersAddressNothingIsLoaded() {
    var walk = writing()
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached()))))
    walk.press(.control("s"))
    #expect(walk.state.list.posts[0].imageURL == Self.picture.address)
    walk.perform(.editor(.attachment(.progress(.newPost(below: nil), sent: 40, of: 100))))
    #expect(walk.text.contains("sending 40 %"))
    walk.perform(.editor(.attachment(.progress(.newPost(below: nil), sent: 100, of: 100))))
    #expect(walk.text.contains("saving…"))
    let before = walk.restingLayout()
    var post = Post.numbered(40, body: "")
    (post.title, post.imageURL) = ("Fog", "/uploads/new.jpg")
    let effects = walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(post))))
    #expect(effects.contains(.picture(.rename(from: Self.picture.address, to: "/uploads/new.jpg"))))
    #expect(!effects.contains(.picture(.load(address: "/uploads/new.jpg"))))
    #expect(walk.restingLayout() == before)
    #expect(walk.state.writing.progress.isEmpty)
  }

  /// A picture that was all there was to save is saved; without any change nothing is sent.
  @Test
  func aPictureThatWasAllThereWasToSaveIsSaved() {
    var walk = changing()
    walk.perform(.editor(.attachment(.response(.edit(1), attached()))))
    #expect(
      walk.press(.control("s")).contains { if case .writing(.save) = $0 { true } else { false } })
    var unchanged = changing(crop: (0.5, 0))
    #expect(
      !unchanged.press(.control("s")).contains {
        if case .writing(.save) = $0 { true } else { false }
      })
  }

  // MARK: Pasted paths

  /// A dropped picture's path is text first; Ctrl-O then attaches it, and the text goes.
  @Test
  func aDroppedPicturesPathIsTextFirstCtrlOThenAttachesIt() {
    var walk = writing()
    let effects = walk.perform(.pasted("'/home/ada/a b.png' "))
    let revision = walk.state.focus.editor?.revision ?? 0
    let offer = PictureOffer(paths: ["/home/ada/a b.png"], field: .title, revision: revision)
    #expect(effects.contains(.attachment(.recognize(offer, .newPost(below: nil)))))
    walk.perform(.editor(.attachment(.recognized(offer, .newPost(below: nil)))))
    #expect(walk.text.contains("Ctrl-O attaches the picture “a b.png”."))
    #expect(walk.state.focus.editor?.words.title == "Fog'/home/ada/a b.png' ")
    let asked = walk.press(.control("o")).compactMap { effect -> [String]? in
      if case .attachment(.attach(let paths, _)) = effect { paths } else { nil }
    }
    #expect(asked == [["/home/ada/a b.png"]])
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached()))))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    #expect(walk.state.focus.editor?.attachment.picture == Self.picture)
  }

  @Test
  func afterAnotherKeyTheOfferIsOver() {
    var walk = writing()
    walk.perform(.pasted("/a.png"))
    let revision = walk.state.focus.editor?.revision ?? 0
    let offer = PictureOffer(paths: ["/a.png"], field: .title, revision: revision)
    walk.perform(.editor(.attachment(.recognized(offer, .newPost(below: nil)))))
    walk.type("x")
    #expect(walk.press(.control("o")) == [.attachment(.completePath(""))])
    #expect(walk.state.focus.editor?.pathLine?.text.text == "")
  }

  @Test(arguments: [
    ("/a/b.png", "/a/b.png"), ("  '/a/it'\\''s.JPG'\n", "/a/it's.JPG"),
    ("\"/a b.gif\"", "/a b.gif"),
    ("/a\\ b\\(1\\).webp", "/a b(1).webp"), ("file:///a%20b/%C3%A9.jpeg", "/a b/é.jpeg"),
    ("file://host/a.png", "/a.png"), ("~/x.png ", "~/x.png"),
  ])
  func pathsAsTerminalsPasteThem(text: String, path: String) {
    #expect(PastedPath(text)?.path == path)
    #expect(PastedPath(text)?.meansPicture == true)
  }

  @Test(arguments: [
    "", "words", "/etc/passwd", "see /a.png", "/a.png\n/b.png", "a.png", "file://x",
    "file:///%zz.png",
    "file:///%00.png",
  ])
  func textsThatAreNoPicturePathsAreRefused(text: String) {
    #expect(PastedPath(text)?.meansPicture != true)
  }

  // MARK: Looks

  @Test(arguments: Scene.sizes)
  func screens(width: Int, height: Int) throws {
    var walk = writing(width: width, height: height)
    walk.press(.tab)
    walk.type("seen from the pier")
    walk.perform(.editor(.attachment(.response(.newPost(below: nil), attached()))))
    try expectScreen(walk.drawn, "attached")
    walk.press(.alt("l"))
    try expectScreen(walk.drawn, "attached-crop")
    walk.press(.control("o"))
    walk.type("~/p")
    walk.press(.tab)
    let names = (1...30).map { "picture \($0).jpg" } + ["places/"]
    walk.perform(
      .editor(
        .attachment(.completed(PathCompletion(text: "~/p", folder: "~/", names: names)))))
    walk.press(.tab, .tab)
    try expectScreen(walk.drawn, "attached-names")
    walk.press(.control("u"))
    walk.perform(
      .editor(
        .attachment(
          .response(
            .newPost(below: nil),
            .refused(
              PictureRefusalSample.sentence)))))
    try expectScreen(walk.drawn, "attached-refused")
  }

  @Test
  func theEditRowOffersToRemoveAPostsPictureOnlyWhereTheServerCan() {
    var walk = changing()
    #expect(!walk.text.contains("remove picture"))
    walk.perform(.moving(.abilitiesResponse(ServerAbilities())))
    #expect(!walk.text.contains("remove picture"))
    // Another one that was never sent can go.
    walk.perform(.editor(.attachment(.response(.edit(1), attached()))))
    #expect(walk.text.contains("Alt-O remove picture"))
    walk.press(.alt("o"))
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(removesPictures: true))))
    #expect(walk.text.contains("Alt-O remove picture"))
  }
}

/// A long reason, as a user may read it.
private enum PictureRefusalSample {
  static let sentence = """
    ~/Pictures/a very long name of a picture that nobody would type.png has 60000 × 40000 pixels, too \
    many. Make it smaller first.
    """
}

extension Walk {
  /// The screen with pictures in it.
  var drawn: Frame { render(state, at: now, pictures: LetterPictures()) }
}
