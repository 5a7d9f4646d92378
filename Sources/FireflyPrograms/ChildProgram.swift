import Foundation
import Synchronization

/// A program that is started without a shell, and waited for.
///
/// Foundation has a class for it, too, which reads past the end of a list of descriptors if the process has more than
/// a thousand.
package final class ChildProgram: Sendable {
  /// How a program ended.
  package enum Ending: Hashable, Sendable {
    /// It returned a code.
    case exit
    /// A signal ended it.
    case uncaughtSignal
  }

  private struct Setup {
    var executable: URL?
    var arguments: [String] = []
    var environment: [String: String]?
    var folder: URL?
    var streams: [Int32: any ProgramStream] = [:]
  }

  private struct State {
    var id: pid_t = 0
    /// That of `waitpid`; nil while the program runs.
    var status: Int32?
  }

  private let setup = Mutex(Setup())
  private let state = Mutex(State())
  /// Entered while the program runs.
  private let running = DispatchGroup()

  /// Creates a program, which is not started yet.
  package init() {}

  /// The path of the program.
  package var executableURL: URL? {
    get { setup.withLock { $0.executable } }
    set { setup.withLock { $0.executable = newValue } }
  }
  /// Its arguments.
  package var arguments: [String] {
    get { setup.withLock { $0.arguments } }
    set { setup.withLock { $0.arguments = newValue } }
  }
  /// Its environment; nil for that of this process.
  package var environment: [String: String]? {
    get { setup.withLock { $0.environment } }
    set { setup.withLock { $0.environment = newValue } }
  }
  /// The folder in which it starts; nil for that of this process.
  package var currentDirectoryURL: URL? {
    get { setup.withLock { $0.folder } }
    set { setup.withLock { $0.folder = newValue } }
  }
  /// What it reads; nil for what this process reads.
  package var standardInput: (any ProgramStream)? {
    get { setup.withLock { $0.streams[STDIN_FILENO] } }
    set { setup.withLock { $0.streams[STDIN_FILENO] = newValue } }
  }
  /// Where it writes; nil for where this process writes.
  package var standardOutput: (any ProgramStream)? {
    get { setup.withLock { $0.streams[STDOUT_FILENO] } }
    set { setup.withLock { $0.streams[STDOUT_FILENO] = newValue } }
  }
  /// Where it writes errors; nil for where this process writes them.
  package var standardError: (any ProgramStream)? {
    get { setup.withLock { $0.streams[STDERR_FILENO] } }
    set { setup.withLock { $0.streams[STDERR_FILENO] = newValue } }
  }

  /// Starts the program.
  package func run() throws(SpawnFailure) {
    let setup = setup.withLock { $0 }
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { throw SpawnFailure(code: errno) }
    defer { close(nowhere) }
    var descriptors: [Int32: Int32] = [:]
    for (number, stream) in setup.streams {
      let descriptor =
        number == STDIN_FILENO ? stream.descriptorToRead : stream.descriptorToWrite
      descriptors[number] = descriptor ?? nowhere
    }
    let id = try ChildProcess.spawn(
      [setup.executable?.path ?? ""] + setup.arguments,
      setup.environment ?? ProcessInfo.processInfo.environment, in: .inherited,
      streams: descriptors, folder: setup.folder?.path)
    state.withLock { $0.id = id }
    for (number, stream) in setup.streams {
      if number == STDIN_FILENO { stream.closeReading() } else { stream.closeWriting() }
    }
    running.enter()
    // A thread of its own, because it blocks.
    Thread.detachNewThread { [self] in
      var information = siginfo_t()
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      state.withLock { state in
        // From now on its ID can be another program's.
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        state.status = status
      }
      running.leave()
    }
  }

  /// Its process ID.
  package var processIdentifier: pid_t { state.withLock { $0.id } }

  /// Whether it was started and has not ended.
  package var isRunning: Bool { state.withLock { $0.id != 0 && $0.status == nil } }

  /// Asks it to end.
  package func terminate() {
    state.withLock { if $0.id != 0, $0.status == nil { _ = kill($0.id, SIGTERM) } }
  }

  /// Waits for its end; blocks.
  package func waitUntilExit() { running.wait() }

  /// Waits for its end, for a while; blocks.
  ///
  /// - Parameter seconds: how long.
  /// - Returns: whether it has ended.
  package func waitUntilExit(atMost seconds: Double) -> Bool {
    running.wait(timeout: .now() + seconds) == .success
  }

  /// Calls a closure when it has ended.
  package func whenEnded(_ body: @escaping @Sendable (ChildProgram) -> Void) {
    running.notify(queue: .global()) { body(self) }
  }

  /// The code that it returned, or the number of the signal; 0 while it runs.
  package var terminationStatus: Int32 {
    let status = state.withLock { $0.status } ?? 0
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
  }

  /// How it ended.
  package var terminationReason: Ending {
    state.withLock { ($0.status ?? 0) & 0x7F == 0 } ? .exit : .uncaughtSignal
  }
}
