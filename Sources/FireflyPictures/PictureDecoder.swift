import CPictures
import FireflyCore

/// Decodes pictures, within limits.
///
/// It has no state, so threads may share one. A PNG or WebP of 50 megapixels takes 200 MB while it
/// is decoded, so decode one picture at a time if memory is short.
package struct PictureDecoder: Sendable {
  var limits = PictureLimits()

  /// Creates a decoder.
  package init() {}

  /// Why pictures can't be decoded, as a sentence for users; nil if they can.
  ///
  /// The first call loads the library, which takes some milliseconds.
  package static var problem: String? {
    firefly_decoding_problem().map { _ in
      "Pictures need gdk-pixbuf. On Debian: apt install libgdk-pixbuf-2.0-0."
    }
  }

  /// Loads the library ahead of the first decoding: some 10 ms.
  package static func prepare() {
    guard problem == nil else { return }
    var problem = [CChar](repeating: 0, count: 256)
    guard let decoder = firefly_decoder_create(PictureFormat.jpeg.rawValue, 1, 1, 1, 1, &problem)
    else { return }
    firefly_decoder_destroy(decoder)
  }

  /// Decodes a picture, scaled down to about `box` and upright; of an animation, the first frame.
  ///
  /// It is scaled by whole divisors only, so each side of the bitmap is at least as long as if it
  /// fitted into the box, but less than twice as long.
  ///
  /// A file that ends early is decoded as far as possible, with the rest grey and
  /// `Bitmap.isComplete` false.
  ///
  /// This function blocks: 4 ms for a JPEG of 1,200 pixels a side, up to a second for the largest.
  /// It checks the time limit and cancellation after every 64 KB.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - box: the size in pixels that the upright picture should fit into; it is never enlarged.
  /// - Throws: `PictureError`, every case.
  package func decode(_ bytes: [UInt8], fitting box: PixelSize) throws(PictureError) -> Bitmap {
    guard let info = try PictureInfo.read(bytes, isWhole: true, limits: limits) else {
      throw .unknownFormat
    }
    if let problem = Self.problem { throw .unavailable(problem) }
    let file = try StillFile(bytes, info: info, limits: limits)
    let turnedBox = info.orientation.swapsSides ? box.transposed : box
    let wanted = info.storedSize.fitted(into: turnedBox)
    let target = info.format.decodedSize(of: info.storedSize, for: wanted)

    var problem = [CChar](repeating: 0, count: 256)
    guard
      let decoder = firefly_decoder_create(
        info.format.rawValue, Int32(info.storedSize.width), Int32(info.storedSize.height),
        Int32(target.width), Int32(target.height), &problem)
    else {
      throw .unavailable(
        info.format == .webp
          ? "WebP pictures need a decoder. On Debian: apt install webp-pixbuf-loader."
          : Self.text(problem))
    }
    defer { firefly_decoder_destroy(decoder) }

    let isWhole = try feed(file.pieces, to: decoder) && file.isComplete
    var pixels = firefly_pixels()
    let reason = String(cString: firefly_decoder_problem(decoder))
    guard firefly_decoder_pixels(decoder, &pixels), pixels.width > 0, pixels.height > 0 else {
      throw .broken(info.format, reason: reason.isEmpty ? "it can't be decoded" : reason)
    }
    let divisor = min(Int(pixels.width) / wanted.width, Int(pixels.height) / wanted.height)
    return Bitmap(
      pixels, orientation: info.orientation, divisor: max(1, divisor), isComplete: isWhole)
  }

  /// Feeds the pieces to the decoder in steps; false if they are invalid or incomplete.
  private func feed(
    _ pieces: [ArraySlice<UInt8>], to decoder: OpaquePointer
  ) throws(PictureError) -> Bool {
    let deadline = ContinuousClock.now + limits.time
    for piece in pieces {
      var rest = piece
      while !rest.isEmpty {
        if Task.isCancelled { throw .cancelled }
        if ContinuousClock.now > deadline { throw .tooSlow }
        let step = rest.prefix(65_536)
        rest = rest.dropFirst(65_536)
        let goesOn = step.withUnsafeBufferPointer {
          firefly_decoder_feed(decoder, $0.baseAddress, $0.count)
        }
        if !goesOn { return false }
      }
    }
    return firefly_decoder_finish(decoder)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension PictureFormat {
  /// Returns the size to request from the library, so that it doesn't scale the decoded picture,
  /// which takes longer than decoding.
  ///
  /// libjpeg decodes at halves, quarters and eighths for less than at full size, and libwebp at any
  /// size.
  fileprivate func decodedSize(of stored: PixelSize, for wanted: PixelSize) -> PixelSize {
    switch self {
    case .webp: return wanted
    case .png, .gif: return stored
    case .jpeg:
      let sizes = [8, 4, 2].map { divisor in
        PixelSize(
          width: (stored.width + divisor - 1) / divisor,
          height: (stored.height + divisor - 1) / divisor)
      }
      return sizes.first { $0.width >= wanted.width && $0.height >= wanted.height } ?? stored
    }
  }
}
