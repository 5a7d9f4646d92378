import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What somebody else has made of a post, beside what one writes.
@Suite("Conflict")
struct ConflictTests {
  private static let theirs = PostText(
    title: "learning to sail, week one",
    summary: "Seven days on a lake, two instructors, and a boat that was older than all of us.",
    body: """
      Every day had its own lesson.

      The boat turns faster than you think. Three things help, and a fourth:

      - let go of the sheet
      - stay with the hull

      We were wet by noon.

      The wind came from the west and stayed there.

      In the evening there was soup.

      And then it was over.
      """)
  private static let base = PostText(
    title: theirs.title,
    summary: theirs.summary.replacing("two instructors", with: "one instructor"),
    body: theirs.body.replacing(", and a fourth", with: ""))
  private static let mine = PostText(
    title: "learning to sail, week two", summary: base.summary,
    body: base.body.replacing("faster than you think", with: "slower than you fear"))

  private static func comparison() -> Comparison {
    Comparison(theirs: Draft.Base(words: theirs, etag: "\"2\""), mine: mine)
  }

  /// A walk in which one's own post was sent and the server had another version.
  private func conflicting(width: Int = 80, height: Int = 24) -> Walk {
    var post = Post.numbered(1, children: 2)
    post.apply(Self.base)
    var walk = Walk([post, .numbered(2)], width: width, height: height)
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.perform(.editor(.externalEditorClosed(.changed(Self.mine.document()))))
    #expect(walk.state.focus.editor?.words == Self.mine)
    walk.press(.control("s"))
    walk.perform(.editor(.conflictFound(.edit(1), Self.comparison())))
    return walk
  }

  private func saved(_ effects: [Effect]) -> [Draft] {
    effects.compactMap { if case .writing(.save(let draft)) = $0 { draft } else { nil } }
  }

  @Test(arguments: Scene.sizes)
  func bothAreShownAtThreeSizes(width: Int, height: Int) throws {
    var walk = conflicting(width: width, height: height)
    try expectScreen(walk.frame, "conflict")
    walk.press(.end)
    try expectScreen(walk.frame, "conflict-end")
  }

  @Test(arguments: [(20, 6), (24, 8), (30, 10)])
  func onTheSmallestScreensAllItsKeysAreSaid(width: Int, height: Int) {
    var walk = conflicting(width: width, height: height)
    for words in ["m yours", "t theirs", "b both", "Esc back"] {
      #expect(walk.text.contains(words), "\(words)")
    }
    // And some of the text.
    let before = walk.text
    walk.press(.end)
    #expect(walk.text != before)
  }

  @Test(arguments: [80, 120])
  func wordsThatDifferAreMarkedByMoreThanTheirColourAndNoOthers(width: Int) {
    let walk = conflicting(width: width, height: 60)
    let frame = walk.frame
    var marked: [String] = []
    for y in 3..<57 {
      var word = ""
      for x in 0..<width {
        let cell = frame[x, y]
        if cell.style.attributes.isSuperset(of: [.bold, .underline]) {
          word += cell.glyph.text
        } else if !word.isEmpty {
          marked.append(word)
          word = ""
        }
      }
    }
    for word in ["one", "two", "two instructors", "one instructor", "and a fourth"] {
      #expect(marked.contains { $0.contains(word) }, "\(word) in \(marked)")
    }
    #expect(!marked.joined().contains("lesson"))
  }

  @Test
  func otherChangesAreMergedAndNamed() {
    var post = Post.numbered(1)
    post.apply(Self.base)
    var walk = Walk([post, .numbered(2)])
    walk.press(.character("e"))
    walk.open(.edit(1))
    walk.type("!")
    walk.press(.control("s"))
    var (theirs, mine) = (Self.base, Self.base)
    theirs.summary = "Another summary."
    mine.title += "!"
    let base = Draft.Base(words: theirs, etag: "\"2\"")
    let comparison = Comparison(theirs: base, mine: mine, base: Self.base)
    let drafts = saved(walk.perform(.editor(.conflictFound(.edit(1), comparison))))
    let merged = PostText(title: mine.title, summary: theirs.summary, body: mine.body)
    #expect(drafts.map(\.words) == [merged] && drafts.map(\.base) == [base])
    #expect(walk.state.focus[Conflict.self] == nil)
    // It is what an offline writer has, not what was sent first.
    var offline = walk
    offline.perform(.editor(.saveResponse(.edit(1), .failure(LoadFailure(.offline, "Away.")))))
    #expect(offline.state.focus.editor?.words == merged)
    #expect(offline.state.focus.editor?.base == base)
    post.apply(merged)
    walk.perform(.editor(.saveResponse(.edit(1), .success(post))))
    #expect(walk.text.contains("Merged: title is yours, summary is theirs."))
    #expect(walk.state.list.posts[0].words == merged)
  }

