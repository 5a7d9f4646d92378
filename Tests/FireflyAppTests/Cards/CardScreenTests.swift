import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Testing

@testable import FireflyApp

/// Single cards at four moments of their expansion, against golden screens.
@Suite("Card screens")
struct CardScreenTests {
  private static let words = """
    # Capsizing
    The boat turns **faster** than you think.

    - let go of the sheet
    - stay with the hull
    """

  /// The card at the expansion factors 0, 0.25, 0.5 and 1, side by side in one golden file.
  private func expectCard(
    _ post: Post, _ name: String, badge: Bool = false, width: Int = 60, height: Int = 22,
    abilities: ScreenAbilities = ScreenAbilities(), hasPictures: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var states: [String] = []
    for factor in [0, 0.25, 0.5, 1] {
      var walk = Walk(
        [post], width: width, height: height, motion: .full, abilities: abilities)
      walk.perform(.picture(.response(address: "/uploads/knots.jpg", aspectRatio: 3)))
      if badge { walk.perform(.badges(.response([post.id: true]))) }
      walk.press(.enter)
      walk.state.lists.list.scrolling = nil
      walk.state.lists.list.expansions[post.id] = Animated(factor)
      let frame =
        hasPictures
        ? render(walk.state, at: walk.now, pictures: LetterPictures())
        : render(walk.state, at: walk.now)
      // Of the screen, the rows that the card has.
      var rows = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropFirst().dropLast(3)
      while rows.last?.isEmpty == true { rows.removeLast() }
      states.append("expanded \(factor)\n" + rows.joined(separator: "\n") + "\n")
    }
    try expectText(states.joined(), name, sourceLocation: sourceLocation)
  }

  @Test
  func withAPictureSomebodyElsesWithChildren() throws {
    try expectCard(
      Sailing.post(
        1, "knots and bruises", "what the first lesson taught me", body: Self.words,
        email: "ben@example.org", name: "Ben Okafor", image: "/uploads/knots.jpg", children: 2,
        day: 13), "card-picture")
  }

  @Test
  func withoutAPictureOnesOwnChildless() throws {
    try expectCard(
      Sailing.post(1, "windy", "two capsizes, one lost shoe", body: Self.words, day: 12),
      "card-own")
  }

  @Test
  func theLibrarians() throws {
    try expectCard(
      Sailing.post(
        1, "what the library says", "Collected from eleven books.", body: "Read them.",
        email: "ben@example.org", isAI: true, day: 9), "card-librarian")
  }

  @Test
  func aSearchWithNewMatches() throws {
    try expectCard(
      Sailing.post(1, "wind over 20 knots", "", body: "Why.", template: .query, day: 8),
      "card-query", badge: true)
  }

  @Test
  func longTitleAndSummaryOnesOwnWithChildren() throws {
    try expectCard(
      Sailing.post(
        1, "A title that is far too long for this card, and for any other one as well",
        "A summary that goes on and on, over the first line, then over the second, and that would "
          + "well fill a third one if there were any room for it on the card.",
        body: Self.words, children: 3, day: 1), "card-long")
  }

  @Test
  func longTitleAndSummaryBesideAThumbnail() throws {
    try expectCard(
      Sailing.post(
        1, "A title that is far too long for this card, and for any other one as well",
        "A summary that goes on and on, over the first line, then over the second, and that would "
          + "well fill a third one if there were any room for it on the card.",
        body: Self.words, image: "/uploads/knots.jpg", children: 3, day: 1), "card-long-picture")
  }

  /// A closed post that has a title only says what is below it, as far as that is known.
  @Test(arguments: [Density.cards, .compact]) func aFolderSaysWhatIsInIt(density: Density) {
    var folder = Post.numbered(1, body: "", children: 2)
    (folder.title, folder.summary) = ("travel", "")
    var posts = [folder, .numbered(2), .numbered(3)]
    for index in 1...2 { posts[index].parentID = 1 }
    (posts[1].title, posts[2].title) = ("Packing", "Route")
    var walk = Walk(posts)
    walk.state.lists.chosenDensity = density
    #expect(
      walk.text.contains("Packing · Route") && walk.text.contains("2 replies"), "\(walk.text)")
    walk.press(.enter)
    #expect(!walk.text.contains("Packing · Route"))
  }

  @Test
  func nothingButATitle() throws {
    try expectCard(Post(id: 1, title: "found"), "card-bare")
  }

  @Test
  func cjk() throws {
    try expectCard(
      Sailing.post(
        1, "航海の初日、とても長い題名なので一行には収まりません、残念ですが仕方がない", "風が強くて、靴を片方なくしました。",
        body: "また来ます。\n\n- 一\n- 二", email: "yuki@example.org", name: "雪", children: 1, day: 7),
      "card-cjk")
  }

  @Test
  func rightToLeft() throws {
    try expectCard(
      Sailing.post(
        1, "יום ראשון בים", "הרוח הייתה חזקה ואיבדתי נעל אחת.", body: "נחזור מחר.",
        email: "noa@example.org", name: "נועה", children: 1, day: 6), "card-rtl")
  }

  @Test(arguments: [
    ("card-waiting", ScreenAbilities()), ("card-waiting-mono", ScreenAbilities(colors: .none)),
    ("card-waiting-ascii", ScreenAbilities(unicode: false)),
  ])
  func whileItsPictureIsOnItsWayARoundedRectangle(name: String, abilities: ScreenAbilities) throws {
    try expectCard(
      Sailing.post(
        1, "knots and bruises", "what the first lesson taught me", body: Self.words,
        email: "ben@example.org", name: "Ben Okafor", image: "/uploads/knots.jpg", children: 2,
        day: 13), name, abilities: abilities, hasPictures: false)
  }

  @Test
  func withoutATitleNothingInItsPlace() throws {
    var post = Sailing.post(1, "", "", body: "", day: 6)
    post.placeholders = PostText(title: "Title", summary: "Summary", body: "Body")
    try expectCard(post, "card-untitled")
  }

  @Test(arguments: [nil, 2])
  func withoutASummaryTheBodyKeepsClearOfTheSign(children: Int?) {
    let line = String(repeating: "word", count: 18) + "ab"
    let post = Post(
      id: 1, title: "short", body: line + "\n\n" + line, authorEmail: "ada@example.org",
      childCount: children)
    for width in [80, 40, 120] {
      var walk = Walk([post], width: width, height: 24)
      walk.press(.character(" "))
      let shown = walk.text.filter { $0.isLetter }
      #expect(shown.contains(line + line), "\(width) columns:\n\(walk.text)")
    }
  }
}
