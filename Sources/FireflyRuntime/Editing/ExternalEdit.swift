import Foundation

/// One text in the user's own editor.
@MainActor
public final class ExternalEdit {
  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// It is as it was. The file stays for a while: an editor that forks may save later.
    case untouched
    /// The text as it is now; the file is there until `discard`.
    case text(String)
    /// It could not be taken over; the file is kept.
    case unreadable(reason: String, path: String)
    /// The editor ended with another code than 0: nothing is meant. The path of what it has saved all the
    /// same; nil if it has changed nothing.
    case refused(code: Int32, path: String?)
    /// There is no such program.
    case missing(command: String)
    /// A signal ended the editor, or us; the text as far as it was saved, nil if it was not. The file is
    /// kept.
    case interrupted(String?, signal: Int32, path: String)
  }

  private let command: String
  private let file: EditedFile
  private let environment: [String: String]
  private var job: ForegroundJob?
  /// The signal that is to end us; nil if none came.
  private var received: Int32?

  nonisolated init(command: String, file: EditedFile, environment: [String: String]) {
    self.command = command
    self.file = file
    self.environment = environment
  }

  /// Lets the editor have the terminal, and waits for its end; the terminal is then as before, however
  /// the editor left it.
  ///
  /// - Throws: `ExternalEditor.Problem`.
  public func run() async throws(ExternalEditor.Problem) -> Outcome {
    let job: ForegroundJob
    do {
      // By the shell, because the name may come with arguments.
      job = try ForegroundJob(
        ["/bin/sh", "-c", command + " \"$@\"", command, file.path], environment: environment)
    } catch {
      file.remove()
      throw ExternalEditor.Problem(description: "The editor can't be started: \(error).")
    }
    self.job = job
    if let received { job.send(received) }
    let start = ContinuousClock.now
    var end = await job.wait()
    if end == .code(0), received == nil, start.duration(to: .now) < Self.forkingTime,
      file.content() == .untouched, let question = waitForKey()
    {
      self.job = question
      end = await question.wait()
    }
    return outcome(of: end)
  }

  /// An editor that returns as soon as this with nothing changed may still be open, in a window of its own.
  private static let forkingTime = Duration.seconds(1)

  /// Has the terminal wait for a key; nil without a terminal.
  private func waitForKey() -> ForegroundJob? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    let question =
      "printf 'Press Enter when you have finished editing. ' > /dev/tty; read -r _ || :"
    return try? ForegroundJob(["/bin/sh", "-c", question], environment: environment)
  }

  /// Ends the editor by the signal that is to end us.
  public func end(by signal: Int32) {
    received = signal
    job?.send(signal)
  }

  /// Takes the terminal from an editor that doesn't end.
  ///
  /// - Returns: what it has saved until now.
  public func abandon() -> Outcome {
    job?.abandon()
    return outcome(of: .signal(received ?? SIGTERM))
  }

  /// The text that was handed out is kept elsewhere by now.
  public nonisolated func markOriginalSaved() { file.markOriginalSaved() }

  /// What was written is kept elsewhere by now, but the file stays: the editor may go on with it.
  public nonisolated func markSaved(_ text: String) { file.markSaved(text) }

  /// Removes the file: what was written is kept elsewhere by now.
  public nonisolated func discard() { file.remove() }

  private func outcome(of end: ForegroundJob.Exit) -> Outcome {
    var signal = received
    switch end {
    case .signal(let number): signal = signal ?? number
    // What ends the editor, the shell between tells by its code.
    case .code(let code) where code > 128: signal = signal ?? code - 128
    case .code(let code) where code != 0 && received == nil:
      guard case .text(let text) = file.content() else {
        file.remove()
        return code == 127 ? .missing(command: command) : .refused(code: code, path: nil)
      }
      // Not to be sent; who has ended the editor so knows of it.
      file.markSaved(text)
      return .refused(code: code, path: file.path)
    case .code: break
    }
    let content = file.content()
    if let signal {
      let text: String? = if case .text(let text) = content { text } else { nil }
      return .interrupted(text, signal: signal, path: file.path)
    }
    switch content {
    case .untouched: return .untouched
    case .text(let text): return .text(text)
    case .unreadable(let reason): return .unreadable(reason: reason, path: file.path)
    }
  }
}
