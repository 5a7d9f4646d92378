import FireflyCore
import Foundation
import Logging
import Synchronization

/// The log file, which is rotated at 5 MB.
package final class LogFile: Sendable {
  /// Bytes at which the file is renamed to `firefly.log.1`.
  static let limit = 5_000_000

  private let file: URL
  private let state: Mutex<State>

  private struct State {
    var descriptor: Int32 = -1
    var size = 0
    var hasFailed = false
  }

  /// Creates a log in a folder; the file is opened with the first line.
  init(folder: URL) {
    file = folder.appendingPathComponent("firefly.log")
    state = Mutex(State())
  }

  deinit {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
    }
  }

  /// Returns a logger that writes to the file.
  func logger(_ label: String, level: Logger.Level) -> Logger {
    var logger = Logger(label: label) { _ in LogFileHandler(file: self) }
    logger.logLevel = level
    return logger
  }

  /// Appends a line.
  ///
  /// A log that can't be written is no reason to disturb the user.
  func append(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    state.withLock { state in
      guard !state.hasFailed else { return }
      if state.descriptor < 0 { open(&state) }
      if state.size + bytes.count > Self.limit, state.size > 0 { rotate(&state) }
      guard state.descriptor >= 0 else { return }
      let count = write(state.descriptor, bytes, bytes.count)
      state.size += max(0, count)
    }
  }

  /// Closes the file; the next line opens it again, or creates another one if it was renamed.
  func reopen() {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      state = State()
    }
  }

  private func open(_ state: inout State) {
    try? StandardPaths.make(file.deletingLastPathComponent())
    // Don't follow a symbolic link: another user may have created it. A pipe in its place must not block.
    state.descriptor = OwnFiles.openOrCreate(
      file.path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
    state.hasFailed = state.descriptor < 0
    state.size = state.hasFailed ? 0 : Int(max(0, lseek(state.descriptor, 0, SEEK_END)))
  }

  private func rotate(_ state: inout State) {
    close(state.descriptor)
    rename(file.path, file.path + ".1")
    open(&state)
  }
}

/// The handler of swift-log that writes to the file.
private struct LogFileHandler: LogHandler {
  let file: LogFile
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata
    event.metadata.map { fields.merge($0) { $1 } }
    let tail = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    // One line each, without control characters, whatever a server sends.
    let text = ForeignText.cleanLine("\(event.message)\(tail)")
    file.append("\(Self.time()) \(event.level) \(text)")
  }

  /// Returns the local time with milliseconds.
  private static func time() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    localtime_r(&now.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    let seconds = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let milliseconds = String(now.tv_nsec / 1_000_000)
    return seconds + "." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }
}
