/// A text that is being written: the words, the caret, what was done and can be taken back.
///
/// It is a value. It knows no clock and no screen: commands change it, `EditorView` draws it.
/// Whatever it is given, its text holds no control characters but line breaks (`\n`) and tabs, in a field
/// of paragraphs, and the caret is never inside of a character as Unicode's grapheme clusters have it.
public struct TextEditor: Equatable, Sendable {
  /// Bytes that a text may have at most; what would make it longer is refused.
  public static let maximumBytes = 16 << 20

  /// What kind of field it is.
  public let mode: EditorMode
  /// Columns of the field.
  public private(set) var width: Int
  /// Where one writes, and what is selected.
  public internal(set) var caret = Caret(.start)
  /// What was cut, which may be handed on to another field.
  public var killRing = KillRing()
  /// Rows that PgUp and PgDn go by.
  public var pageRows = 10
  /// Whether rows are shown with right-to-left text in the order in which it is drawn, as they are
  /// where they are read.
  public var reordersBidi = true { didSet { followCaret() } }

  /// The first row that is shown, where there is a maximum of rows.
  public internal(set) var firstRow = 0
  /// The first column that is shown, where there is only one row.
  public internal(set) var firstColumn = 0

  /// What is marked of the text, in its order and without overlaps: `mark(_:)`.
  public internal(set) var marks: [Range<TextPosition>] = []

  var content: WrappedText
  var history = EditHistory()
  /// What a following command may continue.
  var continuation = Continuation.none
  /// What the mouse has hold of.
  var grip: Grip?

  /// What the last command was, as far as the next one asks.
  enum Continuation: Hashable, Sendable {
    case none, kill, yank
  }

  /// An editor with a text, its caret at the end.
  ///
  /// - `width`: columns of the field, at least 1.
  public init(_ text: String = "", mode: EditorMode = .text, width: Int) {
    self.mode = mode
    self.width = max(1, width)
    let text = EditorText.admitted(text, breaks: mode.allowsBreaks)
    content = WrappedText(text, width: mode == .line ? nil : self.width)
    caret = Caret(content.end)
    followCaret()
  }

  /// The whole text.
  public var text: String { content.text }

  /// Whether a text that the field was given would stand there as it does now: what has no place in a field,
  /// such as line breaks in a title, is a space there, or left out.
  public func shows(_ given: String) -> Bool {
    // Nothing becomes longer by that.
    guard content.count <= given.utf8.count else { return false }
    return text.utf8.elementsEqual(EditorText.admitted(given, breaks: mode.allowsBreaks).utf8)
  }

  /// Whether there is none.
  public var isEmpty: Bool { content.count == 0 }
  /// Bytes of the text, as UTF-8.
  public var byteCount: Int { content.count }
  /// Words in the text, as word processors count them.
  public var wordCount: Int { content.words }
  /// What is selected; nil if nothing is.
  public var selectedText: String? { caret.selection.map(content.text(in:)) }
  /// Whether there is something to take back, or to do again.
  public var canUndo: Bool { !history.done.isEmpty }
  /// Whether there is something that was taken back.
  public var canRedo: Bool { !history.undone.isEmpty }

  /// Rows of the whole text, at least one.
  public var rowCount: Int { content.rowCount }
  /// Rows that the field takes on the screen: all, or as many as there may be.
  public var visibleRows: Int {
    if case .rows(let maximum) = mode { min(max(1, maximum), rowCount) } else { rowCount }
  }
  /// The row on which the caret stands, from the first of the text.
  public var caretRow: Int { content.row(of: caret) }
  /// Columns before the caret on its row, in reading order: at most `width`, which is one column beyond
  /// the field, where it stands behind a full row.
  public var caretColumn: Int { content.column(of: caret) }

  /// Gives the field another width.
  public mutating func resize(width: Int) {
    self.width = max(1, width)
    if mode != .line { content.wrap(width: self.width) }
    caret.goalColumn = nil
    caret.leansBack = false
    followCaret()
  }

  /// Puts the caret somewhere; nothing is selected then.
  public mutating func place(at position: TextPosition) {
    history.close()
    (continuation, grip) = (.none, nil)
    caret = Caret(content.rounded(position))
    followCaret()
  }

  /// Selects from one place to another, where the caret then stands.
  public mutating func select(from start: TextPosition, to end: TextPosition) {
    place(at: end)
    caret.anchor = content.rounded(start)
    if caret.anchor == caret.position { caret.anchor = nil }
  }

  /// Does something to the text.
  @discardableResult
  public mutating func apply(_ command: EditorCommand) -> EditorOutcome {
    var outcome = EditorOutcome()
    let before = continuation
    continuation = .none
    if !command.isTyping { history.close() }
    if !command.isPointing { grip = nil }
    switch command {
    case .move(let motion, let selecting): outcome.exit = move(motion, selecting: selecting)
    case .mark: toggleMark()
    case .selectAll: select(.start..<content.end)
    case .unselect: unselect()
    case .type(let text): outcome = insert(text, kind: .typing(endsInSpace: text.endsInSpace))
    case .commit(let text): outcome = insert(text, kind: .whole)
    case .paste(let text): outcome = paste(text)
    case .newline: outcome = breakLine()
    case .erase(let motion): outcome.didChange = erase(motion)
    case .kill(let motion): outcome = kill(motion, goesOn: before == .kill)
    case .cut: outcome = cut()
    case .copy: outcome.clipboard = copy()
    case .yank: outcome = yank()
    case .yankPop: outcome = before == .yank ? yankBefore() : EditorOutcome()
    case .transpose: outcome.didChange = transpose()
    case .undo: outcome.didChange = undo()
    case .redo: outcome.didChange = redo()
    case .press(let row, let column, let clicks, let selecting):
      press(row: row, column: column, clicks: clicks, selecting: selecting)
    case .drag(let row, let column): drag(row: row, column: column)
    case .scroll(let rows):
      scroll(rows)
      return outcome
    }
    followCaret()
    return outcome
  }
}

extension EditorCommand {
  /// Whether it may be part of the step before it.
  fileprivate var isTyping: Bool {
    switch self {
    case .type, .erase: true
    default: false
    }
  }

  /// Whether the mouse keeps hold of what it has.
  fileprivate var isPointing: Bool {
    switch self {
    case .press, .drag, .scroll: true
    default: false
    }
  }
}

extension String {
  /// Whether the last character is a space.
  fileprivate var endsInSpace: Bool { last.map { WordKind($0) == .space } ?? false }
}
