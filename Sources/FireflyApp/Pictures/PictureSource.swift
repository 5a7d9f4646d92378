import FireflyScreen

/// Where a view gets pictures from, as cells.
public protocol PictureSource {
  /// Draws a picture into a frame, if it is at hand; returns whether it was.
  func draw(_ address: String, _ placement: PicturePlacement, into frame: inout Frame) -> Bool
}

/// Where and how a picture is drawn.
public struct PicturePlacement: Hashable, Sendable {
  /// Left column.
  public var x: Int
  /// Columns.
  public var columns: Int
  /// Top edge, in half rows of the frame.
  public var halfY: Int
  /// Height in half rows.
  public var halfRows: Int
  /// Centre of the crop, -1…1, where the picture has another shape than its place.
  public var clipX: Double
  /// Centre of the crop, -1…1.
  public var clipY: Double
  /// What the corners let through.
  public var card: Color
  /// What fills the upper half of a row whose lower half it begins in.
  public var above: Color
  /// What fills the lower half of a row whose upper half it ends in.
  public var below: Color
  /// Whether it rests: then it may be drawn more finely than while it moves.
  public var isSettled: Bool
}

/// No pictures at all: every place stays a grey rectangle.
public struct NoPictures: PictureSource {
  /// The one there is.
  public init() {}

  /// Draws nothing.
  public func draw(
    _ address: String, _ placement: PicturePlacement, into frame: inout Frame
  ) -> Bool { false }
}
