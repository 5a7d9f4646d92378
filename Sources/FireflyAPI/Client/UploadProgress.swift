/// How much of an upload has been sent.
package struct UploadProgress: Hashable, Sendable {
  /// Minimum number of seconds between two reports.
  static let interval = 0.25

  /// Bytes sent.
  package var sent: Int
  /// Bytes of the whole body.
  package var all: Int
  /// Whether all is sent, and the server prepares it.
  package private(set) var isWaiting = false

  /// The server prepares what was sent.
  package static let waiting: UploadProgress = {
    var progress = UploadProgress(sent: 1, all: 1)
    progress.isWaiting = true
    return progress
  }()

  /// Creates a value.
  package init(sent: Int, all: Int) { (self.sent, self.all) = (sent, all) }
}

/// Observes the progress of an upload.
///
/// Not a task-local value: release builds of Swift 6.3 crash when a closure is passed on as one.
package final class UploadObserver: Sendable {
  /// Receives a report.
  package let report: @Sendable (UploadProgress) -> Void

  /// Creates an observer.
  ///
  /// - Parameter report: called on any thread, a few times a second while bytes are sent, and at
  ///   the end.
  package init(_ report: @escaping @Sendable (UploadProgress) -> Void) { self.report = report }
}

extension UploadObserver: Hashable {
  /// Compares by identity.
  package static func == (one: UploadObserver, other: UploadObserver) -> Bool { one === other }

  /// Hashes the identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
