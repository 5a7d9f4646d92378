import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Testing

@testable import FireflyApp

/// The article of the page that a post is about.
@Suite struct ArticleTests {
  private static let page = "https://example.org/light"
  private static let story = Post(
    id: 1, title: "A lighthouse", body: "<\(page)>", authorEmail: "grace@example.org")
  private static let article = Article(
    address: page, title: "How lighthouses blink",
    markdown: """
      A lighthouse does not blink, its lamp turns, and [a lens](https://example.org/lens) of glass bends \
      the light into a beam that sweeps over the sea.

      ![the lamp](https://example.org/lamp.jpg)

      """ + (1...30).map { "Paragraph \($0) says nothing." }.joined(separator: "\n\n")
        + "\n\nRead [more](https://example.org/more) about light.")

  private func walk(
    _ posts: [Post] = [story, .numbered(2)], width: Int = 80, height: Int = 24
  ) -> Walk {
    Walk(posts, width: width, height: height)
  }

  /// A walk with the article open.
  private func reading(width: Int = 80, height: Int = 24) -> Walk {
    var walk = walk(width: width, height: height)
    walk.press(.character("b"))
    walk.perform(.article(.response(page: Self.page, .success(Self.article))))
    return walk
  }

  private func sheet(_ walk: Walk) -> ArticleSheet? { walk.state.overlay as? ArticleSheet }

