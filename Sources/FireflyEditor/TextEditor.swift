import FireflyCore

/// A text being edited: its content, the caret, and the undo history.
///
/// It is a value type that knows no clock and no screen: commands change it, `EditorView` draws it.
/// Whatever the input, the text contains no control characters except line breaks (`\n`) and tabs,
/// in a field of paragraphs, and the caret is never inside of a grapheme cluster.
package struct TextEditor: Equatable, Sendable {
  /// Maximum size of a text in bytes; longer input is rejected.
  package static let maximumBytes = 16 << 20

  /// The kind of field.
  package let mode: EditorMode
  /// Width of the field in columns.
  package private(set) var width: Int
  /// The caret and the selection.
  package internal(set) var caret = Caret(.start)
  /// Cut texts; may be passed on to another field.
  package var killRing = KillRing()
  /// Number of rows to move with PgUp and PgDn.
  package var pageRows = 10
  /// Whether right-to-left text is reordered for display, as it is for reading.
  package var reordersBidi = true { didSet { followCaret() } }

  /// The first visible row, in a field with a maximum number of rows.
  package internal(set) var firstRow = 0
  /// The first visible column, in a field of one row.
  package internal(set) var firstColumn = 0

  /// The marked ranges in order, without overlaps: `mark(_:)`.
  package internal(set) var marks: [Range<TextPosition>] = []

  /// The prefix of a list item or quote that `newline` inserted last.
  var automaticPrefix: AutomaticPrefix?
  var content: WrappedText
  var history = EditHistory()
  /// What the next command may continue.
  var continuation = Continuation.none
  /// The selection being made with the mouse.
  var mouseSelection: MouseSelection?

  /// The relevant part of the last command.
  enum Continuation: Hashable, Sendable {
    case none, kill, yank
  }

  /// Creates an editor with a text and the caret at its end.
  ///
  /// - Parameters:
  ///   - mode: the kind of field.
  ///   - width: width of the field in columns, at least 1.
  package init(_ text: String = "", mode: EditorMode = .text, width: Int) {
    self.mode = mode
    self.width = max(1, width)
    let text = EditorText.sanitized(text, breaks: mode.allowsBreaks)
    content = WrappedText(text, width: mode == .line ? nil : self.width)
    caret = Caret(content.end)
    followCaret()
  }

  /// The whole text.
  package var text: String { content.text }

  /// Whether the field's text equals a given text after its conversion for this field, which
  /// replaces or removes invalid characters, such as line breaks in a title.
  package func shows(_ given: String) -> Bool {
    // The conversion never makes a text longer.
    guard content.count <= given.utf8.count else { return false }
    return text.utf8.elementsEqual(EditorText.sanitized(given, breaks: mode.allowsBreaks).utf8)
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { content.count == 0 }
  /// Size of the text in bytes of UTF-8.
  package var byteCount: Int { content.count }
  /// Number of words, as word processors count them.
  package var wordCount: Int { content.counted.words }
  /// Returns the first paragraphs in which a picture may begin, without code and those that are very long.
  package func paragraphsWithPictures(_ maximum: Int) -> [String] {
    guard content.counted.pictures > 0 else { return [] }
    var (found, code): ([String], CodeMarks) = ([], CodeMarks())
    for paragraph in content.paragraphs
    where paragraph.counted.pictures + paragraph.counted.fences > 0
      && paragraph.count <= Self.longestParagraphWithPictures
    {
      let isText = code.read(Array(paragraph.text.utf8)[...]) == .words
      if isText, paragraph.counted.pictures > 0 { found.append(paragraph.text) }
      if found.count == maximum { break }
    }
    return found
  }

  private static let longestParagraphWithPictures = 16_384

  /// The selected text; nil if nothing is selected.
  package var selectedText: String? { caret.selection.map(content.text(in:)) }
  /// Whether there is a change to undo.
  package var canUndo: Bool { !history.undoSteps.isEmpty }

  /// Number of rows of the whole text, at least one.
  package var rowCount: Int { content.rowCount }
  /// Number of rows on the screen: all, up to the field's maximum.
  package var visibleRows: Int {
    if case .rows(let maximum) = mode { min(max(1, maximum), rowCount) } else { rowCount }
  }
  /// The row of the caret, from the beginning of the text.
  package var caretRow: Int { content.row(of: caret) }

  /// Changes the width of the field.
  package mutating func resize(width: Int) {
    self.width = max(1, width)
    if mode != .line { content.wrap(width: self.width) }
    caret.goalColumn = nil
    caret.leansBack = false
    followCaret()
  }

  /// Moves the caret and clears the selection.
  package mutating func place(at position: TextPosition) {
    history.close()
    (continuation, mouseSelection) = (.none, nil)
    caret = Caret(content.rounded(position))
    followCaret()
  }

  /// Selects a range; the caret is at its end.
  package mutating func select(from start: TextPosition, to end: TextPosition) {
    place(at: end)
    caret.anchor = content.rounded(start)
    if caret.anchor == caret.position { caret.anchor = nil }
  }

  /// Performs a command.
  @discardableResult
  package mutating func apply(_ command: EditorCommand) -> EditorOutcome {
    var outcome = EditorOutcome()
    let before = continuation
    continuation = .none
    if !command.isTyping { history.close() }
    if !command.keepsPrefix { automaticPrefix = nil }
    if !command.isPointing { mouseSelection = nil }
    switch command {
    case .move(let motion, let selecting): outcome.exit = move(motion, selecting: selecting)
    case .mark: toggleMark()
    case .selectAll: select(.start..<content.end)
    case .unselect: unselect()
    case .type(let text): outcome = insert(text, kind: .typing(endsInSpace: text.endsInSpace))
    case .commit(let text): outcome = insert(text, kind: .whole)
    case .paste(let text): outcome = paste(text)
    case .newline: outcome = breakLine()
    case .erase(let motion): outcome = erase(motion)
    case .kill(let motion): outcome = kill(motion, goesOn: before == .kill)
    case .cut: outcome = cut()
    case .copy: outcome.clipboard = copy()
    case .yank: outcome = yank()
    case .yankPop: outcome = before == .yank ? yankPrevious() : EditorOutcome()
    case .transpose: outcome = transpose()
    case .undo: outcome.didChange = undo()
    case .redo: outcome.didChange = redo()
    case .press(let row, let column, let clicks, let selecting):
      press(row: row, column: column, clicks: clicks, selecting: selecting)
    case .drag(let row, let column): drag(row: row, column: column)
    }
    replaceAutomaticPrefix()
    followCaret()
    return outcome
  }
}

extension EditorCommand {
  /// Whether a prefix that came by itself may still be replaced.
  fileprivate var keepsPrefix: Bool {
    switch self {
    case .type, .commit, .paste, .newline, .erase: true
    default: false
    }
  }

  /// Whether it may extend the previous undo step.
  fileprivate var isTyping: Bool {
    switch self {
    case .type, .erase: true
    default: false
    }
  }

  /// Whether it continues a selection with the mouse.
  fileprivate var isPointing: Bool {
    switch self {
    case .press, .drag: true
    default: false
    }
  }
}

extension String {
  fileprivate var endsInSpace: Bool { last.map { WordKind($0) == .space } ?? false }
}
