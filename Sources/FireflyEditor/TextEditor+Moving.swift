extension TextEditor {
  /// Moves the caret.
  ///
  /// - Parameter selecting: whether to extend the selection.
  /// - Returns: the exit, if the motion leaves the field.
  mutating func move(_ motion: EditorMotion, selecting: Bool) -> EditorOutcome.Exit? {
    let selects = selecting || caret.isMarking
    var target = caret
    if !selects, let selection = caret.selection, motion == .left || motion == .right {
      target = Caret(motion == .left ? selection.lowerBound : selection.upperBound)
    } else {
      target = self.target(of: motion, selecting: selects)
      if !selects, target.position == caret.position, target.leansBack == caret.leansBack,
        caret.selection == nil
      {
        if motion == .up { return .above }
        if motion == .down { return .below }
      }
    }
    if selects {
      target.anchor = caret.anchor ?? caret.position
      target.isMarking = caret.isMarking
    }
    caret = target
    return nil
  }

  /// Returns the target of a motion from the caret.
  ///
  /// - Parameter selecting: whether to stop at the ends of the text instead of leaving the field.
  func target(of motion: EditorMotion, selecting: Bool = false) -> Caret {
    let place = caret.position
    switch motion {
    case .left: return Caret(content.position(before: place))
    case .right: return Caret(content.position(after: place))
    case .wordLeft: return Caret(content.startOfWord(before: place))
    case .wordRight: return Caret(content.endOfWord(after: place))
    case .up: return vertical(by: -1, selecting)
    case .down: return vertical(by: 1, selecting)
    case .pageUp: return vertical(by: -max(1, pageRows), selecting)
    case .pageDown: return vertical(by: max(1, pageRows), selecting)
    case .rowStart:
      let start = content.caret(atStartOf: content.row(of: caret))
      return start.position == place ? Caret(content.start(of: place.paragraph)) : start
    case .rowEnd:
      let end = content.caret(atEndOf: content.row(of: caret))
      return end.position == place ? Caret(content.end(of: place.paragraph)) : end
    case .paragraphStart: return Caret(content.start(of: place.paragraph))
    case .paragraphEnd: return Caret(content.end(of: place.paragraph))
    case .paragraphUp:
      let isAtStart = place.offset == 0 && place.paragraph > 0
      return Caret(content.start(of: place.paragraph - (isAtStart ? 1 : 0)))
    case .paragraphDown:
      let isAtEnd = place == content.end(of: place.paragraph) && place != content.end
      return Caret(content.end(of: place.paragraph + (isAtEnd ? 1 : 0)))
    case .textStart: return Caret(.start)
    case .textEnd: return Caret(content.end)
    }
  }

  /// Moves by rows in the preferred column; at the ends, to the ends of the text.
  private func vertical(by rows: Int, _ selecting: Bool) -> Caret {
    let row = content.row(of: caret)
    let goal =
      caret.goalColumn
      ?? RowLayout(self, row: row)
      .column(of: caret.position.offset, isBehind: caret.leansBack)
    let wanted = row + rows
    if abs(rows) == 1, !(0..<content.rowCount).contains(wanted) {
      // When selecting, extends to the end of the row; otherwise the motion leaves the field.
      var end = Caret(rows < 0 ? .start : content.end)
      if !selecting {
        end = Caret(caret.position)
        end.leansBack = caret.leansBack
      }
      end.goalColumn = goal
      return end
    }
    var target = self.caret(row: wanted, column: goal)
    target.goalColumn = goal
    return target
  }

  /// Returns the caret at a column of a row, clamped to the rows that exist.
  func caret(row: Int, column: Int) -> Caret {
    let row = min(max(0, row), rowCount - 1)
    let (index, inner) = content.paragraph(ofRow: row)
    let offset = RowLayout(self, row: row).offset(atColumn: column)
    return content.caret(at: offset, row: inner, of: index)
  }

  // MARK: Selecting

  mutating func toggleMark() {
    let isMarking = caret.isMarking
    caret = Caret(caret.position)
    caret.anchor = isMarking ? nil : caret.position
    caret.isMarking = !isMarking
  }

  mutating func unselect() { caret = Caret(caret.position) }

  mutating func select(_ range: Range<TextPosition>) {
    caret = Caret(range.upperBound)
    caret.anchor = range.lowerBound
  }

  // MARK: Scrolling

  /// Scrolls until the caret is visible.
  package mutating func followCaret() {
    switch mode {
    case .text: break
    case .rows:
      let (row, rows) = (content.row(of: caret), visibleRows)
      firstRow = min(max(firstRow, row - rows + 1), row, rowCount - rows)
    case .line:
      // After a full row the caret is one column beyond the field.
      let layout = RowLayout(self, row: 0)
      let column = layout.column(of: caret.position.offset)
      // Shows a text that fits from its beginning, and otherwise no blank columns after its end.
      let last = max(0, layout.pieces.map { $0.column + Int($0.glyph.width) }.max() ?? 0)
      firstColumn = min(
        max(firstColumn, column - width), max(0, column), max(0, max(last, column) - width))
    }
  }

  /// Scrolls to the beginning of the text, when the field loses the focus.
  package mutating func showBeginning() { (firstRow, firstColumn) = (0, 0) }
}