  @Test func thePageOfThePostIsLoaded() {
    var walk = walk()
    #expect(walk.press(.character("b")) == [.article(.load(page: Self.page))])
    #expect(walk.text.contains("A lighthouse") && walk.text.contains("Loading"))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    #expect(
      walk.send(.article(.response(page: Self.page, .success(Self.article)))) == [
        .article(.format(Self.article.markdown, page: Self.page, columns: 76))
      ])
  }

  /// In a thread, a reply leads to the page of its story.
  @Test func thePageOfAThreadIsThatOfItsStory() {
    var story = Self.story
    story.childCount = 1
    var walk = walk([story])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    var reply = Post.numbered(2, body: "So it is.")
    (reply.parentID, reply.title) = (1, "")
    walk.answer(walk.level, [reply])
    walk.press(.down)
    #expect(walk.selected == 2)
    #expect(walk.press(.character("b")) == [.article(.load(page: Self.page))])
    // Among cards it stands alone.
    walk.press(.escape, .character("v"), .character("b"))
    #expect(walk.state.focus.isEmpty)
  }

  @Test(
    arguments: [
      ("<https://example.org/>", "https://example.org/"),
      ("<https://example.org/>\n\nsome words", "https://example.org/"),
      (" https://example.org/a?b=c \n", "https://example.org/a?b=c"),
      ("[words](http://example.org/)", "http://example.org/"),
    ])
  func aBodyOfOneLinkIsAboutAPage(body: String, address: String) {
    #expect(Post(id: 1, title: "t", body: body).pageAddress == address)
    #expect(Post(id: 1, title: "t", body: body, template: .query).pageAddress == nil)
  }

  @Test(
    arguments: [
      "", "words", "see https://example.org/", "https://a.org https://b.org", "<mailto:a@b.org>",
      "[a](https://a.org) [b](https://b.org)", "ftp://example.org/", "<https://a.org> and more",
    ])
  func otherBodiesAreNot(body: String) {
    var walk = walk([.numbered(2, body: body)])
    walk.press(.character("b"))
    #expect(walk.state.overlay == nil)
    #expect(walk.text.contains("not about a page"))
  }

  /// An entry of a feed without a title has the link of its page below its text; another post has it there by chance.
  @Test(arguments: [true, false]) func anUntitledEntryHasAPage(isEntry: Bool) {
    var post = Post(id: 1, title: "", body: "Some words.\n\nMore.\n\n<https://example.org/>")
    if isEntry { post.facts.feedID = 7 }
    #expect(post.pageAddress == (isEntry ? "https://example.org/" : nil))
  }

  /// The copy from the disk is shown at once, with its age, until the page has come.
  @Test func theCopyIsShownMeanwhile() {
    var walk = walk()
    walk.press(.character("b"))
    var old = Self.article
    old.markdown = "The old text."
    walk.perform(.article(.cachedResponse(page: Self.page, old, time: 1_763_000_000)))
    #expect(walk.text.contains("The old text.") && walk.text.contains("as of 13 Nov"))
    var offline = walk
    walk.perform(.article(.response(page: Self.page, .success(Self.article))))
    #expect(!walk.text.contains("The old text.") && !walk.text.contains("as of"))

    let failure = LoadFailure(.offline, "Can't reach example.org.")
    offline.perform(.article(.response(page: Self.page, .failure(failure))))
    #expect(
      offline.text.contains("The old text.") && offline.text.contains("offline, as of 13 Nov"))
    #expect(offline.press(.character("r")) == [.article(.load(page: Self.page))])
  }

  @Test func aPageWithoutAnArticleOffersTheBrowser() {
    var walk = walk()
    walk.press(.character("b"))
    walk.perform(
      .article(.response(page: Self.page, .failure("No article was found on this page."))))
    #expect(walk.text.contains("No article was found on this page."))
    #expect(
      walk.text.split(separator: "o opens the browser").count == 2 && walk.text.contains(Self.page))
    #expect(walk.press(.character("o")) == [.links(.open(Self.page))])
    #expect(!walk.text.contains("r tries again"))
  }

  @Test func responsesOfOtherPagesAreIgnored() {
    var walk = walk()
    walk.press(.character("b"))
    let before = walk.state
    walk.perform(.article(.response(page: "https://other.org/", .success(Self.article))))
    walk.perform(.article(.cachedResponse(page: "https://other.org/", Self.article, time: 1)))
    #expect(walk.state == before)
    #expect(walk.press(.escape) == [.cancel(.article)])
    #expect(walk.state.overlay == nil)
    walk.perform(.article(.response(page: Self.page, .success(Self.article))))
    #expect(walk.state.overlay == nil)
  }

  @Test func articleScrollsFromBeginningToEnd() {
    var walk = reading()
    #expect(
      walk.text.contains("A lighthouse does not blink") && walk.text.contains("▣ the lamp[2]"))
    #expect(walk.text.contains("more below"))
    walk.press(.character(" "), .down)
    #expect(sheet(walk)?.scroll == 20)
    walk.press(.end)
    #expect(walk.text.contains("about light.") && !walk.text.contains("more below"))
    walk.press(.down, .pageDown)
    #expect(walk.text.contains("about light."))
    walk.press(.home)
    #expect(sheet(walk)?.scroll == 0)
    walk.mouse(.wheelDown, x: 9, y: 9)
    #expect(sheet(walk)?.scroll == 3)
  }

  @Test func findGoesFromMatchToMatch() {
    var walk = reading()
    walk.press(.character("/"))
    walk.type("paragraph 2")
    #expect(walk.text.contains("Paragraph 2 says") && walk.text.contains("1 of 11"))
    walk.press(.enter, .character("n"))
    #expect(walk.text.contains("2 of 11") && walk.text.contains("Paragraph 20 says"))
    walk.press(.character("N"), .character("N"))
    #expect(walk.text.contains("11 of 11"))
    walk.press(.character("n"))
    #expect(walk.text.contains("1 of 11"))
    // Over the end of a line.
    walk.press(.character("/"))
    walk.press(.control("u"))
    walk.type("glass BENDS the light")
    #expect(sheet(walk)?.matches.count == 1)
    walk.press(.control("u"))
    walk.type("nowhere")
    #expect(walk.text.contains("not in this article"))
    walk.press(.escape)
    #expect(sheet(walk)?.filter.isEmpty == true && sheet(walk) != nil)
    walk.press(.escape)
    #expect(walk.state.overlay == nil)
  }

  @Test func anEndedFindGoesBack() {
    var walk = reading()
    walk.press(.character(" "))
    let scroll = sheet(walk)?.scroll
    walk.press(.character("/"))
    walk.type("paragraph 30")
    #expect(sheet(walk)?.scroll != scroll)
    walk.press(.escape)
    #expect(sheet(walk)?.scroll == scroll)
  }

  /// After Enter, Esc takes the marks away, and the reader stays where the match was; then it closes.
  @Test(arguments: [Key.escape, .left]) func aKeptFindEndsBeforeTheArticle(key: Key) {
    var walk = reading()
    walk.press(.character("/"))
    walk.type("paragraph 20")
    walk.press(.enter)
    let scroll = sheet(walk)?.scroll
    #expect(walk.text.contains("Esc ends find"), "\(walk.text)")
    walk.press(key)
    #expect(sheet(walk)?.filter.isEmpty == true && sheet(walk)?.scroll == scroll)
    #expect(walk.text.contains("Paragraph 20 says") && walk.text.contains("closes"))
    walk.press(key)
    #expect(walk.state.overlay == nil)
    // The number of a link that is being typed ends before the find.
    let links = (1...25).map { "[link](https://example.org/\($0))" }.joined(separator: " ")
    walk = reading()
    let article = Article(address: Self.page, title: "", markdown: links)
    walk.perform(.article(.response(page: Self.page, .success(article))))
    walk.press(.character("/"), .character("l"), .enter, .character("2"), .escape)
    #expect(sheet(walk)?.choice == nil && sheet(walk)?.filter.isEmpty == false)
  }

  @Test func linksOpenByNumberAndByMouse() throws {
    var walk = reading()
    #expect(walk.press(.character("1")) == [.links(.open("https://example.org/lens"))])
    #expect(walk.press(.character("9")) == [] && sheet(walk)?.choice == nil)
    let link = try #require(walk.frame.pressables.first { $0.id == "link-1" })
    #expect(
      walk.click(x: link.rect.x, y: link.rect.y) == [.links(.open("https://example.org/lens"))])
  }

  @Test func numbersOfManyLinksAreTyped() {
    var walk = walk()
    walk.press(.character("b"))
    let links = (1...25).map { "[link](https://example.org/\($0))" }.joined(separator: " ")
    let article = Article(address: Self.page, title: "", markdown: links)
    walk.perform(.article(.response(page: Self.page, .success(article))))
    #expect(walk.press(.character("2")) == [])
    #expect(walk.text.contains("Which link, 1 to 25? 2_"))
    var other = walk
    #expect(walk.press(.character("4")) == [.links(.open("https://example.org/24"))])
    #expect(other.press(.enter) == [.links(.open("https://example.org/2"))])
    other.press(.character("2"), .escape)
    #expect(sheet(other) != nil && sheet(other)?.choice == nil)
  }

  @Test func theAddressIsCopiedAndSaysSo() {
    var walk = reading()
    let effects = walk.press(.character("y"))
    #expect(effects == [.terminal(.copy(Self.page, noted: "Copied \(Self.page)."))])
    walk.send(.noted("Copied it."))
    #expect(walk.text.contains("Copied it."))
  }

  @Test func aNewSizeFormatsItAgain() {
    var walk = reading()
    walk.press(.character(" "), .character(" "))
    #expect(walk.text.contains("Paragraph 25"))
    let effects = walk.perform(.resized(Size(width: 40, height: 12)))
    #expect(effects.isEmpty)
    #expect(sheet(walk)?.text?.width == 36)
    #expect(walk.text.contains("Paragraph 2"))
  }

  /// End is pressed before the new size, or before its lines have come.
  @Test(arguments: [true, false]) func theEndStaysTheEnd(isBefore: Bool) {
    var walk = reading()
    if isBefore { walk.press(.end) }
    walk.send(.resized(Size(width: 40, height: 12)))
    if !isBefore { walk.press(.end) }
    let text = MarkdownFormatter.format(Self.article.markdown, width: 36)
    walk.perform(.article(.formatted(page: Self.page, text)))
    #expect(walk.text.contains("about light.") && !walk.text.contains("more below"))
  }

  @Test func theMenuOffersIt() {
    var walk = walk()
    walk.mouse(.menuPress, x: 10, y: 2)
    #expect(walk.text.contains("Read the article"))
    #expect(walk.press(.character("b")) == [.article(.load(page: Self.page))])
    var other = self.walk()
    other.mouse(.menuPress, x: 10, y: 8)
    #expect(!other.text.contains("Read the article"))
  }

  @Test(arguments: Scene.sizes) func articleFillsTheScreen(width: Int, height: Int) throws {
    var walk = reading(width: width, height: height)
    try expectScreen(walk.frame, "article")
    walk.press(.character("/"))
    walk.type("says")
    try expectScreen(walk.frame, "article-find", styled: width == 40)
  }

  /// The last page has lines of the one before: a sign stands beside the first new one.
  @Test func aShorterStepMarksWhatIsNew() throws {
    var walk = reading()
    let inner = ArticleSheet.layout(walk.state.layout, walk.state.settings.tunables).inner
    var last = ""
    while walk.text.contains("more below") {
      #expect(!walk.text.contains("▸"))
      last = walk.row(inner.maxY - 1)
      walk.press(.character(" "))
    }
    let marked = try #require((inner.y..<inner.maxY).first { walk.row($0).contains("▸") })
    #expect(walk.row(marked - 1) == last)
    walk.press(.up)
    #expect(!walk.text.contains("▸"))
  }

  /// The number of a picture and the key for pictures show it; where pictures are off, the number opens it.
  @Test func itsPicturesAreShown() {
    let address = "https://example.org/lamp.jpg"
    for key in [Key.character("z"), .character("2")] {
      var walk = reading()
      #expect(walk.press(key) == [.picture(.load(address: address))])
      walk.press(.escape)
      #expect(sheet(walk) != nil && walk.state.focus[FullPicture.self] == nil)
    }
    var walk = reading()
    walk.state.settings.pictures = .none
    #expect(walk.press(.character("2")) == [.links(.open(address))])
    walk.press(.character("z"))
    #expect(walk.text.contains("Pictures are off."))
  }

  /// The key for the outline lists the headings; Enter goes to one.
  @Test func itsHeadingsAreListed() {
    var walk = walk()
    walk.press(.character("b"))
    let words = String(repeating: "Words.\n\n", count: 20)
    let text = (1...9).map { "## Part \($0)\n\n" + words }.joined()
    let article = Article(address: Self.page, title: "Long", markdown: text)
    walk.perform(.article(.response(page: Self.page, .success(article))))
    walk.press(.character("t"))
    #expect(walk.text.contains("9 headings") && !walk.text.contains("Words."))
    walk.press(.down, .down, .enter)
    #expect(walk.text.contains("Part 3") && !walk.text.contains("Part 2"))
    walk.press(.character("t"))
    walk.type("7")
    walk.press(.enter)
    #expect(walk.text.contains("Part 7") && !walk.text.contains("Part 6"))
    walk.press(.character("t"), .escape)
    #expect(walk.text.contains("Part 7") && sheet(walk) != nil)
    var other = reading()
    other.press(.character("t"))
    #expect(other.text.contains("This text has no headings."))
  }

  /// Every key has an answer.
  @Test func aKeyWithoutMeaningSaysSo() {
    for (key, words) in [
      (Key.character("n"), "Nothing was looked for here."), (.right, "→ does nothing here."),
      (.character("?"), "? does nothing here."), (.character("x"), "x does nothing here."),
    ] {
      var walk = reading()
      walk.press(key)
      #expect(sheet(walk) != nil && walk.text.contains(words), "\(walk.text)")
    }
    var walk = reading()
    walk.press(.end)
    #expect(!walk.text.contains("This is the end."))
    walk.press(.character(" "))
    #expect(walk.text.contains("This is the end.") && walk.text.contains("about light."))
  }

  /// A note stands in the foot of the sheet, and covers no text.
  @Test(arguments: Scene.sizes) func aNoteCoversNoText(width: Int, height: Int) {
    var walk = reading(width: width, height: height)
    walk.press(.end)
    let inner = ArticleSheet.layout(walk.state.layout, walk.state.settings.tunables).inner
    let before = (inner.y..<inner.maxY).map(walk.row)
    for key in [Key.character(" "), .character("n"), .right] {
      walk.press(key)
      // It is cut on the smallest screens.
      #expect(walk.text.contains("This is the") || key != .character(" "), "\(walk.text)")
      #expect((inner.y..<inner.maxY).map(walk.row) == before, "\(walk.text)")
      #expect(!walk.row(inner.maxY).contains("close"), "\(walk.text)")
    }
  }
}
