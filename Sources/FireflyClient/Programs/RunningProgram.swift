import FireflyCore
import FireflyPrograms
import Foundation
import Synchronization

/// A program that was started.
final class RunningProgram: Sendable {
  /// How it ended.
  enum End {
    /// With a status of `waitpid`.
    case ended(Data, errors: Data, status: Int32)
    case tooLong
    case late
  }

  /// The process groups of programs that have not been waited for: their IDs are not reused.
  private static let groups = Mutex<Set<pid_t>>([])

  private let group: pid_t
  private let output = Pipe()
  private let errors = Pipe()
  /// Gets the status when the program has ended: others may have its output open.
  private let end = Pipe()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - input: what it reads.
  ///   - leavesOthers: whether what it has started goes on if it ends with success, as programs that hold the
  ///     clipboard do.
  init(
    _ words: [String], _ environment: [String: String], _ input: Data, leavesOthers: Bool
  ) throws(SystemProblem) {
    let source = try Self.file(with: input)
    defer { close(source) }
    let tether = try Tether()
    let streams = [
      STDIN_FILENO: source, tether.inherited: tether.inherited,
      STDOUT_FILENO: output.fileHandleForWriting.fileDescriptor,
      STDERR_FILENO: errors.fileHandleForWriting.fileDescriptor,
    ]
    do throws(SpawnFailure) {
      group = try Self.groups.withLock { groups throws(SpawnFailure) in
        let group = try ChildProcess.spawn(words, environment, in: .session, streams: streams)
        groups.insert(group)
        return group
      }
    } catch {
      tether.loosen()
      throw SystemProblem(code: error.code)
    }
    tether.tie(to: group)
    try? output.fileHandleForWriting.close()
    try? errors.fileHandleForWriting.close()
    let (group, end) = (group, end)
    Thread.detachNewThread {
      Self.wait(for: group, end.fileHandleForWriting, tether, leavesOthers: leavesOthers)
      tether.loosen()
    }
  }

  /// Returns a file without a name, at its beginning: unlike a pipe it takes everything at once.
  private static func file(with data: Data) throws(SystemProblem) -> Int32 {
    if data.isEmpty {
      let nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard nowhere >= 0 else { throw .last }
      return nowhere
    }
    var path = Array((NSTemporaryDirectory() + "firefly-XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw .last }
    unlink(path)
    guard PrivateFile.write(data, to: file) else {
      let problem = SystemProblem.last
      close(file)
      throw problem
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// Microseconds that what a program has started has for setsid(2), after the end of the program.
  private static let grace: UInt32 = 500_000

  /// Waits for the end of the program; a moment later ends what it has started, except in other sessions, and unless
  /// that is left alone.
  private static func wait(
    for group: pid_t, _ end: FileHandle, _ tether: Tether, leavesOthers: Bool
  ) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(group), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let result = information._sifields._sigchld.si_status
    let status = information.si_code == CLD_EXITED ? result << 8 : result
    withUnsafeBytes(of: status) { try? end.write(contentsOf: Data($0)) }
    try? end.close()
    let endsOthers = !leavesOthers || status != 0
    if endsOthers { usleep(grace) } else { tether.untie() }
    // Until it is waited for, its ID is not reused.
    groups.withLock {
      if endsOthers { Glibc.kill(-group, SIGKILL) }
      while waitpid(group, nil, 0) < 0, errno == EINTR {}
      $0.remove(group)
    }
  }

  /// Whether the program of a group has ended, but not what it has started.
  private static func isEnding(_ group: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(group), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information._sifields._sigchld.si_pid == group
  }

  /// Ends it with what it has started.
  func kill() {
    Self.groups.withLock { if $0.contains(group) { Glibc.kill(-group, SIGKILL) } }
  }

  /// Ends all that run; those that have ended take the rest along after `grace`.
  ///
  /// - Parameter waits: whether to wait for that, because Firefly ends now.
  static func endAll(waits: Bool) {
    let areEnding = groups.withLock { groups in
      let ending = groups.filter(isEnding)
      groups.subtracting(ending).forEach { Glibc.kill(-$0, SIGKILL) }
      return !ending.isEmpty
    }
    if waits, areEnding { usleep(grace) }
  }

  /// Reads what it prints, until it ends; blocks.
  func output(within seconds: Double, atMost maximum: Int, errors maximumErrors: Int) -> End {
    let deadline = ContinuousClock.now + .seconds(seconds)
    let readers = [output, errors, end].map(\.fileHandleForReading.fileDescriptor)
    readers.forEach { _ = fcntl($0, F_SETFL, O_NONBLOCK) }
    var texts = [Data(), Data(), Data()]
    var open = readers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // What was printed before the end is in the pipes by then.
    while open[2].fd >= 0 {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else {
        kill()
        return .late
      }
      poll(&open, 3, Int32(min(left.rounded(.up), 60_000)))
      for index in [2, 0, 1] where open[index].revents != 0 || open[2].revents != 0 {
        // Errors may come faster than they are read.
        let room = index == 1 ? Self.pipeBytes : maximum - texts[index].count
        if Self.read(readers[index], into: &texts[index], atMost: room) { open[index].fd = -1 }
      }
      guard texts[0].count <= maximum else {
        kill()
        return .tooLong
      }
      // A copy: a slice would keep everything before it in memory.
      texts[1] = Data(texts[1].suffix(maximumErrors))
    }
    let status = texts[2].withUnsafeBytes {
      $0.count == 4 ? $0.loadUnaligned(as: Int32.self) : 0
    }
    return .ended(texts[0], errors: texts[1], status: status)
  }

  /// The most that a pipe holds without special rights: what is read of the errors at a time.
  private static let pipeBytes = 1 << 20

  /// Reads what there is, up to a little more than a maximum.
  ///
  /// - Returns: whether that was the end.
  private static func read(
    _ descriptor: Int32, into text: inout Data, atMost maximum: Int
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rest = maximum
    while rest >= 0 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return count == 0 || errno != EAGAIN && errno != EINTR }
      text.append(contentsOf: buffer.prefix(count))
      rest -= count
    }
    return false
  }
}

/// A pipe that ends a program when Firefly ends, also by `kill -9`: the kernel then closes its other end, and sends
/// a signal to the program's group.
///
/// It is tied when it has begun: a `kill -9` in that moment leaves it.
private struct Tether: Sendable {
  /// Linux's `F_SETSIG`.
  private static let setSignal: Int32 = 10

  /// The end that the program inherits.
  let inherited: Int32
  private let own: Int32

  init() throws(SystemProblem) {
    var ends: [Int32] = [-1, -1]
    // A program that is started inherits neither: see `ChildProcess`.
    guard pipe(&ends) == 0 else { throw .last }
    (inherited, own) = (ends[0], ends[1])
  }

  /// Ties a group of processes to it.
  func tie(to group: pid_t) {
    _ = fcntl(inherited, F_SETOWN, -group)
    _ = fcntl(inherited, Self.setSignal, SIGKILL)
    _ = fcntl(inherited, F_SETFL, O_ASYNC)
  }

  /// Unties the group, whose other programs may have inherited the pipe.
  func untie() { _ = fcntl(inherited, F_SETFL, 0) }

  /// Closes it when the program has ended.
  func loosen() { [inherited, own].forEach { close($0) } }
}
