import FireflyCurses
import FireflyScreen

/// Shows the keys that come in, one a row, the newest last, and how many there were.
@MainActor
final class KeyLog: Scene {
  let screen: CursesScreen
  private var lines: [String] = []
  private var count = 0

  init(screen: CursesScreen) {
    self.screen = screen
    screen.onEvent = { [weak self] event in
      if event != .keysWaiting { self?.lines.append("\(event)") }
    }
  }

  func draw() -> Frame {
    var frame = Frame(size: screen.size)
    frame.draw("keys: \(count)", at: Point(x: 0, y: 0), style: Style())
    for (y, line) in lines.suffix(max(0, screen.size.height - 1)).enumerated() {
      frame.draw(line, at: Point(x: 0, y: y + 1), style: Style())
    }
    return frame
  }

  func take(_ key: Key) -> Bool {
    count += 1
    if case .paste(let text) = key, text.count > 60 {
      lines.append("paste of \(text.utf8.count) bytes")
    } else {
      lines.append("\(key)")
    }
    if key == .control("t") { screen.setMouse(true) }
    end(by: key)
    return key != .control("c")
  }
}
