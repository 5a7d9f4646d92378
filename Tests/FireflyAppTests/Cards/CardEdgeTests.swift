import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Where cards begin and end, read back from the cells they are drawn with.
@Suite("Edges of cards")
struct CardEdgeTests {
  /// Eighths of a row that a cell of one column fills from above, with card or without.
  private struct Reading {
    /// Whether each eighth of a row, from the top of the frame, belongs to a card.
    var isCard: [Bool] = []

    /// Reads one column of a frame of the theme `firefly`, in which cards are lighter than all else.
    init(_ frame: Frame, column: Int, rows: Range<Int>) {
      let backdrop = Theme.firefly.backdrop.luminance ?? 0
      func isLight(_ color: Color) -> Bool { (color.luminance ?? 0) > backdrop + 0.1 }
      let lower = Array(" ▁▂▃▄▅▆▇█".unicodeScalars).map(\.value)
      for y in rows {
        let cell = frame[column, y]
        let ink = isLight(cell.style.foreground)
        let paper = isLight(cell.style.background)
        let filled =
          cell.glyph.text == "▀" ? 0..<4 : 8 - (lower.firstIndex(of: cell.glyph.base) ?? 0)..<8
        isCard += (0..<8).map { filled.contains($0) ? ink : paper }
      }
    }

    /// Lengths of the runs of what is no card, between the first card and the last, in eighths.
    var gaps: [Int] {
      let runs = isCard.split(separator: true, omittingEmptySubsequences: true).map(\.count)
      guard let first = isCard.firstIndex(of: true), let last = isCard.lastIndex(of: true) else {
        return runs
      }
      return isCard[first...last].split(separator: true).map(\.count)
    }
  }

  @Test
  func atEvery64thOfARowBothEdgesAreDrawnWithinASixteenth() {
    let walk = Walk(Post.numbered(1...3))
    let canvas = Canvas(walk.state.context(at: 0))
    for start in 0..<64 {
      for end in 0..<64 {
        let top = 2 + Double(start) / 64
        let height = 5 + Double(end) / 64
        for isSelected in [false, true] {
          let chrome = CardChrome(
            x: 1, columns: 20, top: top, height: height, expansion: 0.5, isSelected: isSelected,
            canvas: canvas)
          var frame = Frame(size: Size(width: 22, height: 12), blank: Cell(style: canvas.backdrop))
          chrome.draw(into: &frame)
          let reading = Reading(frame, column: 10, rows: 0..<12).isCard
          let first = reading.firstIndex(of: true) ?? -1
          let last = (reading.lastIndex(of: true) ?? -1) + 1
          #expect(!reading[first..<last].contains(false))
          #expect(abs(Double(first) / 8 - (top + 0.5)) <= 1.0 / 16)
          #expect(abs(Double(last) / 8 - (top + height - 0.5)) <= 1.0 / 16)
          // What is drawn on the card keeps to the rows that are wholly or partly its own.
          #expect(chrome.inner.y == (first + 7) / 8 && chrome.inner.maxY == last / 8)
          #expect(chrome.outer.y == first / 8 && chrome.outer.maxY == (last + 7) / 8)
          let left = isSelected ? canvas.theme.accent : canvas.theme.card(at: 0.5)
          #expect(frame[1, chrome.inner.y].style.background == left)
          #expect(frame[20, chrome.inner.y].style.background == canvas.theme.card(at: 0.5))
        }
      }
    }
  }

  /// At rest a card is a rectangle: both edges are drawn with upper halves, the bar as ground in whole rows: no font
  /// leaves a tick above it.
  @Test
  func atRestACardIsARectangleBothEdgesAreDrawnWithUpperHalves() {
    for theme in [Theme.firefly, .dark] {
      var walk = Sailing.walk()
      walk.state.settings.theme = theme
      let frame = walk.frame
      let card = theme.card(at: 0)
      let left = walk.state.layout.cardX
      let right = left + walk.state.layout.cardColumns - 1
      for x in left...right {
        #expect(frame[x, 1].glyph.text == "▀" && frame[x, 5].glyph.text == "▀")
        #expect(frame[x, 1].style.background == card)
        #expect(frame[x, 1].style.foreground == theme.backdrop)
        #expect(frame[x, 5].style.foreground == card)
        #expect(frame[x, 5].style.background == theme.backdrop)
      }
      for y in 2...4 {
        #expect(frame[left, y].style.background == theme.accent)
        #expect(frame[left, y].style.foreground == theme.accent)
      }
    }
  }

  @Test(arguments: [
    Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 40, height: 12),
  ])
  func oneRowOfBackdropIsBetweenTwoCardsAtEveryExpansion(size: Size) {
    var wrong = 0
    var frames = 0
    for turn in 0..<20 {
      // Posts of somebody else's without children have no sign in the column that is looked at.
      let posts = (1...30).map {
        Post.numbered($0, body: Post.body(paragraphs: 1 + (turn * 7 + $0) % 23), email: "b@b.org")
      }
      var walk = Walk(posts, width: size.width, height: size.height, motion: .full)
      for _ in 0..<turn % 5 { walk.press(.down) }
      walk.wait(1)
      for key in [Key.enter, .down, .enter, .enter] {
        walk.press(key)
        // Frames come when they come.
        let step = 0.3 / (17.3 + Double(turn) / 7)
        for _ in 0..<20 {
          walk.wait(step)
          let layout = walk.state.layout
          let reading = Reading(
            walk.frame, column: layout.cardX + layout.cardColumns - 2,
            rows: layout.list.y..<layout.list.maxY)
          frames += 1
          if reading.gaps.contains(where: { $0 != 8 }) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0, "\(wrong) of \(frames) frames")
  }
}
