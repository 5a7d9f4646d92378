/// What kind of field a text is written in.
public enum EditorMode: Hashable, Sendable {
  /// One row, which goes on to the right: a title.
  case line
  /// A paragraph on at most so many rows at a time; what is longer scrolls in them: a summary.
  case rows(Int)
  /// Paragraphs on as many rows as they take: a body.
  case text

  /// Whether there can be a line break.
  var allowsBreaks: Bool { self == .text }
}
