import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// A picture that can't be loaded is a grey square with a line beside it, and an opened entry shows its beginning once.
@Suite struct MissingPictureTests {
  private static let address = "http://127.0.0.1:41977/nopic.png"

  private func walk(
    _ body: String = "Before\n\n![A cat](\(address))\n\nAfter", width: Int = 80, height: Int = 24,
    density: Density = .cards
  ) -> Walk {
    var post = Post(
      id: 1, title: "Broken picture", body: "<http://example.org/l>\n\n" + body,
      imageURL: Self.address, authorName: "Pic", authorEmail: "pic")
    post.state(author: "Pic", opening: "Before ▣ A cat After")
    var walk = Walk(width: width, height: height)
    walk.state.lists.chosenDensity = density
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [post, .numbered(2)])
    walk.wait(5)
    return walk
  }

  @Test(arguments: [Density.cards, .compact, .lines], [(80, 24), (120, 40), (40, 12)])
  func itIsASquareWithItsWordsAndTheReason(density: Density, size: (width: Int, height: Int)) {
    var walk = walk(width: size.width, height: size.height, density: density)
    walk.press(.enter)
    let before = walk.restingLayout().height(of: 0)
    walk.perform(.picture(.failed(address: Self.address, reason: "404")))
    #expect(walk.text.contains(" A cat · 404"), "\(walk.text)")
    let rows = walk.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows.count { $0.contains(" A cat · 404") } == 1)
    #expect(walk.restingLayout().height(of: 0) < before)
    #expect(walk.text.contains("After") || size.height < 20, "\(walk.text)")
    // Once it is there, it is shown.
    walk.perform(.picture(.response(address: Self.address, aspectRatio: 1)))
    #expect(!walk.text.contains("404") && walk.restingLayout().height(of: 0) == before)
  }

  /// A line that only names the picture of the card says that it is drawn above; others keep it.
  @Test(arguments: [true, false]) func itsNameStandsOnce(isAlone: Bool) {
    var walk = walk(
      "Before\n\n\(isAlone ? "" : "See ")![A cat](\(Self.address))\n\nAfter", height: 40)
    walk.perform(.picture(.response(address: Self.address, aspectRatio: 1)))
    walk.press(.enter)
    #expect(walk.text.contains("▣ A cat"), "\(walk.text)")
    #expect(walk.text.contains("above: ▣ A cat") == isAlone)
    #expect(walk.text.contains("Before") && walk.text.contains("After"))
    walk.state.settings.pictures = .none
    walk.perform(.resized(Size(width: 81, height: 40)))
    #expect(walk.text.contains("▣ A cat"), "\(walk.text)")
  }

  @Test func withoutWordsItIsItsName() {
    var walk = walk("No picture here.")
    walk.press(.enter)
    walk.perform(.picture(.failed(address: Self.address, reason: "Can't reach e.example")))
    #expect(walk.text.contains(" nopic.png · Can't reach e.example"), "\(walk.text)")
  }

  /// The grey of the seed stands in its place, closed and open.
  @Test(arguments: [false, true]) func aGreySquareStandsInItsPlace(isOpen: Bool) throws {
    var walk = walk()
    if isOpen { walk.press(.enter) }
    walk.perform(.picture(.failed(address: Self.address, reason: "404")))
    let theme = walk.context.theme
    let grey = Color(white: 128).blended(
      over: theme.card(at: isOpen ? 1 : 0), alpha: theme.shades.picture)
    let cells = walk.frame.bounds.points.filter {
      walk.frame[$0.x, $0.y].style.background == grey
    }
    // Of the thumbnail's rows, the whole ones.
    #expect(Set(cells.map(\.x)).count == (isOpen ? 8 : 6), "\(cells)")
    #expect((2...4).contains(Set(cells.map(\.y)).count), "\(cells)")
    #expect(walk.text.contains("404") == isOpen)
  }

  /// In full screen, too.
  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func inFullScreenStandsTheReason(size: (width: Int, height: Int)) {
    var walk = walk(width: size.width, height: size.height)
    walk.press(.character("z"))
    let reason =
      "127.0.0.1 is in your own network: only its own feeds and posts show pictures from it"
    walk.perform(.picture(.failed(address: Self.address, reason: reason)))
    let shown = walk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.contains("The picture is not shown: \(reason)."), "\(walk.text)")
    #expect(!walk.text.contains("─"))
  }

  // MARK: Beginnings

  @Test func anOpenEntryShowsItsBeginningOnce() {
    var walk = walk("Before the storm, the sea is calm.")
    #expect(walk.text.contains("Pic · Before"))
    walk.press(.enter)
    #expect(walk.text.split(separator: "Before the storm").count == 2, "\(walk.text)")
  }

  @Test(arguments: [
    ("It is new.", "It is new. And more.", "Quay · 2 replies"),
    ("It is new.", "", "Quay · 2 replies · It is new."), (nil, "It is new.", "Quay · 2 replies"),
  ])
  func whatASummarySaysBesideTheText(_ opening: String?, _ body: String, _ beside: String) {
    var post = Post(id: 1, title: "t", body: body)
    post.state(place: "Quay", replies: 2, opening: opening)
    #expect(post.opened.summary == beside)
    // That of a person stays.
    post = Post(id: 1, title: "t", summary: "Quay · It is new.", body: "It is new.")
    #expect(post.opened == post)
  }

  /// Of a long description, the end gives way to the reason.
  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func theReasonStays(size: (width: Int, height: Int)) throws {
    let words = String(repeating: "A cat that sits on a long wall ", count: 6)
    var walk = walk(
      "Before\n\n![\(words)](\(Self.address))", width: size.width, height: size.height)
    walk.press(.enter)
    walk.perform(.picture(.failed(address: Self.address, reason: "404")))
    let rows = walk.text.split(separator: "\n")
    let first = try #require(rows.firstIndex { $0.contains(" A cat that") })
    let last = try #require(rows.lastIndex { $0.contains(" 404") })
    #expect((first + 1..<first + 4).contains(last), "\(walk.text)")
    #expect(size.width > 40 || rows[last - 1].contains("…"))
  }
}