  @Test
  func bSaysThatThereAreMarksOnlyWhereThereAre() {
    for (theirs, hasMarks) in [("a\n\nb", false), ("a\nc", true)] {
      var post = Post.numbered(1, body: "a\nb")
      var walk = Walk([post])
      walk.press(.character("e"))
      walk.open(.edit(1))
      walk.type("!")
      walk.press(.control("s"))
      let mine = PostText(title: "post 1!", summary: post.summary, body: "a\nb")
      post.title += "!"
      post.body = theirs
      walk.perform(
        .editor(
          .conflictFound(
            .edit(1), Comparison(theirs: Draft.Base(words: post.words), mine: mine))))
      walk.press(.character("b"))
      #expect(Comparison.hasMarks(walk.state.focus.editor?.words ?? PostText()) == hasMarks)
      #expect(walk.text.contains("between marks") == hasMarks)
      #expect(walk.text.contains("Both versions are in the text now"))
    }
  }

  @Test
  func mPutsOnesOwnInThePlaceOfTheVersionThatWasSeen() {
    var walk = conflicting()
    let drafts = saved(walk.press(.character("m")))
    #expect(drafts.map(\.words) == [Self.mine])
    #expect(drafts.first?.base == Draft.Base(words: Self.theirs, etag: "\"2\""))
    #expect(walk.state.focus.isEmpty)
  }

