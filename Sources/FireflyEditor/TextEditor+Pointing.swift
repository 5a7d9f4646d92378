extension TextEditor {
  /// The selection being made with the mouse.
  struct MouseSelection: Hashable, Sendable {
    /// The unit of the selection.
    enum Unit: Hashable, Sendable {
      case character, word, paragraph
    }

    var unit: Unit
    /// The range selected by the press; it stays selected.
    var range: Range<TextPosition>
  }

  mutating func press(row: Int, column: Int, clicks: Int, selecting: Bool) {
    let hit = caret(atCellInRow: row, column: column)
    let units: [MouseSelection.Unit] = [.character, .word, .paragraph]
    let unit = units[(max(1, clicks) - 1) % units.count]
    if selecting {
      let anchor = caret.anchor ?? caret.position
      mouseSelection = MouseSelection(unit: .character, range: anchor..<anchor)
      drag(row: row, column: column)
      return
    }
    let range = range(of: unit, at: hit.position)
    mouseSelection = MouseSelection(unit: unit, range: range)
    if unit == .character { caret = hit } else { select(range) }
  }

  mutating func drag(row: Int, column: Int) {
    guard let mouseSelection else { return }
    let hit = caret(atCellInRow: row, column: column)
    let range = range(of: mouseSelection.unit, at: hit.position)
    if range.lowerBound < mouseSelection.range.lowerBound {
      caret = Caret(range.lowerBound)
      caret.anchor = mouseSelection.range.upperBound
    } else {
      caret =
        mouseSelection.unit == .character
        ? hit : Caret(max(range.upperBound, mouseSelection.range.upperBound))
      caret.anchor = mouseSelection.range.lowerBound
    }
    if caret.anchor == caret.position { caret.anchor = nil }
  }

  private func range(of unit: MouseSelection.Unit, at place: TextPosition) -> Range<TextPosition> {
    switch unit {
    case .character: return place..<place
    case .word:
      let run = content.paragraphs[place.paragraph].run(around: place.offset)
      return content.range(run, of: place.paragraph)
    case .paragraph:
      return content.start(of: place.paragraph)..<content.end(of: place.paragraph)
    }
  }

  /// Returns the caret for a cell of the field; above and below it, for a cell of the first or last
  /// row.
  private func caret(atCellInRow row: Int, column: Int) -> Caret {
    caret(row: firstRow + row, column: firstColumn + column)
  }
}
