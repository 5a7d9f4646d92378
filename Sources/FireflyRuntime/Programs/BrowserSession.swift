import FireflyApp
import FireflyClient
import Foundation

/// One use of the terminal by a web browser.
@MainActor
final class BrowserSession: ForegroundSession {
  /// Time that the browser has to end after a signal.
  private static let patience = Duration.seconds(1)

  private(set) var hasTerminal = false
  private(set) var isTerminating = false
  var deferredActions: [Action] = []
  var completions: [() -> Void] = []
  private var job: ForegroundJob?
  private var continuation: CheckedContinuation<BrowserLauncher.Exit, Never>?

  /// Hands the terminal over, runs a browser and waits for its end.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - isSilent: whether what it says of errors is dropped.
  ///   - waits: whether what it has written waits for Enter, if it failed or ended at once.
  /// - Returns: how it ended.
  func run(
    _ words: [String], environment: [String: String], isSilent: Bool = false,
    waits: Bool = false, release: () -> Void
  ) async -> BrowserLauncher.Exit {
    release()
    hasTerminal = true
    let nowhere = isSilent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1
    defer { if nowhere >= 0 { close(nowhere) } }
    let job = try? ForegroundJob(
      words, environment: environment, streams: nowhere < 0 ? [:] : [STDERR_FILENO: nowhere])
    guard let job else { return .failed(127) }
    self.job = job
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      Task {
        let start = ContinuousClock.now
        let end = await job.wait()
        if waits, !isTerminating,
          end != .code(0) || start.duration(to: .now) < ForegroundJob.glance,
          let question = ForegroundJob.askForEnter("Press Enter to go back. ", environment)
        {
          self.job = question
          _ = await question.wait()
        }
        switch end {
        case .code(0): finish(.opened)
        case .code(let code): finish(.failed(code))
        case .signal(let number): finish(.failed(128 + number))
        }
      }
    }
  }

  func end(by signal: Int32) {
    isTerminating = true
    job?.send(signal)
    Task {
      try? await Task.sleep(for: Self.patience)
      guard continuation != nil else { return }
      job?.abandon()
      finish(.failed(128 + signal))
    }
  }

  private func finish(_ exit: BrowserLauncher.Exit) {
    continuation?.resume(returning: exit)
    continuation = nil
  }
}
