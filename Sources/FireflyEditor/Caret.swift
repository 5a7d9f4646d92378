/// The caret and the selection.
package struct Caret: Hashable, Sendable {
  /// The position of the caret.
  package internal(set) var position: TextPosition
  /// The other end of the selection; nil if nothing is selected.
  package internal(set) var anchor: TextPosition?
  /// Whether a mark was set, so that moving selects.
  package internal(set) var isMarking = false
  /// Whether the caret, at a position where one row ends and the next begins, is shown at the
  /// former's end.
  var leansBack = false
  /// The preferred column for moving up and down.
  var goalColumn: Int?

  init(_ position: TextPosition) { self.position = position }

  /// The selected range; nil if it is empty.
  package var selection: Range<TextPosition>? {
    guard let anchor, anchor != position else { return nil }
    return min(anchor, position)..<max(anchor, position)
  }
}
