import FireflyCurses
import FireflyScreen
import Glibc

/// Frames in which every cell has colours that no cell had before.
@MainActor
final class ColorStorm {
  private let screen: CursesScreen
  private var next: UInt32 = 0

  init(screen: CursesScreen) { self.screen = screen }

  /// Shows so many frames, then the number of colours, and waits for a key.
  func run(frames: Int) {
    for _ in 0..<frames {
      var frame = Frame(size: screen.size)
      for y in 0..<screen.size.height {
        for x in 0..<screen.size.width {
          next += 1
          frame.draw(
            "x", at: Point(x: x, y: y),
            style: Style(
              foreground: Color(hex: next), background: Color(hex: 0xFFFFFF - next)))
        }
      }
      screen.show(frame)
    }
    var frame = Frame(size: screen.size)
    frame.draw("\(next) colours", at: Point(x: 0, y: 0), style: Style())
    frame.draw(
      "last", at: Point(x: 0, y: 1),
      style: Style(foreground: Color(hex: next), background: Color(hex: 0xFFFFFF - next)))
    screen.show(frame)
    while !screen.pendingEvents().contains(where: \.isKey) { usleep(2_000) }
  }
}

extension ScreenEvent {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
