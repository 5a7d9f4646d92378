import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What `:` offers first, and what is found there that is no key.
@Suite struct PaletteOfferTests {
  private func opened(_ typed: String = "") -> Walk {
    var walk = Walk([.numbered(1, children: 2), .numbered(2)])
    walk.press(.character(":"))
    walk.type(typed)
    return walk
  }

  /// What can be done with the selected post comes first.
  @Test func itBeginsWithTheSelectedPost() throws {
    let items = try #require(opened().state.focus.top as? ActionPalette).list.items
    let first = items.prefix { $0.action.actsOnSelected }.map(\.name)
    #expect(first.starts(with: ["enter", "children"]), "\(first)")
    #expect(Set(["reply", "later", "copy", "article", "edit", "delete"]).isSubset(of: first))
    #expect(!items.dropFirst(first.count).contains { $0.action.actsOnSelected })
  }

  /// In a thread, too; each name stands there once.
  @Test func inAThreadItBeginsWithTheSelectedReply() throws {
    var walk = Walk([.numbered(1, children: 2)])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(
      walk.level,
      [2, 3].map { id in
        var reply = Post.numbered(id)
        reply.parentID = 1
        return reply
      })
    #expect(walk.state.list.isThread)
    walk.press(.down, .character(":"))
    let items = try #require(walk.state.focus.top as? ActionPalette).list.items
    let first = items.prefix { $0.action.actsOnSelected }.map(\.name)
    #expect(Set(["enter", "reply", "copy", "edit"]).isSubset(of: first), "\(first)")
    #expect(!items.dropFirst(first.count).contains { $0.action.actsOnSelected })
    let names = items.map(\.name)
    #expect(names.count == Set(names).count, "\(names)")
  }

  /// Where no post is, as at a server of members that was not entered, nothing that needs one is offered.
  @Test(arguments: KeysAtPlacesTests.places.map(\.name), [true, false])
  func withoutAPostNothingIsOfferedThatNeedsOne(place: String, isRefused: Bool) throws {
    var walk = Walk(motion: .none, email: nil)
    walk.state.site = try #require(KeysAtPlacesTests.places.first { $0.name == place }).site
    walk.send(.started(at: nil))
    if isRefused {
      let failure = LoadFailure(.signedOut, "Only members can read it.")
      walk.perform(.list(.postsResponse(level: Walk.posts, .failure(failure))))
      // A request for the page of a sign-in ends first.
      walk.press(.escape, .escape)
    } else {
      walk.answer(Walk.posts, [])
    }
    walk.press(.character(":"))
    let items = try #require(walk.state.focus.top as? ActionPalette).list.items
    #expect(!items.contains { $0.action.needsPosts }, "\(items.map(\.name))")
    #expect(items.contains { $0.action == .list(.refreshPressed) })
  }

  /// Words that people look for find something that says how.
  @Test(arguments: [
    ("theme", "firefly config write"), ("settings", "firefly config write"),
    ("draft", "There are no drafts."),
  ])
  func aWordFindsSomething(typed: String, words: String) {
    var walk = opened(typed)
    #expect(walk.press(.enter).isEmpty)
    let text = walk.text.split { " \n│▌▐".contains($0) }.joined(separator: " ")
    #expect(text.contains(words), "\(text)")
  }

