import FireflyCurses
import FireflyScreen

/// Cells of every kind at known places.
@MainActor
final class Sampler: Scene {
  let screen: CursesScreen
  private var cursor: Point?
  /// Whether there are new characters, of which terminals know no width.
  private var hasNew = true

  init(screen: CursesScreen) { self.screen = screen }

  func take(_ key: Key) -> Bool {
    if key == .character("c") { cursor = Point(x: 5, y: 3) }
    if key == .character("n") { hasNew.toggle() }
    return key != .character("q")
  }

  func draw() -> Frame {
    var frame = Frame(size: screen.size)
    let plain = Style(foreground: .terminal, background: .terminal)
    frame.draw("ready", at: Point(x: 0, y: 0), style: plain)
    frame.draw(
      "rgb", at: Point(x: 0, y: 1),
      style: Style(foreground: Color(hex: 0x010203), background: Color(hex: 0xF0E0D0)))
    frame.draw(
      "near", at: Point(x: 0, y: 2),
      style: Style(foreground: Color(white: 120), background: Color(white: 128)))
    frame.draw(
      "faint", at: Point(x: 10, y: 2),
      style: Style(foreground: Color(white: 120), background: .white))
    frame.draw("日本e\u{301}x", at: Point(x: 0, y: 3), style: plain)
    let attributes: [(String, Attributes)] = [
      ("b", .bold), ("i", .italic), ("u", .underline), ("r", .reverse), ("n", []),
      ("m", [.bold, .italic, .underline]), ("s", .strikethrough), ("t", [.bold, .strikethrough]),
    ]
    for (x, (text, set)) in attributes.enumerated() {
      frame.draw(
        text, at: Point(x: 2 * x, y: 4),
        style: Style(foreground: .terminal, background: .terminal, attributes: set))
    }
    frame.draw(
      "▀", at: Point(x: 0, y: 5),
      style: Style(foreground: Color(hex: 0x40E0D0), background: Color(hex: 0xFF0000)))
    frame.draw("x", at: Point(x: screen.size.width - 1, y: screen.size.height - 1), style: plain)
    let aspect = Int((100 * screen.abilities.cellAspect).rounded())
    frame.draw(
      "\(screen.abilities.colors) \(screen.abilities.unicode) \(aspect)", at: Point(x: 0, y: 6),
      style: plain)
    frame.draw(
      hasNew ? "a☰b🩷c" : "a  b  c", at: Point(x: 0, y: 7),
      style: Style(foreground: Color(hex: 0x010203), background: Color(hex: 0xF0E0D0)))
    frame.draw("\(screen.size.width) x \(screen.size.height)", at: Point(x: 0, y: 8), style: plain)
    frame.cursor = cursor
    frame.showsCursor = cursor != nil
    return frame
  }
}
