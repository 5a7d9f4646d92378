import FireflyCore

/// What a picture's header tells: enough to reserve its place before the rest has come.
public struct PictureInfo: Hashable, Sendable {
  /// What it is.
  public let format: PictureFormat
  /// Pixels of the upright picture, after the turn that EXIF asks for.
  public let size: PixelSize
  /// How the stored pixels must be turned.
  let orientation: Orientation
  /// The fewest bytes that a whole file of that size can have.
  let fewestBytes: Int

  /// Pixels as stored, before the turn.
  var storedSize: PixelSize { orientation.swapsSides ? size.transposed : size }

  init(
    format: PictureFormat, storedSize: PixelSize, orientation: Orientation = .upright,
    fewestBytes: Int = 0
  ) {
    self.format = format
    self.size = orientation.swapsSides ? storedSize.transposed : storedSize
    self.orientation = orientation
    self.fewestBytes = fewestBytes
  }

  /// Reads the header from the first bytes of a picture.
  ///
  /// 32 bytes are enough for PNG, GIF and WebP, but for their being turned, which PNG and WebP may tell
  /// as late as at their end; a JPEG tells its size after its metadata, mostly within 4 KB, at times
  /// after 64 KB and more.
  ///
  /// - Parameters:
  ///   - bytes: What has come so far, from the beginning.
  ///   - isWhole: Whether there is nothing more to come.
  ///   - limits: What is refused by its header alone.
  /// - Returns: nil if more bytes are needed.
  /// - Throws: `PictureError.unknownFormat`, `.tooManyBytes`, `.tooManyPixels`, `.broken`.
  public static func read(
    _ bytes: [UInt8], isWhole: Bool, limits: PictureLimits = PictureLimits()
  ) throws(PictureError) -> PictureInfo? {
    guard bytes.count <= limits.bytes else { throw .tooManyBytes(bytes.count) }
    guard let format = PictureFormat.sniff(bytes) else {
      if isWhole || bytes.count >= PictureFormat.signatureLength { throw .unknownFormat }
      return nil
    }
    let info: PictureInfo? =
      switch format {
      case .png: try png(bytes)
      case .jpeg: try jpeg(bytes)
      case .gif: gif(bytes)
      case .webp: try webp(bytes)
      }
    guard let info else {
      if isWhole { throw .broken(format, reason: "it ends before its size") }
      return nil
    }
    let size = info.size
    guard size.width > 0, size.height > 0 else { throw .broken(format, reason: "it has no size") }
    guard size.width <= limits.side, size.height <= limits.side, size.area <= limits.pixels else {
      throw .tooManyPixels(size)
    }
    if isWhole, bytes.count < info.fewestBytes {
      throw .broken(format, reason: "far too few bytes for its size")
    }
    return info
  }
}
