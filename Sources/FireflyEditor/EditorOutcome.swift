/// What a command means to whoever has the editor.
public struct EditorOutcome: Hashable, Sendable {
  /// Where one wanted to go that is outside of the field.
  public enum Exit: Hashable, Sendable {
    /// Up from the first row.
    case above
    /// Down from the last row.
    case below
    /// Enter where there are no line breaks.
    case next
  }

  /// Whether the text has changed.
  public var didChange = false
  /// Text for the clipboard.
  public var clipboard: String?
  /// What was pasted into a field of one line behind the first: the next field may take it.
  public var remainder: String?
  /// Where one wanted to go; the caret has stayed.
  public var exit: Exit?
  /// Whether a text was refused because it would have made the whole too long.
  public var isFull = false

  /// Nothing.
  public init() {}
}
