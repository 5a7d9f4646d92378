/// Opacities of colours over others, 0…1; by default the seeds'.
struct Shades: Hashable, Sendable {
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
  /// Text of the toolbar during editing.
  var fadedToolbar = 0.35
  /// Text of summaries.
  var summary = 0.8
  /// The author line.
  var author = 0.5
  /// Key hints; outlines have half of it.
  var hint = 0.6
  /// Text of quotations.
  var quote = 0.75
  /// The background of code.
  var code = 0.08
  /// Placeholders of empty fields.
  var placeholder = 0.4
  /// The background of a note.
  var note = 0.85
  /// The placeholder of a picture that is not loaded.
  var picture = 0.3
}
