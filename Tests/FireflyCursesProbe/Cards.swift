import FireflyCurses
import FireflyScreen
import Glibc

/// A list of cards like Firefly's: five rows each, half-block edges, a toolbar below.
@MainActor
final class Cards: Scene {
  let screen: CursesScreen
  private(set) var first = 0
  private(set) var selected = 0

  private let backdrop = Color(white: 128)
  private let card = Color.white.blended(over: Color(white: 128), alpha: 0.9)

  init(screen: CursesScreen) { self.screen = screen }

  func take(_ key: Key) -> Bool {
    switch key {
    case .character("j"): selected += 1
    case .character("k"): selected = max(0, selected - 1)
    case .character("n"):
      first += 1
      selected += 1
    case .character("p"):
      first = max(0, first - 1)
      selected = max(0, selected - 1)
    case .character("l"): screen.invalidate()
    case .control("z"):
      screen.suspend()
      raise(SIGSTOP)
      screen.resume()
    default: end(by: key)
    }
    return key != .character("q")
  }

  func draw() -> Frame {
    var frame = Frame(
      size: screen.size, blank: Cell(style: Style(foreground: .black, background: backdrop)))
    let width = min(100, screen.size.width - 2)
    let left = (screen.size.width - width) / 2
    frame.draw(
      "❮ learning to sail", at: Point(x: left, y: 0),
      style: Style(foreground: .black, background: card))
    frame.draw(
      "\(selected + 1) of 10000", at: Point(x: left + width - 14, y: 0),
      style: Style(foreground: .black))
    let list = Rect(x: 0, y: 1, width: screen.size.width, height: screen.size.height - 3)
    frame.clipped(to: list) { frame in
      for slot in 0...list.height / 5 {
        draw(first + slot, in: Rect(x: left, y: 1 + 5 * slot, width: width, height: 5), of: &frame)
      }
    }
    frame.draw(
      "F1 posts     F2 searches     F3 users     ? help",
      at: Point(x: left, y: screen.size.height - 1), style: Style(foreground: .black))
    return frame
  }

  private func draw(_ number: Int, in area: Rect, of frame: inout Frame) {
    let edge = Style(foreground: card, background: backdrop)
    let paper = Style(foreground: .black, background: card)
    let grey = Color.black.blended(over: card, alpha: 0.5)
    let soft = Color.black.blended(over: card, alpha: 0.8)
    let last = area.maxX - 1
    frame.fill(
      Rect(x: area.x, y: area.y, width: area.width, height: 1), glyph: Glyph("▄"), style: edge)
    frame.draw("▗", at: Point(x: area.x, y: area.y), style: edge)
    frame.draw("▖", at: Point(x: last, y: area.y), style: edge)
    frame.fill(Rect(x: area.x, y: area.y + 1, width: area.width, height: 3), style: paper)
    frame.fill(
      Rect(x: area.x, y: area.y + 4, width: area.width, height: 1), glyph: Glyph("▀"), style: edge)
    frame.draw("▝", at: Point(x: area.x, y: area.y + 4), style: edge)
    frame.draw("▘", at: Point(x: last, y: area.y + 4), style: edge)
    let x = area.x + 2
    frame.draw(
      "Card number \(number) of the field guide", at: Point(x: x, y: area.y + 1), style: paper)
    frame.draw(
      "what the lesson taught me, number \(number), in a line of some length",
      at: Point(x: x, y: area.y + 2),
      style: Style(foreground: soft, background: card, attributes: .italic))
    frame.draw(
      "Ada Linden · \(1 + number % 28) Nov 2025", at: Point(x: x, y: area.y + 3),
      style: Style(foreground: grey, background: card))
    frame.draw("▐ ❯ ▌", at: Point(x: last - 4, y: area.y + 2), style: paper)
    if number == selected {
      for row in 1...3 {
        frame.draw("▌", at: Point(x: area.x, y: area.y + row), style: paper)
      }
    }
  }
}
