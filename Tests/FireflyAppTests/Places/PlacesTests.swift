import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// `S` and `:` list where the user can go.
@Suite struct PlacesTests {
  private static let places = [
    PlaceRow(id: "", name: "your own posts", detail: "3 new"),
    PlaceRow(id: "https://posts.example.org", name: "posts.example.org", detail: "ada@example.org"),
    PlaceRow(id: "hn", name: "Hacker News", detail: ""),
  ]

  private func walk(at id: String = "feeds", before: String? = nil) -> Walk {
    var walk = Walk([.numbered(1, children: 2), .numbered(2)])
    walk.state.places.all = Self.places
    (walk.state.places.here, walk.state.places.before) = (id, before)
    return walk
  }

  private func opened(at id: String) -> Walk {
    var walk = walk(at: id)
    #expect(walk.press(.character("S")) == [])
    return walk
  }

  @Test func twoKeysLeadToOnesOwnPosts() {
    var walk = opened(at: "hn")
    #expect(walk.text.contains("your own posts") && walk.text.contains("3 new"), "\(walk.text)")
    #expect(walk.text.contains("you are here"))
    // A number of new ones looks new, also in a row that is not selected.
    walk.press(.down)
    let row = (0..<24).first { walk.row($0).contains("3 new") } ?? 0
    let bold = (0..<80).filter { walk.frame[$0, row].style.attributes.contains(.bold) }
    #expect(bold.map { walk.frame[$0, row].glyph.text }.joined() == "3 new")
    walk.press(.up)
    #expect(walk.press(.enter) == [.places(.go(""))])
    #expect(walk.state.focus.isEmpty)
  }

  /// Esc is meant for a note first; within the place it goes back.
  @Test func escTakesANoteAwayAtTheTop() {
    var walk = walk(before: "Hacker News")
    walk.perform(.noted("Something was said.", isError: true))
    walk.press(.enter)
    walk.press(.escape)
    #expect(walk.state.current.position.expandedID == nil && walk.state.note != nil)
    #expect(walk.press(.escape) == [] && walk.state.note == nil)
  }

