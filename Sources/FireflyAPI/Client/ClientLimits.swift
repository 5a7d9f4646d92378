import FireflyCore

/// The limits of a client: sizes, times and counts.
package struct ClientLimits: Hashable, Sendable {
  /// Seconds for a request, and then for every 2 KB of its response, so that a slow line that is
  /// steady gets all of it.
  package var seconds: Double = 10
  /// The same for a search or a picture.
  ///
  /// For an upload, seconds without any progress.
  package var slowSeconds: Double = 30
  /// Seconds for a response in total.
  package var steadySeconds: Double = 300
  /// Seconds for an upload in total.
  package var uploadSeconds: Double = 900
  /// Bytes of a feed or a list of children; these are decoded as they arrive.
  package var listBytes = 64 << 20
  /// Bytes of any other response: a post, a search, badges.
  package var answerBytes = 16 << 20
  /// Bytes of a picture.
  package var pictureBytes = PictureFormat.maximumFileSize
  /// Requests in flight at a time; further requests queue.
  package var inFlight = 4
  /// Picture requests in flight at a time, so that slow pictures never block posts.
  package var picturesInFlight = 2
  /// Maximum number of redirects to follow.
  package var redirects = 5

  /// Creates the default limits.
  package init() {}
}
