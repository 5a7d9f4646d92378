import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("What stands for a picture")
struct PicturePlaceholderTests {
  /// The cells that a placeholder of six columns draws.
  private func drawn(
    halfY: Int, halfRows: Int, columns: Int = 6,
    abilities: ScreenAbilities = ScreenAbilities()
  ) -> Frame {
    let walk = Walk(abilities: abilities)
    let canvas = Canvas(walk.state.context(at: 0))
    let place = PicturePlacement(
      x: 1, columns: columns, halfY: halfY, halfRows: halfRows, clipX: 0, clipY: 0, card: .white,
      isSettled: true)
    var frame = Frame(size: Size(width: 8, height: 6))
    PicturePlaceholder(place: place, canvas: canvas).draw(into: &frame)
    return frame
  }

  private func rows(_ frame: Frame) -> [String] {
    frame.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.isEmpty }
  }

  @Test
  func allFourCornersAreRoundWhereverItsEdgesAre() {
    #expect(rows(drawn(halfY: 2, halfRows: 6)) == [" ▟    ▙", " ▜    ▛"])
    #expect(rows(drawn(halfY: 1, halfRows: 6)) == [" ▗▄▄▄▄▖", " ▝▀▀▀▀▘"])
    #expect(rows(drawn(halfY: 1, halfRows: 5)) == [" ▗▄▄▄▄▖", " ▜    ▛"])
    #expect(rows(drawn(halfY: 2, halfRows: 5)) == [" ▟    ▙", " ▝▀▀▀▀▘"])
    #expect(rows(drawn(halfY: 2, halfRows: 2)) == [" ▐    ▌"])
    #expect(rows(drawn(halfY: 3, halfRows: 1)) == [" ▗▄▄▄▄▖"])
    #expect(rows(drawn(halfY: 3, halfRows: 2)) == [" ▗▄▄▄▄▖", " ▝▀▀▀▀▘"])
    // Cut by the window's edge, only the other two are seen.
    #expect(rows(drawn(halfY: -3, halfRows: 7)) == [" ▜    ▛"])
    #expect(rows(drawn(halfY: 2, halfRows: 5, columns: 1)) == [" ▀"])
  }

  @Test
  func greyAt30PercentBesideItsCornersTheCard() {
    let grey = Color(white: 128).blended(over: .white, alpha: 0.3)
    let frame = drawn(halfY: 2, halfRows: 6)
    #expect(frame[1, 1].style == Style(foreground: grey, background: .white))
    for x in 2...5 { #expect(frame[x, 1].style.background == grey) }
    #expect(frame[1, 2].style.background == grey)
  }

  @Test
  func ofLinesWhereCardsAreOfLinesInASCIIWithoutUnicode() {
    let mono = drawn(halfY: 2, halfRows: 6, abilities: ScreenAbilities(colors: .none))
    #expect(rows(mono) == [" ╭────╮", " │░░░░│", " ╰────╯"])
    let ascii = drawn(halfY: 2, halfRows: 6, abilities: ScreenAbilities(unicode: false))
    #expect(rows(ascii) == [" +----+", " |::::|", " +----+"])
    #expect(
      rows(drawn(halfY: 2, halfRows: 2, abilities: ScreenAbilities(unicode: false)))
        == [" ::::::"])
  }
}