  /// No key that goes back from level to level leaves a place, of whatever kind: one press too many says how to.
  @Test(arguments: KeysAtPlacesTests.places.map(\.name), [nil, "Feeds"])
  func oneStepTooManyLeavesNoPlace(name: String, before: String?) throws {
    let place = try #require(KeysAtPlacesTests.places.first { $0.name == name })
    for key in [Key.escape, .left, .backspace, .character("h")] {
      for tab in Explorer.allCases {
        var walk = Walk([.numbered(1, children: 2), .numbered(2)])
        walk.state.site = place.site
        walk.state.places.before = before
        walk.perform(.list(.explorerPressed(tab)))
        for _ in 1...3 { #expect(walk.press(key) == [], "\(key.label)") }
        #expect(walk.text.contains("u goes back to Feeds.") == (before != nil), "\(walk.text)")
        walk.press(.escape)
        #expect(walk.state.note == nil)
        // Where the next step that is undone is another one, it is no way out.
        walk.state.moving.undo.record(.lost("Gone."))
        walk.press(key)
        #expect(walk.text.contains("S leads to Feeds.") == (before != nil), "\(walk.text)")
      }
    }
  }

  /// Who was led to a place stands at what was meant, hears why, and goes back by one step.
  @Test func arrivingIsAStep() {
    var walk = Walk()
    walk.state.places.before = "Feeds"
    walk.state.arrival = Arrival(post: 40, note: "“Knots” is post 40. u leads back.")
    let effects = walk.send(.started(at: 40))
    #expect(effects.contains(.list(.loadPath(to: 40))))
    walk.answer(Walk.posts, [.numbered(1)])
    let post = Post.numbered(40, children: 1)
    walk.send(.list(.pathResponse(.success([post]))))
    // It is above its replies.
    #expect(walk.text.contains("“Knots” is post 40."), "\(walk.text)")
    #expect(walk.state.list.isThread && walk.selected == 40)
    #expect(walk.press(.character("u")) == [.places(.goBack)])
    walk = Walk()
    walk.state.arrival = Arrival(post: nil, note: "You follow 2 feeds more.")
    walk.send(.started(at: nil))
    #expect(walk.state.explorer == .users && walk.state.note?.text == "You follow 2 feeds more.")
  }

  @Test func thereTheNextPlaceIsChosenAndTypingFilters() {
    var walk = opened(at: "")
    #expect(walk.press(.enter) == [.places(.go("https://posts.example.org"))])
    walk = opened(at: "")
    walk.type("hack")
    #expect(walk.press(.enter) == [.places(.go("hn"))])
    walk = opened(at: "hn")
    walk.type("hack")
    #expect(walk.press(.enter) == [])
    #expect(walk.text.contains("You are there."))
  }

  @Test func whereOneHasNotBeenIsFoundByItsShortName() {
    var walk = walk(at: "")
    walk.state.places.all = [
      Self.places[0], PlaceRow(id: "hn", name: "Hacker News", detail: "new", isNew: true),
    ]
    // It is not where `S` and Enter lead by themselves.
    walk.press(.character("S"))
    #expect(walk.text.contains("Hacker News"), "\(walk.text)")
    walk.press(.enter)
    #expect(walk.text.contains("You are there."), "\(walk.text)")
    walk.press(.character(":"))
    walk.type("hn")
    #expect(walk.text.contains("Hacker News"), "\(walk.text)")
    #expect(walk.press(.enter) == [.places(.go("hn"))])
  }

  @Test func anAddressThatIsTypedIsAPlace() {
    var walk = opened(at: "")
    #expect(walk.text.contains("pick, or type an address"))
    walk.type("mastodon:social.example")
    #expect(walk.text.contains("go to this address"), "\(walk.text)")
    #expect(walk.press(.enter) == [.places(.go("mastodon:social.example"))])
    walk = opened(at: "")
    walk.type("nothing")
    #expect(walk.text.contains("Nothing matches. Type an address, such as feed:example.org."))
    #expect(walk.press(.enter) == [])
    // Among all actions, too.
    walk = self.walk()
    walk.press(.character(":"))
    walk.type("hn:new")
    #expect(walk.text.contains("go to this address"), "\(walk.text)")
    #expect(walk.press(.enter) == [.places(.go("hn:new"))])
    walk.press(.character(":"))
    walk.type("no action.")
    #expect(walk.text.contains("Nothing matches.") && walk.press(.enter) == [])
  }

  /// Nothing typed is answered, too.
  @Test(arguments: [PlaceRow.imported, .anyServer]) func anEmptyAddressIsAskedFor(row: PlaceRow)
    throws
  {
    let question = try #require(row.question)
    var walk = walk()
    walk.perform(.palette(.addressAsked(question)))
    walk.press(.enter)
    #expect(walk.text.contains("Type \(question.words)."), "\(walk.text)")
    walk.type("a")
    walk.wait(1)
    walk.type("b")
    #expect(!walk.text.contains("Type \(question.words)."), "\(walk.text)")
  }

  /// A path that is typed among the places is that of something to import, with what completes it.
  @Test(arguments: ["S", ":"] as [Character], ["~/notes", "/srv/old.mbox", "./list.opml", "../a"])
  func aPathThatIsTypedIsImported(key: Character, path: String) {
    var walk = walk(at: "")
    walk.state.places.all.append(.imported)
    walk.press(.character(key))
    walk.type(path)
    #expect(walk.text.contains("the path of a folder or file to import"), "\(walk.text)")
    #expect(walk.text.contains("import it"), "\(walk.text)")
    let (folder, name) = (path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex), "a")
    let found = PathCompletion(
      text: path, folder: String(folder),
      names: [path.dropFirst(folder.count) + "", path.dropFirst(folder.count) + name])
    walk.perform(.places(.pathsFound(found)))
    #expect(walk.text.contains(path + name), "\(walk.text)")
    #expect(walk.press(.enter) == [.places(.importFile(path: path))])
    // A path that leads nowhere stays, to be corrected.
    walk.perform(.places(.imported(.failure(LoadFailure(.refused, "There is no file \(path).")))))
    #expect(walk.text.contains("Not imported.") && walk.text.contains(path), "\(walk.text)")
  }