  @Test
  func tAsksThenTheCardShowsTheirsAndTheDraftGoes() {
    var walk = conflicting()
    walk.press(.character("t"), .enter)
    #expect(walk.state.focus[Conflict.self] != nil)
    walk.press(.character("t"))
    let effects = walk.choose("Take theirs")
    let key = Draft.Key(server: "", account: "ada@example.org", target: .edit(1))
    #expect(
      effects.contains { if case .draft(.discard(let it)) = $0 { it.key == key } else { false } })
    #expect(walk.state.focus.isEmpty)
    #expect(walk.state.list.posts.first?.words == Self.theirs)
  }

  @Test
  func bPutsBothIntoTheCardMarkedOneUndoBringsOnesOwnBack() {
    var walk = conflicting()
    let effects = walk.press(.character("b"))
    let words = walk.state.focus.editor?.words ?? PostText()
    #expect(words.title.contains("week two") && words.title.contains("week one"))
    #expect(words.body.contains("slower than you fear") && words.body.contains("and a fourth"))
    // What both have stands there once.
    #expect(words.body.components(separatedBy: "We were wet by noon.").count == 2)
    #expect(effects.contains { if case .draft(.storeSoon) = $0 { true } else { false } })
    // With the marks it isn't sent.
    #expect(saved(walk.press(.control("s"))) == [])
    #expect(walk.text.contains("Both versions are still in the text"))
    walk.press(.control("z"))
    #expect(walk.state.focus.editor?.words == Self.mine)
    let drafts = saved(walk.press(.control("s")))
    #expect(drafts.first?.base == Draft.Base(words: Self.theirs, etag: "\"2\""))
  }

  @Test
  func theKeyThatUndoesIsNamedAsItIsBound() {
    var walk = conflicting()
    walk.press(.character("b"))
    #expect(walk.state.note?.text.hasSuffix("Ctrl-Z restores yours.") == true)
    walk = conflicting()
    #expect(walk.state.settings.keymap.rebind([.editor: ["undo": ["F9"]]]) == [])
    walk.press(.character("b"))
    #expect(walk.state.note?.text.hasSuffix("F9 restores yours.") == true)
  }

  @Test(arguments: [80, 120])
  func aParagraphHasOneDirectionThatOfItsFirstLetter(width: Int) throws {
    let name = "שלום"
    let drawn = String(name.reversed())
    let room = try #require(comparing("", width: width).state.focus[Conflict.self]).text
    // The first row is full, and the second begins with a word of the other direction.
    let latin = comparing(
      String(repeating: "a", count: room.columns - 1) + " \(name), and on", width: width)
    let left = try #require(latin.row(with: drawn))
    #expect(left.dropFirst(room.sheet.inner.x).hasPrefix("\(drawn), and on"))
    let hebrew = comparing(
      String(repeating: "ש", count: room.columns - 1) + " ab, \(name)", width: width)
    let right = try #require(hebrew.row(with: drawn))
    #expect(right.prefix(room.sheet.inner.x + room.columns).hasSuffix("\(drawn) ,ab"))
  }

  /// A walk with another version of a post, in which only the title differs.
  private func comparing(_ body: String, width: Int) -> Walk {
    let mine = PostText(title: "mine", body: body)
    let theirs = PostText(title: "theirs", body: body)
    var walk = Walk(Post.numbered([1]), width: width)
    let comparison = Comparison(theirs: Draft.Base(words: theirs), mine: mine)
    walk.state.focus.push(Conflict(comparison, at: .edit(1), walk.state.layout))
    return walk
  }

  /// Esc goes back to the card with everything in it; saved again, both are compared again.
  @Test
  func escGoesBackToTheCardWithEverythingInItSavedAgain() {
    var walk = conflicting()
    #expect(walk.press(.escape) == [])
    #expect(walk.state.focus.editor?.words == Self.mine)
    #expect(saved(walk.press(.control("s"))).map(\.base) == [Draft.Base(words: Self.base)])
    walk.perform(.editor(.conflictFound(.edit(1), Self.comparison())))
    #expect(walk.state.focus[Conflict.self] != nil)
  }

  @Test
  func failureElsewhereIsReportedAndStaysOnTheCard() {
    var walk = conflicting()
    walk.press(.escape, .control("s"), .right)
    walk.answer(1, Post.numbered([20]))
    walk.perform(.editor(.conflictFound(.edit(1), Self.comparison())))
    #expect(walk.state.focus.isEmpty)
    #expect(walk.state.note?.text.contains("Someone changed this post") == true)
    walk.press(.left, .character("e"))
    walk.open(.edit(1))
    #expect(walk.state.focus.editor?.words == Self.mine)
    // What it is based on has stayed, so that nothing is written over unseen.
    #expect(saved(walk.press(.control("s"))).map(\.base) == [Draft.Base(words: Self.base)])
  }

  @Test
  func aDraftOfAnEarlierRunIsComparedWithWhatItWasBasedOn() {
    var post = Post.numbered(1)
    post.apply(Self.theirs)
    var walk = Walk([post])
    walk.press(.character("e"))
    let key = Draft.Key(server: "", account: "ada@example.org", target: .edit(1))
    let draft = Draft(key: key, words: Self.mine, base: Draft.Base(words: Self.base))
    let kept = StoredDraft(draft: draft, startedAt: 0, changedAt: 0)
    walk.perform(
      .editor(.draftOpened(.edit(1), DraftOpening(stored: kept, idempotencyKey: "key"))))
    #expect(saved(walk.press(.control("s"))).map(\.base) == [Draft.Base(words: Self.base)])
  }

  @Test
  func comparisonScrollsWithinItsLines() {
    var walk = conflicting()
    walk.press(.end)
    let end = walk.state.focus[Conflict.self]?.scroll ?? 0
    #expect(end > 0)
    walk.press(.down, .pageDown)
    #expect(walk.state.focus[Conflict.self]?.scroll == end)
    walk.perform(.resized(Size(width: 120, height: 60)))
    #expect(walk.state.focus[Conflict.self]?.scroll == 0)
    walk.perform(.resized(Size(width: 20, height: 6)))
    walk.press(.end, .up, .home)
    #expect(walk.state.focus[Conflict.self]?.scroll == 0)
  }

  @Test
  func farFromAnyDifferenceParagraphsAreOnlyCounted() {
    let paragraphs = (1...40).map { "Paragraph \($0)." }
    var changed = paragraphs
    changed[19] = "Another one."
    let comparison = Comparison(
      theirs: Draft.Base(
        words: PostText(title: "t", body: paragraphs.joined(separator: "\n\n"))),
      mine: PostText(title: "t", body: changed.joined(separator: "\n\n")))
    for width in [80, 120] {
      let text = ConflictText(comparison, ScreenLayout(size: Size(width: width, height: 24)))
      let words = text.lines.map(\.left.words.text)
      #expect(words.contains("… 17 identical paragraphs …"))
      #expect(words.contains("… 18 identical paragraphs …"))
      #expect(words.contains("Paragraph 18.") && words.contains("Paragraph 22."))
      #expect(!words.contains("Paragraph 17.") && !words.contains("Paragraph 23."))
    }
  }
}

extension Walk {
  /// The first row of the screen in which a text stands.
  fileprivate func row(with text: String) -> Substring? {
    self.text.split(separator: "\n").first { $0.contains(text) }
  }
}
