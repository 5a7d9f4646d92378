import Foundation

/// The user's own editor, in which a text is written.
struct EditorProgram {
  private let command: String
  private let environment: [String: String]

  /// What came of it.
  enum Outcome: Hashable {
    /// The text as it is now.
    case text(String)
    /// It ended with another code than 0: nothing is meant.
    case refused(code: Int32)
    /// A signal ended it, or us; the text as far as it was written.
    case interrupted(String, signal: Int32)
  }

  /// The program that `$VISUAL` names, or else `$EDITOR`.
  ///
  /// - Throws: `Failure` if neither does.
  init(environment: [String: String]) throws(Failure) {
    let names = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.filter { !$0.isEmpty }
    guard let command = names.first else {
      throw Failure(
        "There is no editor to write with. Set $VISUAL or $EDITOR, or use --body - and the words on "
          + "standard input.")
    }
    self.command = command
    self.environment = environment
  }

  /// Has a text edited, in a file that nobody else can read and that is gone afterwards; the terminal
  /// is as before, however the editor leaves it.
  ///
  /// - Throws: `Failure`.
  func edit(_ text: String) throws -> Outcome {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/post.md"
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Failure("\(file) can't be written, and an editor needs it.") }
    var modes = termios()
    let hasTerminal = tcgetattr(STDIN_FILENO, &modes) == 0
    defer { if hasTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) } }
    let process = try spawn(file)
    let status = try wait(for: process)
    let written = String(
      decoding: try InputFile(path: file).read(limit: Self.maximumBytes), as: UTF8.self)
    if status.signal != 0 { return .interrupted(written, signal: status.signal) }
    return status.code == 0 ? .text(written) : .refused(code: status.code)
  }

  /// Bytes of what is taken back: a server takes half a megabyte a field.
  private static let maximumBytes = 4 << 20

  private func makeFolder() throws(Failure) -> String {
    let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(parent)/firefly-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("\(parent): \(StandardStreams.reason(errno)). An editor needs a file there.")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// By the shell, because the name may come with arguments; in our group, so that the terminal is its.
  private func spawn(_ file: String) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // What we ignore, it would.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let words = ["/bin/sh", "-c", command + " \"$@\"", command, file]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, words[0], nil, &attributes, &arguments, environ)
    guard error == 0 else {
      throw Failure("The editor can't be started: \(StandardStreams.reason(error)).")
    }
    return process
  }

  /// Waits for its end; who ends us ends it first, and gets what was written.
  private func wait(for process: pid_t) throws -> (code: Int32, signal: Int32) {
    let signals = MainActor.assumeIsolated { () -> EditorSignals in EditorSignals(for: process) }
    let status = try MainLoop.run { () -> Int32 in
      await withCheckedContinuation { done in
        // A thread of its own, because it blocks.
        Thread.detachNewThread {
          var status: Int32 = 0
          while waitpid(process, &status, 0) < 0, errno == EINTR {}
          done.resume(returning: status)
        }
      }
    }
    let own = MainActor.assumeIsolated { signals.received }
    let code = (status >> 8) & 0xFF
    // What ends the editor, the shell between tells by its code.
    let signal = code > 128 ? code - 128 : status & 0x7F
    return (code, own != 0 ? own : signal)
  }
}

/// The signals that come while an editor runs.
@MainActor
private final class EditorSignals {
  private let sources = SignalSources()
  /// The one that was to end us; 0 if none came.
  private(set) var received: Int32 = 0

  init(for process: pid_t) {
    // From the terminal they come to the editor as well, which knows what to do with them.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    for number in [SIGTERM, SIGHUP] {
      sources.on(number) {
        self.received = number
        kill(process, number)
      }
    }
  }
}
