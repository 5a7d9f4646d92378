import Foundation

/// Reads a pseudo-terminal on a thread of its own and stamps each read at once.
///
/// Nothing else happens on that thread, so that neither emulation nor a busy test delays a stamp
/// or lets the program wait.
final class OutputReader {
  // Both ends: ringing a pipe that nobody can read any more would raise SIGPIPE.
  private let stopping: (reading: Descriptor, writing: Descriptor)

  /// Most bytes that are kept, in all; a program that writes more finds nobody reading.
  private static let limit = 256 << 20

  /// Starts to read.
  ///
  /// - `bytesPerSecond`: How fast, as on a slow line; nil for as fast as it comes.
  /// - Throws: `TerminalError.systemCall`.
  init(reading master: Descriptor, into log: OutputLog, bytesPerSecond: Int?) throws {
    let stopping = try Descriptor.pipe()
    self.stopping = stopping
    let stopped = stopping.reading
    let thread = Thread { Self.run(master, stopped: stopped, log: log, bytesPerSecond) }
    thread.name = "terminal reader"
    thread.start()
  }

  deinit {
    var byte: UInt8 = 0
    _ = write(stopping.writing.number, &byte, 1)
  }

  private static func run(
    _ master: Descriptor, stopped: Descriptor, log: OutputLog, _ bytesPerSecond: Int?
  ) {
    defer { log.end() }
    // On a slow line a hundredth of a second's worth at a time.
    let size = bytesPerSecond.map { max(1, $0 / 100) } ?? 65_536
    var buffer = [UInt8](repeating: 0, count: size)
    var total = 0
    while total < limit {
      var requests = [
        pollfd(fd: master.number, events: CShort(POLLIN), revents: 0),
        pollfd(fd: stopped.number, events: CShort(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, -1) > 0 || errno == EINTR else { return }
      if requests[1].revents != 0 { return }
      let count = read(master.number, &buffer, buffer.count)
      let now = SuspendingClock.now
      if count > 0 {
        total += count
        log.append(OutputChunk(time: now, bytes: Array(buffer[..<count])))
        if let bytesPerSecond { usleep(UInt32(1_000_000 * count / bytesPerSecond)) }
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        // The master of a terminal that no program holds open any more answers EIO.
        return
      }
    }
  }
}
