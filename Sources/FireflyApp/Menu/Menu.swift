import FireflyCore
import FireflyScreen

/// Something that happened with the menu.
public enum MenuAction: Hashable, Sendable {
  /// A menu was asked for at a point: for a post of the list, or for the list alone.
  case opened(Post.ID?, at: Point)
  /// The next item (1) or the previous one (-1) was asked for.
  case moved(Int)
  /// The chosen item was pressed.
  case accepted
  /// An item was pressed.
  case pressed(Int)
  /// The menu was left.
  case closed
}

/// A menu of what can be done with a post and its list; opened by the right mouse button.
struct Menu: Equatable, Sendable {
  /// Something that can be done.
  struct Item: Equatable, Sendable {
    /// Its words.
    let title: String
    /// The name of the key that does the same in lists; nil for none.
    let binding: String?
    /// What happens.
    let action: Action
  }

  /// What can be done, the first at the top.
  let items: [Item]
  /// Where the mouse was pressed.
  let point: Point
  /// The chosen item; nil before that.
  private(set) var selected: Int?
  /// Whether it is over.
  private(set) var isOver = false

  init(_ items: [Item], at point: Point) {
    self.items = items
    self.point = point
  }

  /// Takes what happened.
  mutating func reduce(_ action: MenuAction) -> [Effect] {
    switch action {
    case .opened: return []
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
  var keyContext: KeyContext { .menu }

  /// A key of the lists chooses the item that does the same.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    guard let action = keymap.action(for: key) else { return nil }
    return items.firstIndex { $0.action == action }.map { .menu(.pressed($0)) }
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    MenuView(canvas: canvas, menu: self).draw(into: &frame)
  }
}

extension FocusStack {
  /// The menu of a post; nil if there is none.
  var menu: Menu? {
    get { self[Menu.self] }
    _modify { yield &self[Menu.self] }
  }
}
