/// An event in the palette.
package enum PaletteAction: Hashable, Sendable {
  /// The palette was requested.
  case pressed
  /// Words that can be muted are offered.
  case wordsOffered([String])
  /// The places are offered.
  case placesOffered(selected: Int)
  /// The address of a place is asked for.
  case addressAsked(Place.Question)
  /// An event in its list.
  case pick(PickAction)
}
