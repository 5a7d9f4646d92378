import FireflyCore
import FireflyScreen

/// Draws the current note, or a question, below the list, or over its end on the smallest screens.
enum NoteView {
  private static let maximumLines = 3
  /// Minimum rows of a list above a note.
  private static let minimumList = 3

  /// Returns the number of rows of a note below a list; 0 if there is no room.
  static func rows(of note: Note, in window: Rect) -> Int {
    min(lines(of: note, width: window.width).count, max(0, window.height - minimumList))
  }

  private static func lines(of note: Note, width: Int, limit: Int = maximumLines) -> [[Glyph]] {
    WordWrap.sentence(
      note.text, width: max(1, min(76, width - (width < 12 ? 0 : 6))), limit: limit)
  }

  /// Draws a note.
  ///
  /// - Parameter rows: those of a sheet; nil for those of the lists.
  static func draw(
    _ note: Note, _ canvas: Canvas, over rows: Rect? = nil, into frame: inout Frame
  ) {
    let layout = canvas.layout
    let isBelow = rows != nil || !layout.note.isEmpty
    let list =
      rows ?? (isBelow ? layout.note : layout.list.isEmpty ? frame.bounds : layout.list)
    let isTight = list.width < 12
    let style = style(of: note, canvas.theme)
    let lines = lines(
      of: note, width: list.width, limit: isBelow ? list.height : maximumLines)
    let columns = lines.map(\.displayWidth).max() ?? 0
    let x = list.x + max(0, (list.width - columns) / 2)
    frame.clipped(to: list) { frame in
      if let rows, rows.height > 1 {
        // Pieces of the key hints beside the note say nothing.
        let foot = Rect(x: rows.x + 2, y: rows.y, width: max(0, rows.width - 4), height: 1)
        frame.fill(foot, style: canvas.onSurface())
      }
      for (index, glyphs) in lines.enumerated() {
        let y = (rows?.y ?? list.maxY - lines.count) + index
        if isTight {
          frame.draw(glyphs, at: Point(x: x, y: y), style: style)
          continue
        }
        if index == 0, note.isQuestion { frame.cursor = Point(x: x, y: y) }
        // Fonts leave notches between half blocks: those of several rows would be seen.
        let isWhole = lines.count > 1 && canvas.symbols.hasBlocks
        let edge = isWhole ? 2 : 1
        frame.fill(
          Rect(x: x - edge, y: y, width: columns + 2 * edge, height: 1), style: style)
        frame.draw(glyphs, at: Point(x: x, y: y), style: style)
        guard !isWhole else { continue }
        let ends = Style(foreground: style.background)
        frame.draw(canvas.symbols.pill.left, at: Point(x: x - 2, y: y), style: ends)
        frame.draw(canvas.symbols.pill.right, at: Point(x: x + columns + 1, y: y), style: ends)
      }
    }
  }

  /// Returns a style that contrasts with the surroundings; failures have the alert colour.
  static func style(of note: Note, _ theme: Theme) -> Style {
    guard theme.text.isRGB, theme.card.isRGB else {
      return Style(
        foreground: theme.text, background: theme.card,
        attributes: note.isError ? [.reverse, .bold] : .reverse)
    }
    let background =
      note.isError
      ? theme.alert : theme.text.blended(over: theme.backdrop, alpha: theme.shades.note)
    return Style(
      foreground: theme.legible(theme.card, over: background), background: background)
  }
}

extension AppState {
  /// Updates the rows of the note; the selected card or the caret stays in view.
  ///
  /// - Returns: whether there are others now.
  mutating func updateNoteRows(at now: Double) -> Bool {
    let rows = shownNote.map { NoteView.rows(of: $0, in: layout(noteRows: 0).list) } ?? 0
    guard rows != noteRows else { return false }
    noteRows = rows
    let context = context(at: now)
    lists.scrollSelectionsIntoView(context)
    if let editor = focus.editor { lists.scrollCaretIntoView(editor, context) }
    return true
  }

  /// The visible note: a question, the last message, the post being moved, or a post that could not be
  /// saved.
  var shownNote: Note? {
    focus[LinkChoice.self].map {
      let way = keySentence(.links(.closed), "cancels.")
      return Note(text: $0.prompt + way, isError: false, until: .infinity, isQuestion: true)
    }
      ?? input.sequence.flatMap { surroundings(at: 0).explanation(of: $0) } ?? note ?? movingNote
      ?? unsavedNote
  }

  /// What could not be saved, as long as it is not.
  private var unsavedNote: Note? {
    func failure(_ text: String) -> Note { Note(text: text, isError: true, until: .infinity) }
    if let editor = focus.editor { return editor.saveFailure.map(failure) }
    let unsaved = writing.parked.values.filter { $0.saveFailure != nil }
    guard let first = unsaved.min(by: { $0.words.title < $1.words.title }) else { return nil }
    let others = unsaved.count == 1 ? "" : " \(unsaved.count - 1) more."
    let key = keyHint(for: draft(of: first))
    return failure(
      "Not saved: “\(first.words.label.shortened(to: 40))”. \(key) continues it.\(others)")
  }

  /// The post being moved, with the keys for it.
  private var movingNote: Note? {
    guard let post = moving.movedPost, focus.isEmpty else { return nil }
    let all: [(MovingAction, String)] = [
      (.pressed, "under this post"), (.rootPressed, "to top level"), (.released, "cancel"),
    ]
    let hints = all.compactMap { action, words in
      keyLabel(.moving(action), in: .moving).map { $0 + " " + words }
    }
    let text =
      "Moving “\(post.headline.shortened(to: 30))”: \(hints.joined(separator: symbols.dot))"
    return Note(text: text, isError: false, until: .infinity)
  }
}
