import CSpawn
import Glibc

/// Starts programs, without a shell.
package enum ChildProcess {
  /// The process group of a program.
  package enum Group {
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
  ///   - group: its process group.
  ///   - streams: the descriptors that become its standard streams, and others that it has; standard streams that are
  ///     not named are inherited, all other descriptors are closed.
  ///   - folder: the folder in which it starts; nil for that of Firefly.
  /// - Returns: its process ID, which is that of its group, too, unless that is inherited.
  package static func spawn(
    _ words: [String], _ environment: [String: String], in group: Group,
    streams: [Int32: Int32] = [:], folder: String? = nil
  ) throws(SpawnFailure) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
    // Those that the system itself would leave open, such as accepted connections.
    var next = STDERR_FILENO + 1
    for kept in streams.keys.sorted() where kept >= next {
      for descriptor in next..<kept { posix_spawn_file_actions_addclose(&actions, descriptor) }
      next = kept + 1
    }
    _ = firefly_spawn_close_from(&actions, next)
    if let folder { _ = firefly_spawn_in_folder(&actions, folder) }
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
    var error = ETXTBSY
    // A program that was just written is busy while another child, which is beginning, has its file open.
    for _ in 0..<100 where error == ETXTBSY {
      error = posix_spawn(
        &process, words.first ?? "", &actions, &attributes, &arguments, &variables)
      if error == ETXTBSY { usleep(2_000) }
    }
    guard error == 0 else { throw SpawnFailure(code: error) }
    return process
  }
}
