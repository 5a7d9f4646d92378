/// How much of an upload has been sent.
public struct UploadProgress: Hashable, Sendable {
  /// Minimum number of seconds between two reports.
  static let interval = 0.25

  /// Bytes sent.
  public var sent: Int
  /// Bytes of the whole body.
  public var all: Int

  /// Creates a value.
  public init(sent: Int, all: Int) { (self.sent, self.all) = (sent, all) }
}

/// Observes the progress of an upload.
///
/// Not a task-local value: release builds of Swift 6.3 crash when a closure is passed on as one.
public final class UploadObserver: Sendable {
  /// Receives a report.
  public let report: @Sendable (UploadProgress) -> Void

  /// Creates an observer.
  ///
  /// - Parameter report: called on any thread, a few times a second while bytes are sent, and at
  ///   the end.
  public init(_ report: @escaping @Sendable (UploadProgress) -> Void) { self.report = report }
}

extension UploadObserver: Hashable {
  /// Compares by identity.
  public static func == (one: UploadObserver, other: UploadObserver) -> Bool { one === other }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
