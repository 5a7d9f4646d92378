import FireflyCore

/// Limits for pictures from other users.
public struct PictureLimits: Hashable, Sendable {
  /// Maximum size of the file in bytes.
  public var bytes: Int
  /// Maximum total number of pixels.
  public var pixels: Int
  /// Maximum number of pixels on a side.
  public var side: Int
  /// Maximum decoding time.
  public var time: Duration
  /// Maximum number of pixels that a JPEG may make the decoder visit, over all its scans.
  ///
  /// A progressive JPEG of a few kilobytes can request thousands of passes over the picture.
  public var scannedPixels: Int

  /// Creates limits; by default 16 MB, 50 megapixels, 30,000 a side, 5 s.
  public init(
    bytes: Int = PictureFormat.maximumFileSize, pixels: Int = 50_000_000, side: Int = 30_000,
    time: Duration = .seconds(5), scannedPixels: Int = 1_000_000_000
  ) {
    self.bytes = bytes
    self.pixels = pixels
    self.side = side
    self.time = time
    self.scannedPixels = scannedPixels
  }
}
