/// An event in the palette.
public enum PaletteAction: Hashable, Sendable {
  /// The palette was requested.
  case pressed
  /// An event in its list.
  case pick(PickAction)
}
