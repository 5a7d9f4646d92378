import FireflyScreen

/// Something that happened in a dialog.
public enum DialogAction: Hashable, Sendable {
  /// The next button (1) or the one before (-1) was asked for.
  case moved(Int)
  /// An answer of the next row (1) or the one before (-1) was asked for.
  case movedByRow(Int)
  /// The chosen button was pressed.
  case accepted
  /// A button was pressed.
  case pressed(Int)
  /// A letter was typed.
  case typed(Character)
  /// The question was left without an answer.
  case cancelled
}

/// A question with a few answers, the safe one chosen.
struct Dialog: Hashable, Sendable {
  /// An answer.
  struct Button: Hashable, Sendable {
    /// Its words; their first letter presses it.
    let title: String
    /// What follows; nil for nothing.
    let action: Action?
  }

  /// What is asked.
  let question: String
  /// What hangs on it; nil for nothing.
  var detail: String?
  /// The answers, the safe one first.
  let buttons: [Button]
  /// The chosen one.
  private(set) var selected = 0
  /// Whether it is over.
  private(set) var isOver = false

  init(_ question: String, detail: String? = nil, _ buttons: [Button]) {
    self.question = question
    self.detail = detail
    self.buttons = buttons
  }

  /// The answers by their rows: as many on each as there is room for.
  ///
  /// - `width`: columns.
  func rows(width: Int) -> [[Int]] {
    var rows: [[Int]] = []
    var used = 0
    for (index, button) in buttons.enumerated() {
      let columns = Glyph.glyphs(of: button.title).displayWidth + 4
      if rows.isEmpty || used + columns + 1 > width {
        rows.append([])
        used = -1
      }
      rows[rows.count - 1].append(index)
      used += columns + 1
    }
    return rows
  }

  /// Takes what happened.
  ///
  /// - `width`: columns for the answers.
  mutating func reduce(_ action: DialogAction, width: Int) -> [Effect] {
    switch action {
    case .movedByRow(let step): moveByRow(step, width: width)
    case .moved(let step): selected = (selected + step + buttons.count) % buttons.count
    case .accepted: return press(selected)
    case .pressed(let index): return press(index)
    case .typed(let letter):
      let index = buttons.firstIndex { $0.title.first?.lowercased() == letter.lowercased() }
      return index.map { press($0) } ?? []
    case .cancelled: isOver = true
    }
    return []
  }

  /// Goes up or down where answers stand there; else it stays.
  private mutating func moveByRow(_ step: Int, width: Int) {
    let rows = rows(width: width)
    guard let row = rows.firstIndex(where: { $0.contains(selected) }),
      let place = rows[row].firstIndex(of: selected), rows.indices.contains(row + step)
    else { return }
    let next = rows[row + step]
    selected = next[min(place, next.count - 1)]
  }

  private mutating func press(_ index: Int) -> [Effect] {
    guard buttons.indices.contains(index) else { return [] }
    isOver = true
    return buttons[index].action.map { [.send($0)] } ?? []
  }
}
