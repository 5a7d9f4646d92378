import FireflyImports
import Foundation
import Synchronization

/// A progress bar on the terminal of standard error, shown after half a second.
///
/// A signal that ends the program removes it first.
@MainActor
final class ProgressBar {
  /// Nanoseconds before it is shown, and between updates.
  private nonisolated static let (patience, pause): (UInt64, UInt64) = (500_000_000, 50_000_000)
  /// Columns of the bar; a narrow terminal has room for a shorter one or none.
  private nonisolated static let width = (least: 4, most: 24)

  private struct State {
    var isShown = false
    var isOver = false
    var next: UInt64
  }

  private let total: Int
  private let signals = SignalSources()
  private let state: Mutex<State>

  /// Creates a bar for a number of steps.
  ///
  /// Nil without a terminal.
  init?(total: Int = 1) {
    guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      return nil
    }
    self.total = max(1, total)
    state = Mutex(State(next: DispatchTime.now().uptimeNanoseconds + Self.patience))
    signals.onEnds { [weak self] number in
      self?.end()
      raise(number)
    }
  }

  /// Updates the number of completed steps, and of all if that has changed.
  nonisolated func show(_ done: Int, of total: Int? = nil) {
    let text = state.withLock { state -> String? in
      let now = DispatchTime.now().uptimeNanoseconds
      guard !state.isOver, now >= state.next else { return nil }
      (state.isShown, state.next) = (true, now + Self.pause)
      return Self.picture(done, of: max(1, total ?? self.total))
    }
    if let text { StandardStreams.say(text) }
  }

  /// Removes the bar.
  func end() {
    signals.stop()
    let wasShown = state.withLock { state in
      state.isOver = true
      return state.isShown
    }
    // Remove the progress indicator of the terminal window, too (OSC 9;4).
    if wasShown { StandardStreams.say("\r\u{1B}[K" + Self.window("0")) }
  }

  private nonisolated static func picture(_ done: Int, of total: Int) -> String {
    let part = min(1, Double(done) / Double(total))
    let numbers = "\(done.grouped) of \(total.grouped)"
    // Leave the last column empty: some terminals wrap there.
    let room = columns - 1
    let width = min(Self.width.most, room - numbers.count - 3)
    var line = numbers
    if width >= Self.width.least {
      let filled = String(repeating: "#", count: Int(part * Double(width)))
      line = "[\(filled.padding(toLength: width, withPad: ".", startingAt: 0))] \(numbers)"
    }
    return "\r\(line.prefix(max(0, room)))\u{1B}[K" + window("1;\(Int(part * 100))")
  }

  /// Returns a change of the progress that the terminal's window shows (OSC 9;4).
  private nonisolated static func window(_ state: String) -> String {
    showsProgress(ProcessInfo.processInfo.environment) ? "\u{1B}]9;4;\(state)\u{7}" : ""
  }

  /// Whether the terminal is known to show progress; others may show a notification for each step.
  private nonisolated static func showsProgress(_ environment: [String: String]) -> Bool {
    let names = ["ghostty", "mintty", "xterm-ghostty"]
    return environment["WT_SESSION"] != nil || environment["ConEmuANSI"] == "ON"
      || ["TERM_PROGRAM", "TERM"].contains { names.contains(environment[$0] ?? "") }
      || Int(environment["VTE_VERSION"] ?? "").map { $0 >= 7_900 } == true
  }

  /// The width of the terminal; 80 if unknown.
  private nonisolated static var columns: Int {
    var window = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
    return isKnown ? Int(window.ws_col) : 80
  }
}
