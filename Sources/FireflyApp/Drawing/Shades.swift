/// How much of one colour lies over another, 0 nothing … 1 all of it; the seeds' unless they are tuned.
public struct Shades: Hashable, Sendable {
  /// The child indicator's white over its shadow: `button-colour` of seed 001.
  var button = 0.5
  /// The child indicator's shadow over the card.
  var buttonShadow = 0.3
  /// A compact card over the backdrop (seed 002).
  var compactCard = 0.9
  /// The back capsule over the backdrop (seed 000).
  var capsule = 0.9
  /// The shadow under an expanded card.
  var cardShadow = 0.22
  /// The toolbar over the backdrop (seed 004).
  var toolbar = 0.95
  /// The grey of the current tab over the toolbar (seed 004).
  var tab = 0.3
  /// What is left of the toolbar's words during editing.
  var fadedToolbar = 0.35
  /// The summary's words.
  var summary = 0.8
  /// The author's line.
  var author = 0.5
  /// Keys and what they do, and half as much the lines around cards.
  var hint = 0.6
  /// Words of a quotation.
  var quote = 0.75
  /// The ground of code.
  var code = 0.08
  /// What stands in an empty field.
  var placeholder = 0.4
  /// The ground of a note.
  var note = 0.85
  /// What stands for a picture that has not come.
  var picture = 0.3

  /// The seeds' shades.
  public init() {}
}
