import FireflyScreen

/// A layer with lines that can be filtered.
protocol FilteredLayer: FocusLayer {
  var filter: Filter { get set }
  /// What Enter does while typing; nil to go on with the filtered lines.
  var acceptedAction: Action? { get }
  /// What Esc does while typing; nil to remove the filter.
  var cancelledAction: Action? { get }
  /// What follows a change of the filter; nil for nothing.
  var changedAction: Action? { get }
  /// Whether the keys that go back end the filter or find before they leave: it goes on after it was typed.
  var endsFilterFirst: Bool { get }

  /// Returns the action that moves among the lines.
  func movedAction(_ scroll: ScrollAction) -> Action
  /// Updates the lines after a change of the filter.
  mutating func filterChanged()
}

extension FilteredLayer {
  var acceptedAction: Action? { nil }
  var cancelledAction: Action? { nil }
  var changedAction: Action? { nil }
  var endsFilterFirst: Bool { !filter.isTyping && !filter.isEmpty }

  /// The keys that go back end the filter or find first, as they do in lists.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    if endsFilterFirst, keymap.keys(of: "back").contains(key) { return .filter(.cancelled) }
    return keymap.action(for: key, in: keyContext) ?? action(forUnbound: key, keymap)
  }

  /// Types in the filter; other keys without a binding do nothing.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    filter.isTyping ? key.typed.map { .filter(.typed($0)) } : nil
  }

  func action(forPasted text: String) -> Action? {
    filter.isTyping ? .filter(.pasted(text)) : nil
  }

  func action(forWheel steps: Int, rows: Int) -> Action? { movedAction(.lines(rows)) }

  mutating func reduce(filter action: FilterAction) -> [Effect] {
    let before = filter.text
    switch action {
    case .pressed: filter.isTyping = true
    case .typed(let character): filter.append(String(character))
    case .pasted(let text): filter.append(text)
    case .erased(.character) where before.isEmpty: return reduce(filter: .cancelled)
    case .erased(let erasure): filter.erase(erasure)
    case .moved(let scroll): return [.send(movedAction(scroll))]
    case .accepted:
      if let acceptedAction { return [.send(acceptedAction)] }
      filter.isTyping = false
    case .cancelled:
      if let cancelledAction { return [.send(cancelledAction)] }
      filter = Filter()
    }
    guard filter.text != before else { return [] }
    filterChanged()
    return changedAction.map { [.send($0)] } ?? []
  }
}

extension FocusStack {
  /// Handles an action of the topmost layer's filter.
  mutating func reduce(filter action: FilterAction) -> [Effect] {
    guard let layer = top as? any FilteredLayer else { return [] }
    return reduce(filter: action, of: layer)
  }

  private mutating func reduce<Layer: FilteredLayer>(
    filter action: FilterAction, of layer: Layer
  ) -> [Effect] {
    update(Layer.self) { $0.reduce(filter: action) }
  }
}
