import FireflyCurses
import FireflyScreen

/// Shows what comes in, one event a row, the newest last, and how many keys and pastes there were.
@MainActor
final class KeyLog: Scene {
  let screen: CursesScreen
  private var lines: [String] = []
  private var count = 0

  init(screen: CursesScreen) {
    self.screen = screen
    screen.onPending = {}
  }

  func draw() -> Frame {
    var frame = Frame(size: screen.size)
    frame.draw("keys: \(count)", at: Point(x: 0, y: 0), style: Style())
    for (y, line) in lines.suffix(max(0, screen.size.height - 1)).enumerated() {
      frame.draw(line, at: Point(x: 0, y: y + 1), style: Style())
    }
    return frame
  }

  func take(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let key):
      count += 1
      lines.append(key.label)
      if key == .control("t") { screen.setMouse(true) }
      end(by: key)
      return key != .control("c")
    case .paste(let text):
      count += 1
      lines.append(text.count > 60 ? "paste of \(text.utf8.count) bytes" : "\(event)")
    case .mouse:
      count += 1
      lines.append("\(event)")
    default: lines.append("\(event)")
    }
    return true
  }
}
