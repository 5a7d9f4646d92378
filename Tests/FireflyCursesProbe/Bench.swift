import FireflyCurses
import FireflyScreen
import Glibc

/// Measures what showing a frame costs, and prints it.
@MainActor
final class Bench {
  private let screen: CursesScreen
  private let started: Duration

  init(screen: CursesScreen, started: Duration) {
    self.screen = screen
    self.started = started
  }

  func run(rounds: Int) {
    let cards = Cards(screen: screen)
    let first = time { screen.show(cards.draw()) }
    let same = cards.draw()
    let nothing = median(rounds) { _ in screen.show(same) }
    let selection = median(rounds) { round in
      _ = cards.take(.character(round % 2 == 0 ? "j" : "k"))
      screen.show(cards.draw())
    }
    let drawing = median(rounds) { _ in _ = cards.draw() }
    let scroll = median(rounds) { _ in
      _ = cards.take(.character("n"))
      screen.show(cards.draw())
    }
    let frames = (0..<2).map { parity in filled { x, y in (x + y) % 2 == parity ? "#" : "+" } }
    let all = median(rounds) { screen.show(frames[$0 % 2]) }
    let colorful = (0..<2).map { painted(seed: $0) }
    let pictures = median(rounds) { screen.show(colorful[$0 % 2]) }
    var rows = frames
    rows[1] = rows[0]
    rows[1].draw("another row", at: Point(x: 3, y: 7), style: Style(foreground: .black))
    let row = median(rounds) { screen.show(rows[$0 % 2]) }
    screen.close()
    print(
      """
      size \(screen.size.width)×\(screen.size.height), \(screen.abilities.colors)
      init \(started)
      first frame \(first)
      equal frame \(nothing)
      draw cards (app's part) \(drawing)
      draw + show, selection \(selection)
      draw + show, scroll \(scroll)
      every cell changed \(all)
      every cell changed, two colours each \(pictures)
      one row changed \(row)
      """)
  }

  private func filled(_ glyph: (Int, Int) -> Character) -> Frame {
    var frame = Frame(size: screen.size)
    for y in 0..<screen.size.height {
      let text = String((0..<screen.size.width).map { glyph($0, y) })
      frame.draw(text, at: Point(x: 0, y: y), style: Style(foreground: .black))
    }
    return frame
  }

  private func painted(seed: Int) -> Frame {
    var frame = Frame(size: screen.size)
    for y in 0..<screen.size.height {
      for x in 0..<screen.size.width {
        let color = UInt32(x * 2 + y * 512 + seed * 0x40_0000)
        frame.draw(
          "▀", at: Point(x: x, y: y),
          style: Style(foreground: Color(hex: color), background: Color(hex: color + 0x60)))
      }
    }
    return frame
  }

  private func time(_ body: () -> Void) -> Duration {
    let begin = ContinuousClock.now
    body()
    return ContinuousClock.now - begin
  }

  private func median(_ rounds: Int, _ body: (Int) -> Void) -> Duration {
    (0..<rounds).map { round in time { body(round) } }.sorted()[rounds / 2]
  }
}
