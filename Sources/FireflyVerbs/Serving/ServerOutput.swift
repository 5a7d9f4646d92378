import Dispatch
import Foundation
import Logging
import Synchronization

/// Standard output of a server.
///
/// It is written on a queue of its own: a paused terminal or a full pipe delays no request, and a reader that
/// has gone ends nothing. The log has what can't be printed.
final class ServerOutput: Sendable {
  /// Bytes that may wait to be printed; more are dropped.
  private static let capacity = 64 << 10
  /// Seconds that the first lines may take before the server goes on without them.
  private static let patience = 1.0

  private struct State {
    var waitingBytes = 0
    /// The number of the last error.
    var failure: Int32?
    var hasComplained = false
  }

  private let queue = DispatchQueue(label: "firefly.output")
  private let state = Mutex(State())
  private let log: Logger

  init(log: Logger) {
    self.log = log
    // A shell may stop background jobs that print (`stty tostop`): a server goes on.
    signal(SIGTTOU, SIG_IGN)
  }

  /// Prints the first lines.
  ///
  /// - Throws: `Failure` if standard output can't be written.
  func begin(_ lines: String) throws(Failure) {
    print(lines)
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + Self.patience)
    if let number = state.withLock(\.failure) {
      throw Failure(StandardStreams.unwritable(number))
    }
  }

  /// Prints text as soon as standard output takes it.
  func print(_ text: String) {
    let bytes = Array(text.utf8)
    let fits = state.withLock { state in
      guard state.waitingBytes + bytes.count <= Self.capacity else { return false }
      state.waitingBytes += bytes.count
      return true
    }
    guard fits else { return complain("Standard output is blocked.") }
    queue.async { [self] in
      let number = VerbEnvironment.process.output.write(bytes)
      state.withLock { state in
        state.waitingBytes -= bytes.count
        state.failure = number
      }
      if let number { complain(StandardStreams.unwritable(number)) }
    }
  }

  /// Logs why something was not printed, once.
  private func complain(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isFirst { log.warning("\(reason) From now on, read sign-in codes in the log.") }
  }
}
