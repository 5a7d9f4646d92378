import FireflyCore

/// Makes of a picture's file what a server is sent: one picture, upright, of a moderate size, with nothing
/// else that the file may tell, such as where it was taken.
///
/// It has no state: any number of threads may use one.
public struct PicturePreparer: Sendable {
  /// Pixels of the longer side, at most.
  public static let longestSide = 1_200

  /// What pictures may cost.
  public var limits: PictureLimits

  /// A preparer with the given limits.
  public init(limits: PictureLimits = PictureLimits()) { self.limits = limits }

  /// The picture as a JPEG of 90 % quality: turned upright, scaled down where a side is longer than
  /// `longestSide`, over white where it lets something shine through; of an animation, its first frame.
  ///
  /// Where no picture can be decoded because a library is missing, one that is small enough and stands
  /// upright is taken as it is.
  ///
  /// It blocks, for as long as decoding takes and a few milliseconds more.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: what is to be sent.
  /// - Throws: `PictureError`, every case; `.broken` for a file that ends early.
  public func prepare(_ bytes: [UInt8]) throws(PictureError) -> PreparedPicture {
    guard let info = try PictureInfo.read(bytes, isWhole: true, limits: limits) else {
      throw .unknownFormat
    }
    let box = PixelSize(width: Self.longestSide, height: Self.longestSide)
    let bitmap: Bitmap
    do throws(PictureError) {
      bitmap = try PictureDecoder(limits: limits).decode(bytes, fitting: box)
    } catch .unavailable(let reason) {
      return try asItIs(bytes, info, because: reason)
    }
    guard bitmap.isComplete else { throw Self.endsEarly(info.format) }
    let size = info.size.fitted(into: box)
    guard let file = bitmap.overWhite.encoded(as: .jpeg, scaled: size) else {
      return try asItIs(bytes, info, because: "there is no way to write a JPEG")
    }
    return PreparedPicture(bytes: file, format: .jpeg, size: size)
  }

  /// The same on another thread, for callers that must not wait.
  ///
  /// - Throws: `PictureError`, every case.
  @concurrent public func prepared(
    _ bytes: [UInt8]
  ) async throws(PictureError) -> PreparedPicture {
    try prepare(bytes)
  }

  /// A picture that can't be decoded here, if it need not be.
  ///
  /// - Throws: `PictureError.unavailable` if it needs to be turned or scaled, `.broken`, `.tooSlow`.
  func asItIs(
    _ bytes: [UInt8], _ info: PictureInfo, because reason: String
  ) throws(PictureError) -> PreparedPicture {
    guard info.orientation == .upright, max(info.size.width, info.size.height) <= Self.longestSide
    else { throw .unavailable(reason) }
    guard try StillFile(bytes, info: info, limits: limits).isComplete else {
      throw Self.endsEarly(info.format)
    }
    return PreparedPicture(bytes: bytes, format: info.format, size: info.size)
  }

  private static func endsEarly(_ format: PictureFormat) -> PictureError {
    .broken(format, reason: "it ends early")
  }
}
