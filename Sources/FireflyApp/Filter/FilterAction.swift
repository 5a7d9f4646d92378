/// An event in the filter of a layer with lines: help, outline, palette.
package enum FilterAction: Hashable, Sendable {
  /// The filter was requested.
  case pressed
  /// A character was typed.
  case typed(Character)
  /// Text was pasted.
  case pasted(String)
  /// A part of the text was erased.
  case erased(TextErasure)
  /// Moving among the lines was requested while typing.
  case moved(ScrollAction)
  /// Enter was pressed.
  case accepted
  /// The filter was cancelled.
  case cancelled
}
