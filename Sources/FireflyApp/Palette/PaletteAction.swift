/// An event in the palette.
public enum PaletteAction: Hashable, Sendable {
  /// The palette was requested.
  case pressed
  /// The selection was moved.
  case moved(ScrollAction)
  /// The selected action was chosen.
  case accepted
  /// A line was pressed.
  case linePressed(Int)
  /// The palette was closed.
  case closed
}
