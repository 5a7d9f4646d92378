/// The kind of a text field.
package enum EditorMode: Hashable, Sendable {
  /// One row that scrolls horizontally: a title.
  case line
  /// A paragraph with a maximum number of visible rows, which scrolls vertically: a summary.
  case rows(Int)
  /// Any number of paragraphs, of any height: a body.
  case text

  /// Whether the text may contain line breaks.
  var allowsBreaks: Bool { self == .text }
}
