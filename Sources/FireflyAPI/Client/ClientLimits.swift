import FireflyCore

/// The limits of a client: sizes, times and counts.
public struct ClientLimits: Hashable, Sendable {
  /// Seconds for a request, and then for every 2 KB of its response, so that a slow line that is
  /// steady gets all of it.
  public var seconds: Double = 10
  /// The same for a search or a picture.
  ///
  /// For an upload, seconds without any progress.
  public var slowSeconds: Double = 30
  /// Seconds for a response in total.
  public var steadySeconds: Double = 300
  /// Seconds for an upload in total.
  public var uploadSeconds: Double = 900
  /// Bytes of a feed or a list of children; these are decoded as they arrive.
  public var listBytes = 64 << 20
  /// Bytes of any other response: a post, a search, badges.
  public var answerBytes = 16 << 20
  /// Bytes of a picture.
  public var pictureBytes = PictureFormat.maximumFileSize
  /// Requests in flight at a time; further requests queue.
  public var inFlight = 4
  /// Picture requests in flight at a time, so that slow pictures never block posts.
  public var picturesInFlight = 2
  /// Maximum number of redirects to follow.
  public var redirects = 5

  /// Creates the default limits.
  public init() {}
}
