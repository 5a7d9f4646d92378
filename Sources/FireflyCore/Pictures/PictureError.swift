/// Why a picture can't be shown.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are not a PNG, JPEG, GIF or WebP.
  case unknownFormat
  /// More bytes than allowed.
  case tooManyBytes(Int)
  /// More pixels than allowed, in total or on a side.
  case tooManyPixels(PixelSize)
  /// The bytes are invalid, or end before there is anything to show.
  case broken(PictureFormat, reason: String)
  /// Decoding would exceed, or has exceeded, the time limit.
  case tooSlow
  /// The task was cancelled.
  case cancelled
  /// A library isn't installed; a sentence for users.
  case unavailable(String)

  /// A sentence for users, without a full stop.
  public var description: String {
    switch self {
    case .unknownFormat: "not a PNG, JPEG, GIF or WebP picture"
    case .tooManyBytes(let count): "picture too large: \(count >> 20) MB"
    case .tooManyPixels(let size): "picture too large: \(size.width) × \(size.height) pixels"
    case .broken(let format, let reason): "broken \(format.rawValue) picture: \(reason)"
    case .tooSlow: "picture takes too long to decode"
    case .cancelled: "picture no longer wanted"
    case .unavailable(let reason): reason
    }
  }
}
