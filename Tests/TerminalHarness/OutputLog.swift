import Glibc
import Synchronization

/// Bytes of one read, and when it returned.
package struct OutputChunk: Sendable {
  /// CLOCK_MONOTONIC, taken at once after the read.
  package let time: SuspendingClock.Instant
  /// What was read.
  package let bytes: [UInt8]
}

/// Everything a program has written, kept as it was read.
final class OutputLog: Sendable {
  private struct Contents {
    var chunks: [OutputChunk] = []
    var hasEnded = false
  }

  private let contents = Mutex(Contents())
  private let bell: (reading: Descriptor, writing: Descriptor)

  /// An empty log.
  ///
  /// - Throws: `TerminalError.systemCall`.
  init() throws {
    bell = try Descriptor.pipe()
  }

  /// How many chunks there are.
  var count: Int { contents.withLock { $0.chunks.count } }

  /// Whether the program's side of the terminal is closed: no more will come.
  var hasEnded: Bool { contents.withLock { $0.hasEnded } }

  /// The chunks from an index on.
  func chunks(from index: Int) -> [OutputChunk] {
    // A copy: a slice would share the storage, and every append would then copy all of it.
    contents.withLock { Array($0.chunks.dropFirst(index)) }
  }

  /// The first chunk from an index on.
  func chunk(at index: Int) -> OutputChunk? {
    contents.withLock { index < $0.chunks.count ? $0.chunks[index] : nil }
  }

  /// The newest chunk, if there is one from an index on.
  func last(from index: Int) -> OutputChunk? {
    contents.withLock { index < $0.chunks.count ? $0.chunks.last : nil }
  }

  /// Adds what was read.
  func append(_ chunk: OutputChunk) {
    contents.withLock { $0.chunks.append(chunk) }
    ring()
  }

  /// Marks the end.
  func end() {
    contents.withLock { $0.hasEnded = true }
    ring()
  }

  /// Waits until there are more chunks than `count`, the end has come or the time is over.
  func wait(beyond count: Int, until deadline: SuspendingClock.Instant) {
    while self.count <= count, !hasEnded {
      let left = deadline - .now
      guard left > .zero else { return }
      if bell.reading.isReady(for: POLLIN, within: left) { silence() }
    }
  }

  private func ring() {
    var byte: UInt8 = 0
    // A full pipe has been rung often enough.
    _ = write(bell.writing.number, &byte, 1)
  }

  private func silence() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(bell.reading.number, &bytes, bytes.count) > 0 {}
  }
}
