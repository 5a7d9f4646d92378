import FireflyScreen

/// Draws a text field: visible rows, selection and cursor.
///
/// The caller draws the background.
package struct EditorView {
  private let editor: TextEditor
  private let style: EditorStyle
  private let placeholder: String
  private let hasFocus: Bool

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - placeholder: shown while the text is empty; its line breaks become spaces.
  ///   - hasFocus: whether to show the cursor.
  package init(
    _ editor: TextEditor, style: EditorStyle, placeholder: String = "", hasFocus: Bool = true
  ) {
    self.editor = editor
    self.style = style
    self.placeholder = placeholder
    self.hasFocus = hasFocus
  }

  /// Height in rows of the text or, if it is empty, of the placeholder.
  package var rows: Int { Self.rows(of: editor, placeholder: placeholder) }

  /// Returns the height in rows of a field's text or, if it is empty, of the placeholder.
  package static func rows(of editor: TextEditor, placeholder: String) -> Int {
    editor.isEmpty ? lines(of: placeholder, in: editor, limit: nil).count : editor.visibleRows
  }

  /// Draws the visible part; after a full row, the cursor may be in the column right of the
  /// rectangle.
  ///
  /// - Parameter rect: the field, as wide as its editor.
  package func draw(in rect: Rect, into frame: inout Frame) {
    let seen = rect.intersection(frame.clip)
    frame.clipped(to: rect) { frame in
      for y in seen.y..<max(seen.y, seen.maxY) {
        let row = editor.firstRow + y - rect.y
        if editor.isEmpty {
          drawPlaceholder(row, at: Point(x: rect.x, y: y), into: &frame)
        } else if row < editor.rowCount {
          drawRow(row, at: Point(x: rect.x - editor.firstColumn, y: y), into: &frame)
        }
      }
    }
    if hasFocus { placeCursor(rect, into: &frame) }
  }

  private static func lines(
    of placeholder: String, in editor: TextEditor, limit: Int?
  ) -> [TextLine] {
    let maximum: Int? =
      switch editor.mode {
      case .line: 1
      case .rows(let maximum): max(1, maximum)
      case .text: nil
      }
    return WordWrap.wrap(
      [TextSpan(placeholder)], width: editor.width,
      limit: [limit, maximum].compactMap(\.self).min())
  }

  private func drawPlaceholder(_ row: Int, at point: Point, into frame: inout Frame) {
    let lines = Self.lines(of: placeholder, in: editor, limit: row + 1)
    guard lines.indices.contains(row) else { return }
    frame.draw(lines[row].spans.flatMap(\.glyphs), at: point, style: style.placeholder)
  }

  private func drawRow(_ row: Int, at point: Point, into frame: inout Frame) {
    let (paragraph, inner) = editor.content.paragraph(ofRow: row)
    let selection = editor.caret.selection
    let layout = RowLayout(editor, row: row)
    for piece in layout.pieces {
      let place = TextPosition(paragraph: paragraph, offset: piece.offset)
      var style = selection?.contains(place) == true ? style.selection : style.text
      if editor.marks.contains(place) { style.attributes.formUnion(self.style.marked) }
      frame.draw(piece.glyph, at: Point(x: point.x + piece.column, y: point.y), style: style)
    }
    // A selected line break is drawn as a selected cell.
    let content = editor.content.paragraphs[paragraph]
    let end = TextPosition(paragraph: paragraph, offset: content.count)
    if inner == content.rowCount - 1, end != editor.content.end, selection?.contains(end) == true {
      frame.draw(
        .space, at: Point(x: point.x + layout.endColumn, y: point.y), style: style.selection)
    }
  }

  private func placeCursor(_ rect: Rect, into frame: inout Frame) {
    let row = editor.caretRow
    let layout = RowLayout(editor, row: row)
    let column = layout.column(
      of: editor.caret.position.offset, isBehind: editor.caret.leansBack)
    let y = rect.y + row - editor.firstRow
    guard y >= rect.y, y < rect.maxY, y >= frame.clip.y, y < frame.clip.maxY,
      frame.size.width > 0
    else { return }
    let x = rect.x + column - editor.firstColumn
    frame.cursor = Point(x: min(max(0, x), frame.size.width - 1), y: y)
    frame.showsCursor = true
  }
}

extension [Range<TextPosition>] {
  /// Whether one of the sorted ranges contains a position.
  fileprivate func contains(_ place: TextPosition) -> Bool {
    let index = partitioningIndex { $0.upperBound > place }
    return index < count && self[index].lowerBound <= place
  }
}
