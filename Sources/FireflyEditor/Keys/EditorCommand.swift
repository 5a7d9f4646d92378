/// Something that can be done to a text.
public enum EditorCommand: Hashable, Sendable {
  /// Goes somewhere; `selecting` takes what lies between into the selection.
  case move(EditorMotion, selecting: Bool = false)
  /// Begins to select from here by moving alone, or stops it.
  case mark
  /// Selects everything.
  case selectAll
  /// Selects nothing, and forgets the mark.
  case unselect

  /// A character was typed. Those of a word are taken back together.
  case type(String)
  /// An input method, or a completion, has handed over a text. It is taken back as a whole.
  case commit(String)
  /// A text was pasted. It is taken back as a whole.
  case paste(String)
  /// Begins a new paragraph; lists and quotes go on, and end where nothing stands in them.
  case newline

  /// Deletes the selection, or else what lies between here and there.
  case erase(EditorMotion)
  /// Deletes the same, and keeps it for `yank`.
  case kill(EditorMotion)
  /// Deletes the selection and hands it to the clipboard.
  case cut
  /// Hands the selection to the clipboard.
  case copy
  /// Puts in what was killed, cut or copied last.
  case yank
  /// Right after `yank`: puts in what was killed before that instead.
  case yankPop
  /// Swaps the characters around the caret.
  case transpose

  /// Takes back what was done last.
  case undo
  /// Does again what was taken back last.
  case redo

  /// The mouse was pressed at a cell, counted from the field's left top: once for the place, twice for
  /// the word, three times for the paragraph. `selecting` keeps the selection's other end.
  case press(row: Int, column: Int, clicks: Int, selecting: Bool = false)
  /// The mouse was moved to a cell with its button down.
  case drag(row: Int, column: Int)
  /// Scrolls a field of bounded rows; the caret stays.
  case scroll(Int)
}
