/// How much of a picture's request has left this machine.
public struct UploadProgress: Hashable, Sendable {
  /// Seconds between two reports, at least.
  static let interval = 0.25

  /// Bytes that have left.
  public var sent: Int
  /// Bytes of the whole request's body.
  public var all: Int

  /// So many of so many bytes.
  public init(sent: Int, all: Int) {
    self.sent = sent
    self.all = all
  }

}

/// Who is told how much of a picture's request has left.
///
/// Not a value of the task: Swift 6.3 ends release builds that hand a closure on as one.
public final class UploadObserver: Sendable {
  let report: @Sendable (UploadProgress) -> Void

  /// - `report`: takes reports, on any thread: a few a second while bytes move, the last when all have left,
  ///   and none while nothing moves.
  public init(_ report: @escaping @Sendable (UploadProgress) -> Void) { self.report = report }
}

extension UploadObserver: Hashable {
  /// Whether two are one.
  public static func == (one: UploadObserver, other: UploadObserver) -> Bool { one === other }

  /// Hashes which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
