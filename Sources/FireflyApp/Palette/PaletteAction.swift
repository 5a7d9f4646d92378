import FireflyModel

/// An event in the palette.
package enum PaletteAction: Hashable, Sendable {
  /// The palette was requested.
  case pressed
  /// Words that can be muted are offered.
  case wordsOffered([String])
  /// The places are offered.
  case placesOffered(selected: Int)
  /// The address of a place is asked for.
  case addressAsked(PlaceRow.Question, answer: String = "")
  /// A path was typed.
  case pathTyped(String)
  /// Completing the path was requested.
  case completed
  /// Names of files were found.
  case pathsFound(PathCompletion)
  /// An event in its list.
  case pick(PickAction)
}