  /// What is on the disk is imported by its path, without a shell.
  @Test(arguments: ["folder", "opml", "mbox", "import"]) func aFolderIsImportedByItsPath(
    typed: String
  ) {
    var walk = Walk([.numbered(1)])
    walk.state.places.all = [.imported]
    walk.press(.character(":"))
    walk.type(typed)
    #expect(walk.press(.enter) == [.places(.completePath(""))])
    #expect(walk.text.contains("the path of a folder or file to import"), "\(walk.text)")
    walk.type("~/no")
    var found = PathCompletion(text: "~/no", folder: "~/", names: ["notes/", "nova.mbox"])
    walk.perform(.places(.pathsFound(found)))
    #expect(walk.text.contains("~/notes/") && walk.text.contains("~/nova.mbox"), "\(walk.text)")
    // An answer to what is no longer typed comes too late.
    found.text = "~/other"
    found.names = ["late"]
    walk.perform(.places(.pathsFound(found)))
    #expect(!walk.text.contains("late"))
    // The beginning of a name is none. A name is taken into the row first; what stands there is imported.
    #expect(walk.press(.enter) == [.places(.completePath("~/notes/"))])
    #expect(walk.press(.enter) == [.places(.importFile(path: "~/notes/"))])
    #expect(walk.text.contains("Importing ~/notes/…"), "\(walk.text)")
    // Elsewhere it goes on; at the end of the program it would not.
    #expect(walk.perform(.places(.chosen("hn:"))) == [.places(.go("hn:"))])
    walk.perform(.quitPressed)
    #expect(!walk.state.isQuitting)
    #expect(walk.text.contains("An import is still running."), "\(walk.text)")
    let own = ImportedFile(words: "Imported: 3 posts.", place: "")
    let reload = walk.perform(.places(.imported(.success(own))))
    #expect(reload.contains(.list(.loadRoot(level: Walk.posts, .everyone))), "\(reload)")
    #expect(
      walk.text.contains("Imported: 3 posts. What came is in the list of threads (a), by date."),
      "\(walk.text)")
    // What came to another place is not shown here.
    walk.state.places.all.append(PlaceRow(id: "feed:", name: "Feeds", detail: ""))
    let file = ImportedFile(words: "You follow 3 more.", place: "feed:")
    #expect(walk.perform(.places(.imported(.success(file)))).isEmpty)
    #expect(walk.text.contains("You follow 3 more. S, then “Feeds”, shows"), "\(walk.text)")
    walk.perform(.places(.imported(.failure(LoadFailure(.refused, "There is nothing in it.")))))
    #expect(walk.text.contains("Not imported. There is nothing in it."))
  }

  /// One stands at what came, unless one went on meanwhile, and `u` leads back to where one was.
  @Test(arguments: [false, true]) func oneStandsAtWhatWasImported(goesOn: Bool) {
    var walk = Walk((1...9).map { .numbered($0) })
    walk.state.places.all = [.imported]
    walk.press(.down, .down)
    let spot = walk.selected
    walk.perform(.places(.importWanted(path: "~/notes")))
    if goesOn { walk.press(.down) }
    let file = ImportedFile(words: "Imported: 3 posts.", place: "", roots: [40], new: [40, 41, 42])
    let effects = walk.perform(.places(.imported(.success(file))))
    #expect(effects.contains(.list(.loadPath(to: 40))) == !goesOn, "\(effects)")
    guard !goesOn else {
      #expect(
        walk.state.note?.text.contains("came. What came is in the list of threads") == true,
        "\(walk.text)")
      #expect(walk.press(.character("u")) == [.places(.takeBack([40, 41, 42]))])
      return
    }
    #expect(walk.text.contains("Imported: 3 posts. u takes back what came."), "\(walk.text)")
    walk.answer(Walk.posts, (1...9).map { .numbered($0) })
    walk.send(.list(.pathResponse(.success([.numbered(40, children: 2)]))))
    #expect(walk.state.list.isThread && walk.selected == 40)
    // As long as that is not confirmed, the key asks for it again.
    for _ in 1...2 {
      #expect(walk.press(.character("u")) == [.places(.takeBack([40, 41, 42]))])
    }
    let taken = TakenBack(gone: [41, 42], kept: ["Knots"])
    walk.perform(.places(.takenBack([40, 41, 42], .success(taken))))
    #expect(walk.text.contains("2 posts were taken back. “Knots” stays: it has replies"))
    #expect(!taken.words.contains("keep"))
    walk.press(.character("u"))
    #expect(walk.state.current.navigator.depth == 0 && walk.selected == spot)
    #expect(walk.text.contains("You are back."), "\(walk.text)")
  }

  /// What an import has changed stays so, and that is said before and after.
  @Test func whatAnImportHasChangedStays() {
    var walk = Walk((1...9).map { .numbered($0) })
    walk.perform(.places(.importWanted(path: "~/notes")))
    let file = ImportedFile(
      words: "Imported: 1 post, 3 updated.", place: "", roots: [40], new: [40], changed: 3)
    walk.perform(.places(.imported(.success(file))))
    #expect(walk.text.contains("u takes back what came; what changed stays."), "\(walk.text)")
    let effect = Effect.places(.takeBack([40], changed: 3))
    #expect(walk.press(.character("u")) == [effect])
    var taken = TakenBack(gone: [40], kept: [])
    taken.changed = 3
    walk.perform(.places(.takenBack([40], .success(taken))))
    #expect(walk.text.contains("1 post was taken back. 3 posts keep what the import changed."))
    #expect(!walk.state.moving.undo.steps.contains(.marking(undoneBy: effect, note: nil)))
  }

  /// What was taken back is in no list, whatever the server says meanwhile; what was written since is not taken back
  /// in its place.
  @Test func whatWasTakenBackIsGone() {
    var walk = Walk([.numbered(40, children: 1), .numbered(1), .numbered(41)])
    walk.perform(.moving(.undoable(.places(.takeBack([40, 41])), note: nil)))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Hello.")
    walk.press(.control("s"))
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(.numbered(50)))))
    #expect(walk.press(.character("u")).isEmpty)
    #expect(walk.text.contains("What was sent can't be taken back. d deletes it."), "\(walk.text)")
    #expect(walk.press(.character("u")) == [.places(.takeBack([40, 41]))])
    walk.perform(.places(.takenBack([40, 41], .success(TakenBack(gone: [40, 41], kept: [])))))
    #expect(walk.ids == [50, 1], "\(walk.text)")
  }

  /// A path that was mistyped stays in its row, below which it is said what is wrong.
  @Test func aMistypedPathIsThereToBeCorrected() {
    var walk = Walk([.numbered(1)])
    walk.perform(.places(.importWanted(path: "~/nots")))
    let effects = walk.perform(
      .places(.imported(.failure(LoadFailure(.refused, "There is no ~/nots.")))))
    #expect(effects == [.places(.completePath("~/nots"))])
    #expect(walk.text.contains("Not imported. There is no ~/nots."), "\(walk.text)")
    #expect(walk.text.contains("~/nots") && walk.text.contains("Esc closes"))
    walk.press(.backspace)
    walk.type("es")
    #expect(walk.press(.enter) == [.places(.importFile(path: "~/notes"))])
    // Whoever went elsewhere is not interrupted.
    walk.press(.function(2))
    walk.perform(.places(.imported(.failure(LoadFailure(.refused, "No.")))))
    #expect(walk.state.focus.isEmpty && walk.text.contains("Not imported. No."))
  }

  /// From another place, the session goes to what came; feeds are in the third tab of their place.
  @Test func whatCameToAnotherPlaceIsShownThere() {
    for (place, roots, note) in [
      (
        "", [40, 41],
        "Imported. u leads back. This is the first; the 1 other is in the list of threads (a), by date."
      ),
      ("feed:", [], "Imported. u leads back; the feeds stay. d leaves one."),
    ] {
      var walk = Walk([.numbered(1)])
      walk.state.places.here = "hn:"
      walk.perform(.places(.importWanted(path: "~/notes")))
      let file = ImportedFile(words: "Imported.", place: place, roots: roots)
      #expect(
        walk.perform(.places(.imported(.success(file)))) == [
          .places(.go(place, at: Arrival(post: roots.first, note: note)))
        ])
    }
  }

  /// Tab completes a path here as in every row for one, to what all names begin with; then it goes on to the names.
  @Test func tabCompletesThePath() {
    var walk = Walk([.numbered(1)])
    walk.state.places.all = [.imported]
    walk.press(.character(":"))
    walk.type("folder")
    walk.press(.enter)
    #expect(walk.text.contains("Tab completes"), "\(walk.text)")
    walk.type("~/n")
    // Nothing is known yet.
    #expect(walk.press(.tab) == [])
    var found = PathCompletion(text: "~/n", folder: "~/", names: ["notes/", "notes.mbox"])
    walk.perform(.places(.pathsFound(found)))
    #expect(walk.press(.tab) == [.places(.completePath("~/notes"))])
    found.text = "~/notes"
    walk.perform(.places(.pathsFound(found)))
    walk.press(.tab, .tab)
    #expect(walk.press(.enter) == [.places(.completePath("~/notes.mbox"))])
    walk.perform(
      .places(
        .pathsFound(PathCompletion(text: "~/notes.mbox", folder: "~/", names: ["notes.mbox"]))))
    #expect(walk.press(.enter) == [.places(.importFile(path: "~/notes.mbox"))])
  }

  /// Enter twice imports nothing that the user has not named.
  @Test func nothingTypedImportsNothing() {
    var walk = Walk([.numbered(1)])
    walk.state.places.all = [.imported]
    walk.press(.character(":"))
    walk.type("folder")
    walk.press(.enter)
    walk.perform(.places(.pathsFound(PathCompletion(text: "", names: ["notes/", "other/"]))))
    #expect(walk.press(.enter) == [])
    // What is moved to is taken into the row.
    walk.press(.down)
    #expect(walk.press(.enter) == [.places(.completePath("notes/"))])
    #expect(walk.text.contains("import it") && !walk.text.contains("Importing"), "\(walk.text)")
  }

  @Test func draftsAreFoundByName() {
    var walk = Walk([.numbered(1)])
    walk.answer(Walk.searches, [])
    let draft = Draft(
      key: Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil)),
      words: PostText(title: "Fog"))
    var other = draft
    other.key = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: 1))
    walk.perform(
      .editor(
        .draftsFound(
          [draft, other].map { StoredDraft(draft: $0, startedAt: 0, changedAt: 0) })))
    walk.press(.character(":"))
    walk.type("draft")
    walk.press(.enter)
    #expect(walk.row(0).contains("drafts (2)") && walk.text.contains("Fog"), "\(walk.text)")
    walk.press(.left)
    #expect(walk.state.lists.explorer == .searches && walk.state.current.navigator.depth == 0)
  }
}
