import FireflyPrograms
import Foundation

/// A program in the foreground, as a shell would run it: in a process group of its own, which
/// receives the terminal's keys and signals.
///
/// If it is stopped, as by Ctrl-Z, Firefly stops, too, until the shell continues it. Without a
/// terminal it is an ordinary child process.
@MainActor
package final class ForegroundJob {
  /// How a program ended.
  package enum Exit: Hashable, Sendable {
    /// The exit code.
    case code(Int32)
    /// The signal that ended it.
    case signal(Int32)
  }

  private let process: pid_t
  private let terminal: JobTerminal?
  /// Whether the process has ended and its ID may be reused.
  private var hasExited = false

  /// Starts a program, with the terminal of standard input if Firefly is in its foreground.
  ///
  /// No signal is blocked or ignored.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - streams: the descriptors that become its standard streams; others are inherited.
  package init(
    _ words: [String], environment: [String: String], streams: [Int32: Int32] = [:]
  ) throws(SystemProblem) {
    terminal = JobTerminal(STDIN_FILENO, type: environment["TERM"] ?? "")
    do throws(SpawnFailure) {
      process = try ChildProcess.spawn(
        words, environment, in: terminal == nil ? .inherited : .own, streams: streams)
    } catch {
      throw SystemProblem(code: error.code)
    }
    terminal?.setForeground(process)
  }

  /// A program that ends sooner has not been read.
  package static let glance = Duration.seconds(1)

  /// Starts a program that waits for Enter; nil without a terminal.
  package static func askForEnter(_ words: String, _ environment: [String: String])
    -> ForegroundJob?
  {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    let question = "printf '\(words)' > /dev/tty; read -r _ || :"
    return try? ForegroundJob(["/bin/sh", "-c", question], environment: environment)
  }

  /// Waits for the end of the program; then the terminal is Firefly's again, with its previous
  /// modes, and without what the program has left.
  package func wait() async -> Exit {
    var status: Int32 = 0
    while true {
      await Self.waitForChange(of: process)
      let known = waitpid(process, &status, WNOHANG | WUNTRACED)
      if known == 0 || known < 0 && errno == EINTR { continue }
      // Other code has waited for it: the status is unknown.
      guard known == process else { status = 0; break }
      guard status & 0xFF == 0x7F else { break }
      suspend(after: (status >> 8) & 0xFF)
    }
    hasExited = true
    takeTerminal()
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// Sends a signal to the process group.
  package func send(_ signal: Int32) {
    guard !hasExited else { return }
    kill(terminal == nil ? process : -process, signal)
    // A stopped process receives signals only when it is continued.
    kill(terminal == nil ? process : -process, SIGCONT)
  }

  /// Takes the terminal back from a program that doesn't end.
  package func abandon() { takeTerminal() }

  private func takeTerminal() {
    terminal?.reclaim()
    terminal?.restore()
    terminal?.reset()
  }

  /// Stops Firefly after the program was stopped.
  private func suspend(after signal: Int32) {
    guard let terminal else {
      kill(process, SIGCONT)
      return
    }
    // With these signals it only accessed the terminal before it was in the foreground.
    if signal != SIGTTIN && signal != SIGTTOU {
      let modes = terminal.reclaim()
      terminal.restore()
      Suspension.stop(untilForegroundOf: terminal)
      terminal.restore(modes)
    }
    terminal.setForeground(process)
    kill(-process, SIGCONT)
  }

  /// Waits until the state of a process changes, without consuming the change.
  private static func waitForChange(of process: pid_t) async {
    await withCheckedContinuation { done in
      // A thread of its own, because it blocks.
      Thread.detachNewThread {
        var information = siginfo_t()
        let changes = WEXITED | WSTOPPED | WNOWAIT
        while waitid(P_PID, id_t(process), &information, changes) < 0, errno == EINTR {}
        done.resume()
      }
    }
  }
}
