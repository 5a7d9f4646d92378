/// The result of a command, for the owner of the editor.
public struct EditorOutcome: Hashable, Sendable {
  /// An attempt to move out of the field.
  public enum Exit: Hashable, Sendable {
    /// Up from the first row.
    case above
    /// Down from the last row.
    case below
    /// Enter in a field without line breaks.
    case next
  }

  /// Whether the text has changed.
  public var didChange = false
  /// Text to copy to the clipboard.
  public var clipboard: String?
  /// The other lines of a text pasted into a field of one line, to be offered to the next field.
  public var remainder: String?
  /// Where the command tried to move; the caret has not moved.
  public var exit: Exit?
  /// Whether a text was rejected because the result would be too long.
  public var isFull = false

  /// Creates an outcome without effects.
  public init() {}

  /// Creates the outcome of a change, or of a command that could change nothing.
  init(didChange: Bool) { self.didChange = didChange }
}