  /// A command that exists says what it is for, where it has no meaning.
  @Test(arguments: [
    ("vote", "vote: vote in the poll of the post. It has no meaning here."),
    ("spelling", "spelling: "),
  ])
  func aCommandOfElsewhereIsAnswered(name: String, words: String) {
    var walk = walk()
    walk.press(.character(":"))
    walk.type(name)
    #expect(walk.text.contains(words) && !walk.text.contains("Nothing matches"), "\(walk.text)")
    #expect(walk.press(.enter) == [])
  }

  /// A place of many addresses asks for its own; the answer may be a whole address.
  @Test(arguments: [
    ("social.example", "mastodon:social.example"),
    ("mastodon:social.example", "mastodon:social.example"),
  ])
  func aPlaceOfManyAddressesAsksForIt(typed: String, address: String) {
    for key in ["S", ":"] as [Character] {
      var walk = walk(at: "")
      walk.state.places.all.append(
        PlaceRow(
          id: "mastodon", name: "Mastodon …", detail: "your instance", isNew: true,
          question: .init(start: "mastodon:", words: "your instance, such as one.example")))
      walk.press(.character(key))
      walk.type("mastodon")
      #expect(walk.press(.enter) == [])
      #expect(walk.text.contains("your instance, such as one.example"), "\(walk.text)")
      // Nothing is there yet to go to.
      #expect(walk.press(.enter) == [])
      walk.type(typed)
      #expect(walk.press(.enter) == [.places(.go(address))])
    }
  }

  @Test func anyServerIsAPlace() {
    var walk = walk(at: "")
    walk.state.places.all.append(.anyServer)
    walk.press(.character("S"))
    walk.type("server …")
    walk.press(.enter)
    walk.type("posts.example.net")
    #expect(walk.press(.enter) == [.places(.go("posts.example.net"))])
  }

  @Test func theyStandAmongAllActions() {
    var walk = walk()
    walk.press(.character(":"))
    walk.type("hacker")
    #expect(walk.text.contains("Hacker News"), "\(walk.text)")
    #expect(walk.press(.enter) == [.places(.go("hn"))])
  }

  @Test func whatIsStillBeingSavedIsSaidOnce() {
    var walk = opened(at: "hn")
    let card = EditorState(
      .newPost(below: nil), template: .post, card: -1, in: walk.level,
      origin: Navigator.ListPosition(), placeholders: PostText(), columns: (40, 40))
    walk.state.writing.sending[.newPost(below: nil)] = card
    #expect(walk.press(.enter) == [])
    #expect(walk.text.contains("is still being saved"), "\(walk.text)")
    walk.press(.character("S"))
    #expect(walk.press(.enter) == [.places(.go(""))])
  }

  @Test func aNewSessionKeepsScreenAndSettingsOnly() {
    var walk = walk()
    walk.state.settings.density = .lines
    walk.perform(.terminalBackground(.black))
    let new = walk.state.renewed
    #expect(new.settings == walk.state.settings && new.size == walk.state.size)
    #expect(new.background == walk.state.background)
    #expect(new.list.posts == [] && new.focus.isEmpty)
  }

