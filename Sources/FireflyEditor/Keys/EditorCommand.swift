/// An editing command.
package enum EditorCommand: Hashable, Sendable {
  /// Moves the caret; `selecting` extends the selection.
  case move(EditorMotion, selecting: Bool = false)
  /// Starts selecting with plain motions, or stops it.
  case mark
  /// Selects everything.
  case selectAll
  /// Clears the selection and the mark.
  case unselect

  /// Inserts a typed character.
  ///
  /// Characters of one word form one undo step.
  case type(String)
  /// Inserts text from an input method or a completion, as one undo step.
  case commit(String)
  /// Inserts pasted text, as one undo step.
  case paste(String)
  /// Begins a new paragraph; continues lists and quotes, and ends them after an empty item.
  case newline

  /// Deletes the selection, or else the text up to the target of the motion.
  case erase(EditorMotion)
  /// Deletes the same, and keeps it for `yank`.
  case kill(EditorMotion)
  /// Moves the selection to the clipboard.
  case cut
  /// Copies the selection to the clipboard.
  case copy
  /// Inserts the text that was last killed, cut or copied.
  case yank
  /// Right after `yank`: replaces the text by the one killed before it.
  case yankPop
  /// Swaps the characters around the caret.
  case transpose

  /// Undoes the last change.
  case undo
  /// Redoes the last undone change.
  case redo

  /// A mouse press at a cell, relative to the field: one click places the caret, two select a word,
  /// three a paragraph.
  ///
  /// `selecting` extends the current selection.
  case press(row: Int, column: Int, clicks: Int, selecting: Bool = false)
  /// The mouse moved to a cell with its button down.
  case drag(row: Int, column: Int)
}
