import Foundation

/// One text in an external editor.
@MainActor
package final class ExternalEdit {
  /// The result of editing.
  package enum Outcome: Hashable, Sendable {
    /// The text is unchanged.
    ///
    /// The file stays for a while, because an editor that forks may save later.
    case untouched
    /// The new text; the file stays until `discard`.
    case text(String)
    /// The file could not be read; it stays.
    case unreadable(reason: String, path: String)
    /// The editor exited with another code than 0.
    ///
    /// The path of the file if it was changed, else nil.
    case refused(code: Int32, path: String?)
    /// The editor is not installed.
    case missing(command: String)
    /// A signal ended the editor or Firefly.
    ///
    /// The saved text, nil if unchanged; the file stays.
    case interrupted(String?, signal: Int32, path: String)
  }

  private let command: String
  private let file: EditedFile
  private let environment: [String: String]
  private var job: ForegroundJob?
  /// The signal that terminates Firefly; nil for none.
  private var received: Int32?

  nonisolated init(command: String, file: EditedFile, environment: [String: String]) {
    self.command = command
    self.file = file
    self.environment = environment
  }

  /// Runs the editor in the foreground and waits for its end; then the terminal has its previous
  /// modes.
  ///
  /// - Returns: the result.
  package func run() async throws(ExternalEditor.Problem) -> Outcome {
    let job: ForegroundJob
    do {
      // By the shell, because the name may contain arguments.
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
    // An editor that exits at once without a change may still be open in a window of its own.
    if end == .code(0), received == nil, start.duration(to: .now) < ForegroundJob.glance,
      file.content() == .untouched,
      let question = ForegroundJob.askForEnter(
        "Press Enter when you have finished editing. ", environment)
    {
      self.job = question
      end = await question.wait()
    }
    return outcome(of: end)
  }

  /// Forwards the signal that terminates Firefly to the editor.
  package func end(by signal: Int32) {
    received = signal
    job?.send(signal)
  }

  /// Takes the terminal back from an editor that doesn't end.
  ///
  /// - Returns: what it has saved until now.
  package func abandon() -> Outcome {
    job?.abandon()
    return outcome(of: .signal(received ?? SIGTERM))
  }

  /// Records that the original text is saved elsewhere.
  package nonisolated func markOriginalSaved() { file.markOriginalSaved() }

  /// Records that a text is saved elsewhere; the file stays for the editor.
  package nonisolated func markSaved(_ text: String) { file.markSaved(text) }

  /// Removes the file, because its text is saved elsewhere.
  package nonisolated func discard() { file.remove() }

  private func outcome(of end: ForegroundJob.Exit) -> Outcome {
    var signal = received
    switch end {
    case .signal(let number): signal = signal ?? number
    // The shell reports a signal by its exit code.
    case .code(let code) where code > 128: signal = signal ?? code - 128
    case .code(let code) where code != 0 && received == nil:
      guard case .text(let text) = file.content() else {
        file.remove()
        return code == 127 ? .missing(command: command) : .refused(code: code, path: nil)
      }
      // The user chose not to send this text.
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