  /// Having come from another place is the first step that can be undone.
  @Test func undoLeadsBackToThePlaceBefore() {
    var walk = walk(before: "Feeds")
    #expect(walk.press(.character("u")) == [.places(.goBack)])
    // Not from below the top, where it may be one press too many.
    walk.press(.right)
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("At the top, u goes back to Feeds."), "\(walk.text)")
    walk = self.walk()
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("There is nothing to undo."))
  }

  /// Who comes into a thread, because they were there before, is led back from there; not from further down.
  @Test func undoLeadsBackFromTheThreadWhereOneCameIn() {
    var before = walk()
    before.press(.right)
    var walk = walk(before: "Feeds")
    walk.state.begin(
      at: before.reading.savedPositions, density: nil, view: nil, threads: ThreadPlaces(),
      walk.reading.date)
    walk.send(.started(at: nil))
    #expect(walk.state.current.navigator.depth == 1)
    #expect(walk.press(.character("u")) == [.places(.goBack)])
    walk.answer(walk.level, [.numbered(10, children: 2)])
    walk.press(.right)
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("At the top, u goes back to Feeds."), "\(walk.text)")
  }

  /// Of the steps that were undone, one press too many is no way out.
  @Test func onePressTooManyIsSaidFirst() {
    var walk = walk(before: "Feeds")
    walk.state.moving.undo.record(
      .marking(undoneBy: .readMarks(.findAnswers), note: "It is unread again."))
    walk.press(.character("u"))
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("Everything is undone. u goes back to Feeds."), "\(walk.text)")
    #expect(walk.press(.character("u")) == [.places(.goBack)])
  }

  /// The key that would go on writing a draft that is gone says so, and is no way out.
  @Test func aDraftThatIsGoneIsNoWayOut() {
    var walk = walk(before: "Feeds")
    let draft = Draft(
      key: Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: nil)),
      words: PostText(title: "Fog"))
    walk.state.moving.undo.record(.kept(draft))
    #expect(walk.press(.character("u")) == [])
    #expect(walk.text.contains("That draft was sent or discarded."), "\(walk.text)")
  }

  /// Where one is comes last: nobody wants to go there.
  @Test func aServerIsFoundBeforeTheOneWhereOneIs() {
    var walk = walk(at: "")
    walk.state.places.all = [
      PlaceRow(id: "", name: "your own server", detail: ""),
      PlaceRow(id: "https://a.example", name: "a server of a friend", detail: ""), .anyServer,
    ]
    walk.press(.character("S"))
    walk.type("server")
    walk.press(.enter)
    #expect(walk.text.contains("the address of a server, such as"), "\(walk.text)")
    walk.press(.escape)
    walk.press(.character("S"))
    walk.type("own server")
    walk.press(.enter)
    #expect(walk.text.contains("You are there."))
  }

  @Test func marksAloneAreNoAddress() {
    var walk = opened(at: "")
    walk.type(":")
    #expect(!walk.text.contains("go to this address"), "\(walk.text)")
  }

  /// In a narrow list the host is there, not only how it is reached.
  @Test func aNarrowListNamesTheHost() {
    var walk = Walk([.numbered(1)], width: 40, height: 12)
    walk.state.places.all = ["a", "b"].map {
      PlaceRow(
        id: "mastodon:http://\($0).social.example",
        name: "mastodon:http://\($0).social.example", detail: "@ada@\($0).social.example")
    }
    walk.press(.character("S"))
    for host in ["a.social.exa", "b.social.exa"] {
      #expect(walk.text.contains(host), "\(walk.text)")
    }
  }

  @Test(arguments: [
    ("mastodon:http://127.0.0.1:8962", "127.0.0.1:8962"), ("127.0.0.1:8962", "127.0.0.1:8962"),
    ("mastodon:social.example", "social.example"), ("mastodon:127.0.0.1:8", "127.0.0.1:8"),
    ("localhost:8080", "localhost:8080"),
    ("Hacker News", "Hacker News"),
  ])
  func aHostIsFound(name: String, host: String) {
    #expect(PlaceRow(id: "", name: name, detail: "").host == host)
  }

  /// What is asked is in sight, at every width.
  @Test func aQuestionIsNeverDropped() {
    for width in [30, 40, 60, 80, 160] {
      for row in [PlaceRow.anyServer, .imported] {
        var walk = Walk([.numbered(1)], width: width, height: 12)
        walk.state.places.all = [row]
        walk.press(.character("S"))
        walk.press(.enter)
        if row == .imported {
          var found = PathCompletion(text: "", names: ["notes/", "old.mbox"])
          found.start = "~/"
          walk.perform(.places(.pathsFound(found)))
        }
        let words = walk.text.split { " \n│▌▐".contains($0) }.joined(separator: " ")
        let start = row == .imported ? ", from ~/" : ""
        #expect(words.contains((row.question?.words ?? "?") + start), "\(walk.text)")
        #expect(words.contains("Esc closes"), "\(walk.text)")
      }
    }
  }
}
