import FireflyCurses
import FireflyScreen
import Foundation

/// Something the probe draws and that keys change.
@MainActor
protocol Scene: AnyObject {
  var screen: CursesScreen { get }
  func draw() -> Frame
  /// Takes what came in; false ends the scene.
  func take(_ event: ScreenEvent) -> Bool
  /// Takes a key; false ends the scene.
  func take(_ key: Key) -> Bool
}

extension Scene {
  /// Only keys count.
  func take(_ event: ScreenEvent) -> Bool {
    if case .key(let key) = event { take(key) } else { true }
  }
  /// No key does anything.
  func take(_ key: Key) -> Bool { true }

  /// Shows the scene and takes what comes in until a key ends it.
  func run() {
    // Before the first frame: whoever sees it may change the size at once.
    var size = Self.windowSize()
    screen.show(draw())
    while true {
      for event in screen.pendingEvents() where !take(event) { return }
      let now = Self.windowSize()
      if now != size {
        size = now
        screen.resize()
      }
      screen.show(draw())
      // Lets the screen's own timers run, on the main thread.
      _ = RunLoop.main.run(mode: .default, before: Date())
      usleep(1_000)
    }
  }

  private static func windowSize() -> Size {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  /// Ends the process in the way that a key stands for; returns for all other keys.
  func end(by key: Key) {
    switch key {
    case .character("S"): raise(SIGSEGV)
    case .character("A"): abort()
    case .character("T"): fatalError("the probe was told to")
    case .character("X"): exit(3)
    case .character("R"): _ = overflow(1)
    default: break
    }
  }

  private func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { buffer in
      buffer[depth % 512] = depth
      return overflow(depth + 1) + buffer[depth % 512]
    }
  }
}
