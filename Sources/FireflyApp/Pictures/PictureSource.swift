import FireflyScreen

/// Draws pictures as cells.
public protocol PictureSource {
  /// Draws a picture, if it is loaded.
  ///
  /// - Parameters:
  ///   - address: the picture's address.
  ///   - placement: where and how to draw it.
  ///   - frame: the frame to draw into.
  /// - Returns: whether it was drawn.
  func draw(_ address: String, _ placement: PicturePlacement, into frame: inout Frame) -> Bool
}

/// The position of a picture, and how it is drawn.
public struct PicturePlacement: Hashable, Sendable {
  /// The left column.
  public var x: Int
  /// Width in columns.
  public var columns: Int
  /// Top edge, in half rows of the frame.
  public var halfY: Int
  /// Height in half rows.
  public var halfRows: Int
  /// Horizontal centre of the crop, -1…1, if the picture has another aspect ratio than its area.
  public var clipX: Double
  /// Vertical centre of the crop, -1…1.
  public var clipY: Double
  /// The colour of the card: behind the rounded corners, and beside the picture's first and last row
  /// if it begins or ends within them.
  public var card: Color
  /// Whether it doesn't move, so that it is drawn with finer characters.
  public var isSettled: Bool
}

/// A source without pictures: all of them remain placeholders.
public struct NoPictures: PictureSource {
  /// Creates the source.
  public init() {}

  /// Draws nothing.
  public func draw(
    _ address: String, _ placement: PicturePlacement, into frame: inout Frame
  ) -> Bool { false }
}
