import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Links of an open card are elements: a click opens them, the card stays.
@Suite struct LinkElementTests {
  private static let body = """
    See [one](https://example.org/1) and [the second one, whose words go on and on and on, over the \
    end of the line](https://example.org/2), [one](https://example.org/1) again.
    """

  private func walk() -> Walk {
    var walk = Walk([.numbered(1, body: Self.body), .numbered(2)])
    walk.press(.enter)
    return walk
  }

  private func links(_ walk: Walk) -> [Element] {
    walk.frame.pressables.filter { $0.id.hasPrefix("link-") }
  }

  @Test func everyCellOfALinkOpensIt() {
    let walk = walk()
    var cells = 0
    for element in links(walk) {
      guard case .links(.tapped(let address, of: 1)) = element.action else {
        Issue.record("\(element.id)")
        continue
      }
      for x in element.rect.x..<element.rect.maxX {
        var clicked = walk
        #expect(clicked.click(x: x, y: element.rect.y) == [.links(.open(address))])
        #expect(clicked.position.expandedID == 1)
        cells += 1
      }
    }
    // Two runs of the second link, and one each of the others, with their numbers.
    #expect(links(walk).map(\.id) == ["link-1-1", "link-1-2", "link-1-2-2", "link-1-1-2"])
    #expect(cells > 60)
  }

  @Test func besideALinkAClickClosesTheCard() throws {
    var walk = walk()
    let element = try #require(links(walk).first)
    walk.click(x: element.rect.x - 2, y: element.rect.y)
    #expect(walk.position.expandedID == nil)
  }

  @Test func aClosedOrWrittenCardHasNoLinks() {
    var walk = walk()
    walk.press(.enter)
    #expect(links(walk).isEmpty)
    walk.press(.enter, .character("e"))
    #expect(links(walk).isEmpty)
  }

  @Test func aClickOnALinkAnswersTheQuestion() throws {
    var walk = walk()
    walk.press(.character("o"))
    let element = try #require(links(walk).dropFirst().first)
    #expect(
      walk.click(x: element.rect.x, y: element.rect.y)
        == [.links(.open("https://example.org/2"))])
    #expect(walk.state.focus.isEmpty)
  }

  @Test func theMenuOpensAndCopiesTheLinkUnderTheMouse() throws {
    var walk = walk()
    let element = try #require(links(walk).first)
    walk.mouse(.menuPress, x: element.rect.x, y: element.rect.y)
    #expect(walk.text.contains("Open this link"))
    var copied = walk
    #expect(walk.press(.down, .enter) == [.links(.open("https://example.org/1"))])
    let link = "https://example.org/1"
    #expect(
      copied.press(.down, .down, .enter) == [.terminal(.copy(link, noted: "Copied \(link)."))])
    // Elsewhere on the card, of several one can choose.
    walk.mouse(.menuPress, x: 10, y: 2)
    #expect(walk.text.contains("Open a link…"))
    walk.press(.character("o"))
    #expect(walk.text.contains("Which link?"))
  }

  @Test func aDoubleClickOpensOnce() throws {
    var walk = walk()
    let element = try #require(links(walk).first)
    #expect(walk.click(x: element.rect.x, y: element.rect.y).count == 1)
    walk.now += 0.2
    #expect(walk.click(x: element.rect.x, y: element.rect.y) == [])
    walk.now += 1
    #expect(walk.click(x: element.rect.x, y: element.rect.y).count == 1)
  }

  @Test func aDoubleClickOnACardLeavesItOpen() {
    var walk = Walk([.numbered(1), .numbered(2, body: "<https://example.org>")], motion: .full)
    for _ in 0..<3 {
      walk.click(x: 10, y: 8)
      walk.now += 0.1
    }
    #expect(walk.position.expandedID == 2)
    walk.now += 1
    walk.click(x: 10, y: 7)
    #expect(walk.position.expandedID == nil)
  }

  @Test func quickClicksOnTheWayBackAreSeveralSteps() {
    var walk = Walk([.numbered(1, children: 1)])
    walk.press(.right)
    walk.answer(1, [.numbered(2, children: 1)])
    walk.press(.right)
    walk.answer(2, [.numbered(3)])
    walk.click(x: 2, y: 0)
    walk.click(x: 2, y: 0)
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test func programsPressAsOftenAsTheyWant() throws {
    var walk = Walk(Post.numbered(1...3))
    for isOpen in [true, false, true] {
      let point = try #require(walk.frame.point(of: "card-1"))
      for kind in [MouseEvent.Kind.press, .release] {
        walk.perform(
          .mouse(
            MouseEvent(kind, at: point, isScripted: true),
            over: walk.frame.pressable(at: point)))
      }
      #expect((walk.position.expandedID == 1) == isOpen)
    }
  }
}
