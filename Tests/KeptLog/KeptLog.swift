import Logging
import Synchronization

/// A log in memory.
package final class KeptLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])
  private let level: Logger.Level

  /// Creates an empty log.
  ///
  /// - Parameter level: what is less important isn't kept.
  package init(level: Logger.Level = .info) { self.level = level }

  /// The level, the message and, if there are any, the metadata of each line.
  package var lines: [String] { kept.withLock(\.self) }
  /// A logger that writes to it.
  package var logger: Logger { Logger(label: "tests") { _ in self } }

  /// What is less important isn't kept; it can't be changed.
  package var logLevel: Logger.Level {
    get { level }
    set {}
  }
  /// None, and none can be added.
  package var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  /// None, and none can be added.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  /// Keeps a line.
  package func log(event: LogEvent) {
    let metadata = event.metadata.map { " \($0)" } ?? ""
    kept.withLock { $0.append("\(event.level) \(event.message)\(metadata)") }
  }
}
