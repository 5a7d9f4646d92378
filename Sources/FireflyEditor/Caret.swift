/// Where one writes, and what is selected.
public struct Caret: Hashable, Sendable {
  /// Where one writes.
  public internal(set) var position: TextPosition
  /// The other end of what is selected; nil if nothing is.
  public internal(set) var anchor: TextPosition?
  /// Whether a mark was set, so that moving selects.
  public internal(set) var isMarking = false
  /// Whether the place, where one row ends and the next begins, is meant as the former's end.
  var leansBack = false
  /// The column to which going up and down comes back where rows are long enough.
  var goalColumn: Int?

  /// A caret at a place, with nothing selected.
  init(_ position: TextPosition) { self.position = position }

  /// What is selected; nil if that is nothing.
  public var selection: Range<TextPosition>? {
    guard let anchor, anchor != position else { return nil }
    return min(anchor, position)..<max(anchor, position)
  }
}
