import FireflyEditor
import FireflyScreen

// Maps keys to actions, depending on the focus.
extension AppState {
  /// Returns the action of a key; nil if it has none.
  public func action(for key: Key) -> Action? {
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
    let context = keyContext(of: nil)
    if let action = keymap.action(for: key, in: context) { return action }
    // While a post is being moved, the keys of a thread keep their meanings.
    if context == .moving, list.isThread, let action = keymap.action(for: key, in: .thread) {
      return action
    }
    return keymap.action(for: key) ?? .unknownKeyPressed(key)
  }

  /// The context of the current bindings.
  var keyContext: KeyContext { keyContext(of: focus.top) }

  private func keyContext(of layer: (any FocusLayer)?) -> KeyContext {
    layer?.keyContext ?? (moving.movedPost != nil ? .moving : list.isThread ? .thread : .lists)
  }

  /// Whether a dialog refuses an action; pending input was typed before and must be ignored.
  public var isRefusing: Bool { showsRefusal }

  /// Whether an element reacts to the mouse.
  public func answers(_ element: Element) -> Bool {
    focus.top?.reacts(to: element.action) ?? true
  }

  /// Whether the current list receives keys.
  public var isListInFront: Bool { focus.isEmpty || keyContext == .matches }
}
