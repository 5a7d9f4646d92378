import FireflyCore

/// How much, how long and how many: what a client bears from a server.
public struct ClientLimits: Hashable, Sendable {
  /// Seconds for a whole request, from sending to the last byte.
  public var seconds: Double = 10
  /// Seconds for a search or a picture; for one that is sent, of each time in which nothing moves.
  public var slowSeconds: Double = 30
  /// Seconds for sending a picture, as long as something of it leaves within each `slowSeconds`.
  public var uploadSeconds: Double = 900
  /// Bytes of a feed or a list of children; it is read as it arrives.
  public var listBytes = 64 << 20
  /// Bytes of an answer that is read at once: a post, a search, badges.
  public var answerBytes = 16 << 20
  /// Bytes of a picture.
  public var pictureBytes = PictureFormat.maximumFileSize
  /// Requests in flight at a time; the others wait in turn.
  public var inFlight = 4
  /// Pictures among them, so that slow pictures never stand in the way of posts.
  public var picturesInFlight = 2
  /// Redirects that are followed.
  public var redirects = 5

  /// The limits that Firefly uses.
  public init() {}
}
