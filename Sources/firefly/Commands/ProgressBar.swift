import Foundation
import Synchronization

/// A progress bar on the terminal of standard error, shown after half a second.
final class ProgressBar: Sendable {
  /// Nanoseconds before it is shown, and between updates.
  private static let (patience, pause): (UInt64, UInt64) = (500_000_000, 50_000_000)
  private static let width = 24

  private struct State {
    var isShown = false
    var isOver = false
    var next: UInt64
  }

  private let total: Int
  private let state: Mutex<State>

  /// Creates a bar for a number of steps.
  ///
  /// Nil without a terminal.
  init?(total: Int) {
    guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      return nil
    }
    self.total = max(1, total)
    state = Mutex(State(next: DispatchTime.now().uptimeNanoseconds + Self.patience))
  }

  /// Updates the number of completed steps.
  func show(_ done: Int) {
    let text = state.withLock { state -> String? in
      let now = DispatchTime.now().uptimeNanoseconds
      guard !state.isOver, now >= state.next else { return nil }
      (state.isShown, state.next) = (true, now + Self.pause)
      return Self.picture(done, of: total)
    }
    if let text { Self.write(text) }
  }

  /// Removes the bar.
  func end() {
    let wasShown = state.withLock { state in
      state.isOver = true
      return state.isShown
    }
    // Remove the progress indicator of the terminal window, too (OSC 9;4).
    if wasShown { Self.write("\r\u{1B}[K\u{1B}]9;4;0\u{7}") }
  }

  private static func picture(_ done: Int, of total: Int) -> String {
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * Double(width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let numbers = "\(ImportReport.grouped(done)) of \(ImportReport.grouped(total))"
    return "\r[\(bar)] \(numbers)\u{1B}[K\u{1B}]9;4;1;\(Int(part * 100))\u{7}"
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
