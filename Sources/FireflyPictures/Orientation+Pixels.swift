import FireflyCore

extension Orientation {
  /// Returns the stored position of the pixel at (x, y) of the upright picture, for a stored size.
  func stored(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let right = size.width - 1
    let bottom = size.height - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .halfTurn: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .quarterTurnRight: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .quarterTurnLeft: (right - y, x)
    }
  }
}
