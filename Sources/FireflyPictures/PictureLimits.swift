import FireflyCore

/// Limits for pictures from other users.
struct PictureLimits: Hashable, Sendable {
  /// Maximum size of the file in bytes.
  var bytes = PictureFormat.maximumFileSize
  /// Maximum total number of pixels.
  var pixels = 50_000_000
  /// Maximum number of pixels on a side.
  var side = 30_000
  /// Maximum decoding time.
  var time = Duration.seconds(5)
  /// Maximum number of pixels that a JPEG may make the decoder visit, over all its scans.
  ///
  /// A progressive JPEG of a few kilobytes can request thousands of passes over the picture.
  var scannedPixels = 1_000_000_000
}
