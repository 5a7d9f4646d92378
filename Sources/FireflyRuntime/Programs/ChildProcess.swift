import Foundation

/// Starts programs, without a shell.
public enum ChildProcess {
  /// The process group of a program.
  public enum Group {
    /// That of Firefly.
    case inherited
    /// A group of its own, in the same terminal.
    case own
    /// A session of its own, without a terminal.
    case session
  }

  /// glibc's `POSIX_SPAWN_SETSID`.
  private static let setSession: Int32 = 0x80

  /// Starts a program, in which no signal is blocked or ignored.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - environment: its environment.
  ///   - group: its process group.
  ///   - streams: the descriptors that become its standard streams; others are inherited.
  /// - Returns: its process ID, which is that of its group, too, unless that is inherited.
  /// - Throws: `SystemProblem`.
  public static func spawn(
    _ words: [String], _ environment: [String: String], in group: Group,
    streams: [Int32: Int32] = [:]
  ) throws(SystemProblem) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
    closeDescriptorsOnExec()
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Ignored signals would be inherited.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let grouping: Int32 =
      switch group {
      case .inherited: 0
      case .own: Int32(POSIX_SPAWN_SETPGROUP)
      case .session: setSession
      }
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | grouping))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(
      &process, words.first ?? "", &actions, &attributes, &arguments, &variables)
    guard error == 0 else { throw SystemProblem(code: error) }
    return process
  }

  /// Closes all descriptors in the program except the standard streams: accepted connections are
  /// not closed by themselves.
  private static func closeDescriptorsOnExec() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for file in names.compactMap({ Int32($0) }) where file > STDERR_FILENO {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
  }
}
