import CPseudoTerminal
import Glibc

/// How a program ended.
package enum TerminationStatus: Equatable, Sendable {
  /// It returned a code.
  case code(CInt)
  /// A signal ended it.
  case signal(CInt)

  init(waitStatus status: CInt) {
    let signal = status & 0x7F
    self = signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// A program started in a pseudo-terminal, in a session of its own.
final class ChildProcess {
  /// Its process id; also the id of its session.
  let id: pid_t
  /// When it was started.
  let started: SuspendingClock.Instant
  private var status: TerminationStatus?

  /// Starts a program with the terminal as its controlling one and as its standard streams.
  ///
  /// - Throws: `TerminalError.cannotStart`.
  init(
    path: String, arguments: [String], environment: [String: String], directory: String?,
    terminal: String
  ) throws {
    var pid: pid_t = 0
    let begin = SuspendingClock.now
    let failure = Self.withPointers(to: [path] + arguments) { arguments in
      Self.withPointers(to: environment.map { "\($0.key)=\($0.value)" }) { environment in
        pseudo_terminal_spawn(&pid, path, arguments, environment, directory, terminal)
      }
    }
    guard failure == 0 else { throw TerminalError.cannotStart(path, code: failure) }
    id = pid
    started = begin
  }

  deinit {
    end()
  }

  /// How it ended; nil while it runs.
  func exitStatus() -> TerminationStatus? {
    if status == nil {
      var raw: CInt = 0
      if waitpid(id, &raw, WNOHANG) == id { status = TerminationStatus(waitStatus: raw) }
    }
    return status
  }

  /// Whether it has been stopped and not continued.
  var isStopped: Bool {
    var text = [UInt8](repeating: 0, count: 512)
    let file = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let count = read(file, &text, text.count)
    // The name of the program, in brackets, may hold brackets itself.
    let state = text.prefix(max(0, count)).split(separator: UInt8(ascii: ")")).last
    return state?.dropFirst().first == UInt8(ascii: "T")
  }

  /// Sends a signal to it, unless it has ended: then its id may be another's.
  func send(_ signal: CInt) {
    if exitStatus() == nil { kill(id, signal) }
  }

  /// Ends it, kindly first, and waits at most two seconds.
  func end() {
    for signal in [SIGHUP, SIGTERM, SIGKILL] {
      guard exitStatus() == nil else { return }
      send(signal)
      // A stopped program takes no other signal before it goes on.
      send(SIGCONT)
      let deadline = SuspendingClock.now + .milliseconds(700)
      while exitStatus() == nil, SuspendingClock.now < deadline { usleep(1_000) }
    }
  }

  private static func withPointers<Result>(
    to strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
