import FireflyEditor
import FireflyScreen

// Maps keys to actions, depending on the focus.
extension AppState {
  /// Returns the action of a key; nil if it has none.
  package func action(for key: Key) -> Action? {
    let action = action(for: key, in: focus.top)
    let isOnSheet = focus.top?.isSheet == true && !focus.isFiltering
    guard key.typed != nil, isOnSheet || typingIgnoredUntil != nil else { return action }
    return action.map { .typed($0) }
  }

  /// Seconds for which keys that type do nothing after one of them closed a sheet: the user may be
  /// typing a word.
  static let ignoredTyping = 0.5

  /// Handles a key that types, on a sheet or just after one was closed.
  mutating func reduceTyped(_ action: Action, at now: Double) -> [Effect] {
    if let until = typingIgnoredUntil, now < until { return [] }
    typingIgnoredUntil = nil
    let sheets = focus.sheetCount
    let effects = apply(action, at: now)
    if focus.sheetCount < sheets { typingIgnoredUntil = now + Self.ignoredTyping }
    return effects
  }

  private func action(for key: Key, in layer: (any FocusLayer)?) -> Action? {
    let keymap = settings.keymap
    if let layer {
      return layer.action(for: key, keymap) { action(for: key, in: focus.belowDialogs) }
    }
    if let sequence { return .sequence(self.action(for: key, after: sequence)) }
    return listContexts.lazy.compactMap { keymap.action(for: key, in: $0) }.first
      ?? .unknownKeyPressed(key)
  }

  /// The contexts of the keys of the current list, the first ones first.
  private var listContexts: [KeyContext] {
    // While a post is being moved, the keys of a thread keep their meanings.
    (moving.movedPost != nil ? [.moving] : []) + (list.isThread ? [.thread] : []) + [.lists]
  }

  /// The contexts of the keys of what has the focus, the first ones first.
  var keyContexts: [KeyContext] {
    (focus.top.map { [$0.keyContext] } ?? []) + (isListInFront ? listContexts : [])
  }

  /// The context of the current bindings.
  var keyContext: KeyContext { focus.top?.keyContext ?? listContexts[0] }

  /// Whether a dialog refuses an action; pending input was typed before and must be ignored.
  package var isRefusing: Bool { showsRefusal }

  /// Whether an element reacts to the mouse.
  package func answers(_ element: Element) -> Bool {
    focus.top?.reacts(to: element.action) ?? true
  }

  /// Whether the current list receives keys.
  package var isListInFront: Bool { focus.isEmpty || keyContext == .matches }
}
