import Logging
import Synchronization

/// Keeps what is logged.
final class KeptLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])

  /// The level and the message of each line.
  var lines: [String] { kept.withLock(\.self) }
  var logger: Logger { Logger(label: "tests") { _ in self } }

  var logLevel: Logger.Level {
    get { .info }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { kept.withLock { $0.append("\(event.level) \(event.message)") } }
}
