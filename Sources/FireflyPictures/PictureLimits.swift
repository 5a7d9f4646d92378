import FireflyCore

/// What a picture from outside may cost.
public struct PictureLimits: Hashable, Sendable {
  /// Bytes of the file.
  public var bytes: Int
  /// Pixels that it may declare, all together.
  public var pixels: Int
  /// Pixels that a side may declare.
  public var side: Int
  /// How long decoding may take.
  public var time: Duration
  /// Pixels that a JPEG may make the decoder visit, over all its scans.
  ///
  /// A progressive JPEG of a few kilobytes can ask for thousands of passes over the picture.
  public var scannedPixels: Int

  /// Limits; by default 16 MB, 50 megapixels, 30,000 a side, 5 s.
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
