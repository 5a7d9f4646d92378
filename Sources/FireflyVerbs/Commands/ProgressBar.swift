import FireflyCore
import FireflyImports
import Foundation
import Synchronization

/// The progress of a command on the terminal of standard error, shown after half a second.
///
/// A signal that ends the program removes it first.
@MainActor
final class ProgressBar {
  /// Milliseconds before it is shown, and between updates.
  private nonisolated static let (patience, pause) = (500, 50)
  /// Columns of the bar; a narrow terminal has room for a shorter one or none.
  private nonisolated static let width = (least: 4, most: 24)

  private struct State {
    /// What is done before the steps are posts, such as `reading notes.org`.
    var words: String?
    var (done, total): (Int, Int?)
    /// When the first of these steps began.
    var began = ContinuousClock.now
    /// What the terminal shows; nil for nothing.
    var shown: String?
  }

  private let environment: VerbEnvironment
  private let signals = SignalSources()
  private let state: Mutex<State>
  /// Draws, also while the main thread is busy or the terminal is paused.
  private let queue = DispatchQueue(label: "progress")
  private let timer: any DispatchSourceTimer

  /// Shows a bar; nil without a terminal.
  ///
  /// - Parameters:
  ///   - words: what is done, until the steps are posts that are saved; nil if they are.
  ///   - total: the number of steps; nil if unknown.
  ///   - cleanUp: what else a signal does that ends the program; nil where somebody else handles signals.
  nonisolated static func shown(
    _ words: String? = nil, total: Int? = nil, cleanUp: (@MainActor () -> Void)? = {}
  ) -> ProgressBar? {
    let environment = VerbEnvironment.current
    guard environment.error.columns != nil, environment.variables["TERM"] != "dumb",
      !environment.isQuiet
    else { return nil }
    return MainActor.assumeIsolated { ProgressBar(environment, words, total, cleanUp) }
  }

  private init(
    _ environment: VerbEnvironment, _ words: String?, _ total: Int?,
    _ cleanUp: (@MainActor () -> Void)?
  ) {
    self.environment = environment
    state = Mutex(State(words: words, done: 0, total: total))
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .milliseconds(Self.patience), repeating: .milliseconds(Self.pause))
    timer.setEventHandler { [weak self] in self?.draw() }
    timer.activate()
    guard let cleanUp else { return }
    signals.onEnds { [weak self] number in
      cleanUp()
      self?.end()
      raise(number)
    }
  }

  /// Updates the number of completed steps, and of all if that has changed.
  nonisolated func show(_ done: Int, of total: Int? = nil) {
    state.withLock { state in
      state.done = done
      state.total = total ?? state.total
    }
  }

  /// Begins the part whose steps are posts that are saved.
  nonisolated func save(_ total: Int) {
    state.withLock { $0 = State(words: nil, done: 0, total: total, shown: $0.shown) }
  }

  /// Removes it, from the main thread.
  nonisolated func finish() { MainActor.assumeIsolated { end() } }

  private func end() {
    signals.stop()
    timer.cancel()
    queue.sync {
      let wasShown = state.withLock { $0.shown != nil }
      // Remove the progress indicator of the terminal window, too (OSC 9;4).
      if wasShown { say("\r\u{1B}[K" + window("0")) }
    }
  }

  private nonisolated func draw() {
    let text = state.withLock { state -> String? in
      let text = picture(state)
      guard text != state.shown else { return nil }
      state.shown = text
      return text
    }
    if let text { say(text) }
  }

  private nonisolated func say(_ text: String) { _ = environment.error.write(Array(text.utf8)) }

  private nonisolated func picture(_ state: State) -> String {
    let part = state.total.map { min(1, Double(state.done) / Double(max(1, $0))) }
    let percent = part.map { Int($0 * 100) }
    var line: String
    if let words = state.words {
      let steps = percent.map { " \($0) %" } ?? (state.done > 0 ? " \(state.done.grouped)" : "")
      line = words + (percent == nil ? " …" : "") + steps
    } else {
      line = state.done.grouped + (state.total.map { " of \($0.grouped)" } ?? "")
    }
    line += Self.pace(state)
    // Leave the last column empty: some terminals wrap there.
    let room = (environment.error.columns ?? 80) - 1
    // The bar keeps its width while the numbers grow.
    let longest = state.total.map { 2 * $0.grouped.count + 4 } ?? 0
    let width = min(
      Self.width.most, room - (state.words == nil ? longest : line.count) - 3)
    if let part, width >= Self.width.least {
      let filled = String(repeating: "#", count: Int(part * Double(width)))
      line = "[\(filled.padding(toLength: width, withPad: ".", startingAt: 0))] \(line)"
    }
    return "\r\(line.prefix(max(0, room)))\u{1B}[K" + window(percent.map { "1;\($0)" } ?? "3")
  }

  /// Says how fast it goes, and how many seconds are left, once both can be told.
  private nonisolated static func pace(_ state: State) -> String {
    let seconds = (ContinuousClock.now - state.began) / .seconds(1)
    guard seconds >= 2, state.done > 0 else { return "" }
    let rate = Double(state.done) / seconds
    let tenths = Int(rate * 10)
    let number = rate < 10 ? "\(tenths / 10).\(tenths % 10)" : Int(rate).grouped
    // Bytes of a file say no more.
    let speed = rate < 1_000_000 ? ", \(number) a second" : ""
    guard let total = state.total, total > state.done else { return speed }
    return speed + ", \(Int((Double(total - state.done) / rate).rounded(.up)).grouped) s left"
  }

  /// Returns a change of the progress that the terminal's window shows (OSC 9;4).
  private nonisolated func window(_ state: String) -> String {
    Self.showsProgress(environment.variables) ? "\u{1B}]9;4;\(state)\u{7}" : ""
  }

  /// Whether the terminal is known to show progress; others may show a notification for each step.
  private nonisolated static func showsProgress(_ environment: [String: String]) -> Bool {
    let names = ["ghostty", "mintty", "xterm-ghostty"]
    return environment["WT_SESSION"] != nil || environment["ConEmuANSI"] == "ON"
      || ["TERM_PROGRAM", "TERM"].contains { names.contains(environment[$0] ?? "") }
      || Int(environment["VTE_VERSION"] ?? "").map { $0 >= 7_900 } == true
  }
}

extension ProgressBar {
  /// Does work that reports its steps, beside the main thread, which handles signals meanwhile.
  ///
  /// - Parameter bar: shows the steps; nil if nothing does.
  nonisolated static func run<Value: Sendable>(
    _ bar: ProgressBar?, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let progress = bar.map { bar in WorkProgress { bar.show($0, of: $1) } }
    return try MainLoop.run {
      try await WorkProgress.$current.withValue(progress) { () async throws -> Value in
        try await work()
      }
    }
  }
}
