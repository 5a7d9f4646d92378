import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Finding")
struct FindTests {
  private func walk() -> Walk {
    let titles = [
      "knots", "windy", "rain", "A Windy Night", "café", "calm", "strong wind", "last",
    ]
    return Walk(
      titles.enumerated().map { index, title in
        Post(id: index + 1, title: title, summary: "day \(index)", authorName: "Ada Linden")
      })
  }

  /// As one types, the first match from where one is; case and accents don't matter.
  @Test
  func asOneTypesTheFirstMatchFromWhereOneIsCase() {
    var walk = walk()
    walk.press(.down, .down, .character("/"))
    #expect(walk.takesText)
    walk.type("w")
    #expect(walk.selected == 4)
    walk.type("ind")
    #expect(walk.selected == 4)
    #expect(walk.row(0).contains("/wind"))
    walk.press(.control("u"))
    #expect(walk.selected == 3)
    walk.type("CAFE")
    #expect(walk.selected == 5)
  }

  /// In an open card the lines of its text come first, then the other posts.
  @Test(arguments: [12, 24], [true, false])
  func theTextOfAnOpenCardIsSearchedFirst(height: Int, isAlone: Bool) {
    let words = (1...900).map { $0 % 300 == 0 ? "lantern\($0)" : "word\($0)" }
    let posts: [Post] = [
      .numbered(1), .numbered(2, body: words.joined(separator: " ")),
      .numbered(3, body: isAlone ? "a lamp" : "a lantern or a lamp"),
    ]
    var walk = Walk(posts, height: height)
    walk.press(.down, .enter)
    let before = walk.position
    walk.press(.character("/"))
    walk.type("lantern")
    #expect(walk.selected == 2)
    walk.press(.enter)
    #expect(walk.text.contains("lantern300"), "\(walk.text)")
    #expect(walk.row(0).contains("1 of 3 here"), "\(walk.row(0))")
    for (step, word) in [("n", "600"), ("n", "900"), ("N", "600"), ("N", "300"), ("n", "600")] {
      walk.press(.character(Character(step)))
      #expect(walk.selected == 2 && walk.text.contains("lantern\(word)"), "\(walk.text)")
      #expect(walk.row(0).contains("\((Int(word) ?? 0) / 300) of 3 here"))
    }
    walk.press(.character("n"), .character("n"))
    #expect(walk.selected == (isAlone ? 2 : 3))
    #expect(!isAlone || walk.text.contains("lantern300"))
    // What isn't in it is found elsewhere, and back.
    var other = Walk(posts, height: height)
    other.press(.down, .enter, .character("/"))
    other.type("post 3")
    #expect(other.selected == 3)
    other.press(.control("u"))
    other.type("word40")
    #expect(other.selected == 2 && other.position.scroll == before.scroll)
  }

