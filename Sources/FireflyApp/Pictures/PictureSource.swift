import FireflyScreen

/// Draws pictures as cells.
package protocol PictureSource {
  /// Draws a picture, if it is loaded.
  ///
  /// - Returns: whether it was drawn.
  func draw(_ address: String, _ placement: PicturePlacement, into frame: inout Frame) -> Bool
}

/// The position of a picture, and how it is drawn.
package struct PicturePlacement: Hashable, Sendable {
  /// The left column.
  package var x: Int
  /// Width in columns.
  package var columns: Int
  /// Top edge, in half rows of the frame.
  package var halfY: Int
  /// Height in half rows.
  package var halfRows: Int
  /// Horizontal centre of the crop, -1…1, if the picture has another aspect ratio than its area.
  package var clipX: Double
  /// Vertical centre of the crop, -1…1.
  package var clipY: Double
  /// The colour of the card: behind the rounded corners, and beside the picture's first and last row
  /// if it begins or ends within them.
  package var card: Color
  /// Whether it doesn't move, so that it is drawn with finer characters.
  package var isSettled: Bool
}

/// A source without pictures: all of them remain placeholders.
package struct NoPictures: PictureSource {
  /// Creates the source.
  package init() {}

  /// Draws nothing.
  package func draw(
    _ address: String, _ placement: PicturePlacement, into frame: inout Frame
  ) -> Bool { false }
}
