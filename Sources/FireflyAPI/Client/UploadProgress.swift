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

  /// Takes reports, on any thread: a few a second while bytes move, the last when all have left, and none
  /// while nothing moves.
  public typealias Observer = @Sendable (UploadProgress) -> Void

  /// Who is told of the pictures that the current task sends; nil for nobody.
  @TaskLocal public static var observer: Observer?
}