  @Test
  func summariesAndAuthorsAreLookedThroughAsWell() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("day 6")
    #expect(walk.selected == 7)
    walk.press(.control("u"))
    walk.type("linden")
    #expect(walk.selected == 1)
  }

  @Test
  func nAndNGoRoundThroughTheMatches() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("wind")
    #expect(walk.selected == 2)
    walk.press(.enter)
    #expect(!walk.takesText)
    var seen: [Int?] = []
    for _ in 0..<3 {
      walk.press(.character("n"))
      seen.append(walk.selected)
    }
    #expect(seen == [4, 7, 2])
    walk.press(.character("N"))
    #expect(walk.selected == 7)
  }

  /// The bar says whether the text is still typed, and which keys go on afterwards.
  @Test(arguments: [80, 40]) func theBarSaysWhichKeysGoOn(width: Int) {
    var walk = Walk(Post.numbered(1...9), width: width)
    walk.press(.character("/"))
    walk.type("post")
    #expect(walk.row(0).contains("/post  1 of 9 · Enter keeps it") == (width > 40))
    walk.press(.enter)
    let rest = width > 40 ? " · N previous · ← ends" : ""
    #expect(walk.row(0).contains("/post  1 of 9 · n next" + rest), "\(walk.row(0))")
    walk.press(.character("n"))
    #expect(walk.row(0).contains("/post  2 of 9 · n next"))
  }

  @Test
  func whileTypingArrowsGoThroughTheMatchesAndNIsALetter() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("wi")
    walk.press(.down)
    #expect(walk.selected == 4)
    walk.press(.up)
    #expect(walk.selected == 2)
    walk.type("n")
    #expect(walk.state.focus.find?.text == "win")
  }

  @Test
  func escWhileTypingGoesBackToWhereOneWas() {
    var walk = Walk(Post.numbered(1...40))
    for _ in 0..<7 { walk.press(.down) }
    walk.mouse(.wheelDown, x: 5, y: 5)
    let before = walk.position
    walk.press(.character("/"))
    walk.type("post 33")
    #expect(walk.selected == 33)
    walk.press(.escape)
    #expect(walk.position == before)
    #expect(walk.state.focus.find == nil)
  }

  @Test
  func escAfterEnterEndsTheFindingAndStays() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("last")
    walk.press(.enter, .escape)
    #expect(walk.state.focus.find == nil)
    #expect(walk.selected == 8)
    walk.press(.character("N"))
    #expect(walk.selected == 8)
    #expect(walk.state.note?.text.hasPrefix("Read marks are off") == true)
  }

  @Test
  func findWithoutMatchStaysAndSaysSo() {
    var walk = walk()
    walk.press(.down, .character("/"))
    walk.type("zz")
    #expect(walk.selected == 2)
    walk.press(.enter, .character("n"))
    #expect(walk.selected == 2)
    #expect(walk.state.note?.text == "“zz” is not in this list.")
  }

  /// The keys of a line: erase a letter, a word, all; a paste without its line breaks.
  @Test
  func theKeysOfALineEraseALetterAWordAll() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("a windy night")
    walk.press(.backspace)
    #expect(walk.state.focus.find?.text == "a windy nigh")
    walk.press(.control("w"))
    #expect(walk.state.focus.find?.text == "a windy ")
    walk.press(.control("u"))
    walk.perform(.pasted("st\nrong"))
    #expect(walk.state.focus.find?.text == "strong")
    #expect(walk.selected == 7)
    walk.perform(.pasted(String(repeating: "x", count: 5_000)))
    #expect((walk.state.focus.find?.text.count ?? 0) <= 206)
    walk.press(.control("u"), .backspace)
    #expect(walk.state.focus.find == nil)
  }

  @Test
  func nothingTypedFindsNothingAnEmptyListHasNothingToFind() {
    var walk = walk()
    walk.press(.character("/"), .enter)
    #expect(walk.state.focus.find == nil)
    var empty = Walk([])
    // What is typed is text there too, and no commands.
    empty.press(.character("/"), .character("q"))
    #expect(empty.state.focus.find?.text == "q")
    #expect(!empty.state.isQuitting)
  }

  @Test
  func matchesAreMarkedWhereTheyStand() {
    var walk = walk()
    walk.press(.character("/"))
    walk.type("ind")
    func marked(_ y: Int) -> String {
      let frame = walk.frame
      return (0..<80).filter { frame[$0, y].style.background == Theme.firefly.mark }
        .map { frame[$0, y].glyph.text }.joined()
    }
    #expect(marked(2) == "")
    #expect(marked(7) == "ind")
    #expect(marked(17) == "ind")
  }

  @Test
  func authorsAreMarkedAsWellAndWordsThatRunFromRightToLeft() {
    var walk = Walk([
      Post(id: 1, title: "knots", summary: "שלום עולם", authorName: "Ada Linden")
    ])
    func marked() -> [String] {
      let frame = walk.frame
      return (0..<23).map { y in
        (0..<80).filter { frame[$0, y].style.background == Theme.firefly.mark }
          .map { frame[$0, y].glyph.text }.joined()
      }.filter { !$0.isEmpty }
    }
    walk.press(.character("/"))
    walk.type("linden")
    #expect(marked() == ["Linden"])
    walk.press(.control("u"))
    walk.type("עולם")
    #expect(marked() == [String("עולם".reversed())])
  }

  @Test
  func goingElsewhereEndsIt() {
    func find(then keys: Key...) -> FindState? {
      var walk = Walk((1...3).map { .numbered($0, children: 1) })
      walk.press(.character("/"))
      walk.type("post")
      walk.press(.enter)
      for key in keys { walk.press(key) }
      return walk.state.focus.find
    }
    #expect(find() != nil)
    #expect(find(then: .right) == nil)
    #expect(find(then: .function(2)) == nil)
    #expect(find(then: .character("a")) == nil)
    #expect(find(then: .character("p")) == nil)
  }

  @Test
  func theListMayChangeWhileOneTypes() {
    var walk = walk()
    walk.press(.down, .character("/"))
    walk.type("last")
    walk.answer(Walk.posts, Post.numbered(20...25))
    walk.press(.escape)
    #expect(walk.ids.contains(walk.selected ?? 0))
  }

  @Test
  func thatSomethingIsNotInThisListIsNotSaidOfAnotherOne() {
    for (key, isElsewhere) in [(Key.right, true), (.function(2), true), (.down, false)] {
      var walk = Walk((1...3).map { .numbered($0, children: 1) })
      walk.press(.character("/"))
      walk.type("zz")
      walk.press(.enter, .character("n"))
      #expect(walk.text.contains("“zz” is not in this list."))
      walk.press(key)
      #expect((walk.state.note == nil) == isElsewhere)
    }
  }

  @Test
  func findTextIsBounded() {
    var walk = walk()
    walk.press(.character("/"))
    for _ in 1...3 { walk.perform(.pasted(String(repeating: "x", count: 150))) }
    walk.type("yy")
    #expect(walk.state.focus.find?.text == String(repeating: "x", count: 200))
  }

  @Test
  func aMatchInTheOpenCardIsMarked() {
    var walk = Walk([.numbered(1), .numbered(2, body: "one line\n\na lantern")])
    walk.press(.down, .enter, .character("/"))
    walk.type("lantern")
    let frame = walk.frame
    let rows = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = rows.firstIndex { $0.contains("a lantern") } ?? 0
    let card = frame[40, row].style.background
    #expect((3..<40).filter { frame[$0, row].style.background != card }.count == 7)
  }

  @Test
  func bodiesAreLookedThroughAsWellWhereATitleHasItOneStaysThere() {
    var walk = Walk([
      .numbered(1, body: "nothing"), .numbered(2, body: "the Lantern, in a body"),
      Post(id: 3, title: "a lantern", summary: ""), .numbered(4, body: "LANTERNS"),
    ])
    walk.press(.character("/"))
    walk.type("lant")
    #expect(walk.selected == 3)
    #expect(walk.text.contains("2 of 3"))
    walk.press(.enter)
    var seen: [Int?] = []
    for _ in 0..<3 {
      walk.press(.character("n"))
      seen.append(walk.selected)
    }
    #expect(seen == [4, 2, 3])
    walk.press(.escape, .character("/"))
    walk.type("in a bod")
    #expect(walk.selected == 2)
    #expect(walk.text.contains("1 of 1"))
  }

  /// A thread shows whole texts: a title further down is not the first one with the words.
  @Test func inAThreadEachLetterLeadsToTheFirstMatchFromWhereOneIs() {
    var replies = Conversation.replies
    replies[6].title = "bright"
    var walk = Conversation.walk(replies: replies)
    walk.press(.character("/"))
    for letter in "bright" {
      walk.type("\(letter)")
      #expect(walk.selected == 11, "\(letter)")
    }
    walk.press(.enter, .character("n"), .character("n"))
    #expect(walk.selected == 17)
    walk.press(.escape, .home, .down, .down, .down, .character("/"))
    walk.type("bright")
    #expect(walk.selected == 17)
    walk.type("x")
    #expect(walk.selected == 13)
  }

  /// What is looked for is looked for in all that the server has; how much is said.
  @Test
  func findSearchesTheWholeServer() {
    func page(_ ids: ClosedRange<Int>) -> Action {
      .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(ids)))))
    }
    var walk = Walk(Post.numbered(1...50))
    walk.press(.character("/"))
    walk.type("post 60")
    #expect(walk.text.contains("looked through 50…"))
    #expect(
      walk.perform(page(51...550))
        == [])
    #expect(walk.selected == 60)
    walk.press(.enter)
    // The next one is beyond what is there, and comes when it is there; then they begin anew.
    #expect(
      walk.press(.character("n"))
        == [.list(.loadRoot(level: Walk.posts, .everyone, before: 550, limit: 500))])
    walk.perform(page(551...700))
    #expect(walk.selected == 600)
    for number in 601...609 {
      walk.press(.character("n"))
      #expect(walk.selected == number)
    }
    walk.press(.character("n"))
    walk.perform(.list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: [])))))
    #expect(walk.selected == 60)
    #expect(walk.text.contains("1 of 11"))

    var nowhere = Walk(Post.numbered(1...50))
    nowhere.press(.character("/"))
    nowhere.type("zeppelin")
    nowhere.perform(page(51...120))
    nowhere.perform(.list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: [])))))
    #expect(nowhere.text.contains("not in this list of 120"))
    #expect(nowhere.selected == 1)
  }

  @Test
  func matchesOfATextOrAListThatIsAnotherByNowAreForgotten() {
    var walk = Walk(Post.numbered(1...9))
    walk.press(.character("/"))
    walk.type("post")
    let before = walk.state
    walk.send(.find(.matchesResponse("pos", indices: [8], of: 9)))
    walk.send(.find(.matchesResponse("post", indices: [8], of: 5)))
    #expect(walk.state == before)
  }
}
