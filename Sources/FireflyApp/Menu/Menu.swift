import FireflyCore
import FireflyScreen

/// An event of the context menu.
package enum MenuAction: Hashable, Sendable {
  /// The menu was requested at a point, for a post, and one of its links, or for the list alone.
  case opened(Post.ID?, link: String? = nil, at: Point)
  /// A feature offers items below a post; their keys are in a context.
  case offered([Menu.Item], below: Post.ID, KeyContext)
  /// The next (1) or previous (-1) item was requested.
  case moved(Int)
  /// The selected item was chosen.
  case accepted
  /// An item was pressed.
  case pressed(Int)
  /// The menu was closed.
  case closed
}

/// The context menu of a post and its list, opened by the right mouse button.
package struct Menu: Equatable, Sendable {
  /// An item.
  package struct Item: Hashable, Sendable {
    let title: String
    let action: Action
  }

  /// The items, from top to bottom.
  let items: [Item]
  /// Where the mouse was pressed, or the first cell below what it is about.
  let point: Point
  /// The rows of the post that it asks about, which it leaves in sight where it can; empty for none.
  let subject: Range<Int>
  /// The context of the keys that do what its items do.
  let bindings: KeyContext
  /// The index of the selected item; nil at first.
  private(set) var selected: Int?
  /// Whether it was closed.
  private(set) var isOver = false

  init(
    _ items: [Item], at point: Point, beside subject: Range<Int> = 0..<0, selected: Int? = nil,
    bindings: KeyContext = .lists
  ) {
    self.subject = subject
    self.bindings = bindings
    self.items = items
    self.point = point
    self.selected = selected
  }

  mutating func reduce(_ action: MenuAction) -> [Effect] {
    switch action {
    case .opened, .offered: return []
    case .moved(let step):
      let next = selected.map { $0 + step } ?? (step > 0 ? 0 : -1)
      selected = (next + items.count) % max(1, items.count)
      return []
    case .accepted: return selected.map { press($0) } ?? []
    case .pressed(let index): return press(index)
    case .closed:
      isOver = true
      return []
    }
  }

  private mutating func press(_ index: Int) -> [Effect] {
    guard items.indices.contains(index) else { return [] }
    isOver = true
    return [.send(items[index].action)]
  }
}

extension Menu: FocusLayer {
  var keyContext: KeyContext { bindings == .lists ? .menu : bindings }

  func action(forWheel steps: Int, rows: Int) -> Action? { .menu(.moved(steps)) }

  /// The right mouse button closes it.
  func actions(
    for event: MouseEvent, over element: Element?, since press: MousePress?
  ) -> [Action]? {
    event.kind == .menuPress ? [.menu(.closed)] : nil
  }

  /// A key of the lists chooses the item with the same action.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    guard let action = keymap.action(for: key) else { return nil }
    return items.firstIndex { $0.action == action }.map { .menu(.pressed($0)) }
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    MenuView(canvas: canvas, menu: self).draw(into: &frame)
  }
}
