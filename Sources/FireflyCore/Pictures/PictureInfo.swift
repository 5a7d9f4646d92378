/// The information in a picture's header: enough for its layout before the rest has arrived.
public struct PictureInfo: Hashable, Sendable {
  /// The format.
  public let format: PictureFormat
  /// Size of the upright picture in pixels, after the EXIF rotation.
  public let size: PixelSize
  /// The orientation of the stored pixels.
  package let orientation: Orientation
  /// Minimum number of bytes of a complete file of that size.
  package let fewestBytes: Int

  /// Size of the stored picture in pixels, before the rotation.
  package var storedSize: PixelSize { orientation.swapsSides ? size.transposed : size }

  package init(
    format: PictureFormat, storedSize: PixelSize, orientation: Orientation = .upright,
    fewestBytes: Int = 0
  ) {
    self.format = format
    self.size = orientation.swapsSides ? storedSize.transposed : storedSize
    self.orientation = orientation
    self.fewestBytes = fewestBytes
  }

  /// Parses the header from the first bytes of a picture, and checks it against the usual limits.
  ///
  /// - Parameters:
  ///   - bytes: the bytes that have arrived.
  ///   - isWhole: whether these are all bytes.
  /// - Returns: nil if more bytes are needed.
  /// - Throws: `PictureError.unknownFormat`, `.tooManyBytes`, `.tooManyPixels`, `.broken`.
  public static func read(_ bytes: [UInt8], isWhole: Bool) throws(PictureError) -> PictureInfo? {
    try read(bytes, isWhole: isWhole, limits: PictureLimits())
  }

  package static func read(
    _ bytes: [UInt8], isWhole: Bool, limits: PictureLimits
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
