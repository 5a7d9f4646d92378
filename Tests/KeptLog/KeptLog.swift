import Logging
import Synchronization

/// A log in memory.
public final class KeptLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])
  private let level: Logger.Level

  /// Creates an empty log.
  ///
  /// - Parameter level: what is less important isn't kept.
  public init(level: Logger.Level = .info) { self.level = level }

  /// The level, the message and, if there are any, the metadata of each line.
  public var lines: [String] { kept.withLock(\.self) }
  /// A logger that writes to it.
  public var logger: Logger { Logger(label: "tests") { _ in self } }

  /// What is less important isn't kept; it can't be changed.
  public var logLevel: Logger.Level {
    get { level }
    set {}
  }
  /// None, and none can be added.
  public var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  /// None, and none can be added.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  /// Keeps a line.
  public func log(event: LogEvent) {
    let metadata = event.metadata.map { " \($0)" } ?? ""
    kept.withLock { $0.append("\(event.level) \(event.message)\(metadata)") }
  }
}
