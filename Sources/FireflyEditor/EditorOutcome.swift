/// The result of a command, for the owner of the editor.
package struct EditorOutcome: Hashable, Sendable {
  /// An attempt to move out of the field.
  package enum Exit: Hashable, Sendable {
    /// Up from the first row.
    case above
    /// Down from the last row.
    case below
    /// Enter in a field without line breaks.
    case next
  }

  /// Whether the text has changed.
  package var didChange = false
  /// Text to copy to the clipboard.
  package var clipboard: String?
  /// The other lines of a text pasted into a field of one line, to be offered to the next field.
  package var remainder: String?
  /// Where the command tried to move; the caret has not moved.
  package var exit: Exit?
  /// Whether a text was rejected because the result would be too long.
  package var isFull = false

  /// Creates an outcome without effects.
  package init() {}

  /// Creates the outcome of a change, or of a command that could change nothing.
  init(didChange: Bool) { self.didChange = didChange }
}
