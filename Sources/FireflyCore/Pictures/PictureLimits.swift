/// Limits for pictures from other users.
package struct PictureLimits: Hashable, Sendable {
  /// Maximum size of the file in bytes.
  package var bytes = PictureFormat.maximumFileSize
  /// Maximum total number of pixels.
  package var pixels = 50_000_000
  /// Maximum number of pixels on a side.
  package var side = 30_000
  /// Maximum decoding time.
  package var time = Duration.seconds(5)
  /// Maximum number of pixels that a JPEG may make the decoder visit, over all its scans.
  ///
  /// A progressive JPEG of a few kilobytes can request thousands of passes over the picture.
  package var scannedPixels = 1_000_000_000

  /// Creates the usual limits.
  package init() {}
}
