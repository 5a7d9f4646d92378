/// Something that happened in a dialog.
public enum DialogAction: Hashable, Sendable {
  /// The next button (1) or the one before (-1) was asked for.
  case moved(Int)
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
  let detail: String?
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

  /// Takes what happened.
  mutating func reduce(_ action: DialogAction) -> [Effect] {
    switch action {
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

  private mutating func press(_ index: Int) -> [Effect] {
    guard buttons.indices.contains(index) else { return [] }
    isOver = true
    return buttons[index].action.map { [.send($0)] } ?? []
  }
}
