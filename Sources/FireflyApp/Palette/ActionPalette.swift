import FireflyScreen

/// All actions of the lists by name, with their keys; typing filters them.
struct ActionPalette: Equatable, Sendable {
  /// An action.
  struct Item: Equatable, Sendable {
    /// The name, as in the configuration.
    let name: String
    /// What it does.
    let help: String
    /// Its keys.
    let keys: [Key]
    /// The action.
    let action: Action
  }

  /// Maximum width in columns.
  static let columns = 76

  /// All actions.
  let items: [Item]
  /// The indices of those that the filter lets pass: the same name first, then those that begin
  /// with it.
  private(set) var shown: [Int]
  /// The selected line.
  private(set) var selected = 0
  var filter = Filter(isTyping: true, sign: ":")
  /// Whether it was closed.
  private(set) var isOver = false

  init(_ items: [Item]) {
    self.items = items
    shown = Array(items.indices)
  }

  /// Handles an action.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - page: number of visible lines.
  /// - Returns: the effects to run.
  mutating func reduce(_ action: PaletteAction, page: Int) -> [Effect] {
    switch action {
    case .pressed: return []
    case .moved(let scroll):
      selected = scroll.position(from: selected, page: page, end: shown.count - 1)
      return []
    case .accepted: return choose(selected)
    case .linePressed(let line): return choose(line)
    case .closed:
      isOver = true
      return []
    }
  }

  /// Closes it and does the action of a line; without a line, it stays.
  private mutating func choose(_ line: Int) -> [Effect] {
    guard shown.indices.contains(line) else { return [] }
    isOver = true
    return [.send(items[shown[line]].action)]
  }
}

extension ActionPalette: FilteredLayer {
  var keyContext: KeyContext { .filter }
  var coversLists: Bool { true }
  var acceptedAction: Action? { .palette(.accepted) }
  var cancelledAction: Action? { .palette(.closed) }

  func movedAction(_ scroll: ScrollAction) -> Action { .palette(.moved(scroll)) }

  mutating func filterChanged() {
    let lines = items.map { item in
      ([item.name, item.help] + item.keys.map(\.label)).joined(separator: " ")
    }
    let found = filter.matches(in: lines)
    let start = filter.text.lowercased()
    func rank(_ index: Int) -> Int {
      items[index].name == start ? 0 : items[index].name.hasPrefix(start) ? 1 : 2
    }
    shown = (0...2).flatMap { place in found.filter { rank($0) == place } }
    selected = 0
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    ActionPaletteView(canvas: canvas, palette: self).draw(into: &frame)
  }
}

extension AppState {
  mutating func reducePalette(_ action: PaletteAction) -> [Effect] {
    if action == .pressed {
      let contexts = keyContext == .lists ? [.lists] : [keyContext, KeyContext.lists]
      focus.replace(with: ActionPalette(contexts.flatMap(paletteItems)))
      note = nil
      return []
    }
    let page = max(1, layout.sheet(columns: ActionPalette.columns).inner.height - 1)
    return focus.update(ActionPalette.self) { $0.reduce(action, page: page) }
  }

  private func paletteItems(of context: KeyContext) -> [ActionPalette.Item] {
    settings.keymap.sections.filter { $0.context == context }.flatMap(\.bindings).compactMap {
      binding in
      guard binding.action != .palette(.pressed),
        let help = source.map({ $0.help(of: binding) }) ?? binding.help
      else { return nil }
      return ActionPalette.Item(
        name: binding.name, help: help, keys: binding.keys, action: binding.action)
    }
  }
}
