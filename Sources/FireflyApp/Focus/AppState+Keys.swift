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
    if let dialog = layer as? Dialog { return action(for: key, in: dialog) }
    let keymap = settings.keymap
    if let signIn = layer as? SignIn, !signIn.hasField,
      keymap.action(for: key) == .editor(.editPressed)
    {
      return .signIn(.profilePressed)
    }
    if let action = keymap.action(for: key, in: keyContext(of: layer)) { return action }
    if let layer { return layer.action(forUnbound: key, keymap) }
    return moving.movedPost.flatMap { _ in keymap.action(for: key) } ?? .unknownKeyPressed(key)
  }

  /// The context of the current bindings.
  var keyContext: KeyContext { keyContext(of: focus.top) }

  private func keyContext(of layer: (any FocusLayer)?) -> KeyContext {
    layer?.keyContext ?? (moving.movedPost == nil ? .lists : .moving)
  }

  /// Returns the action of a key in a dialog; keys that type do only what `Dialog.TypingPolicy` allows.
  private func action(for key: Key, in dialog: Dialog) -> Action? {
    let bound = settings.keymap.action(for: key, in: .dialog)
    var meaning: Action? = key.typed == nil ? bound : .dialog(.typed(key))
    if dialog.typing == .answers, let bound { meaning = bound }
    if let opener = dialog.opener, action(for: key, in: focus.belowDialogs) == opener {
      guard case .dialog(let action)? = meaning else { return .dialog(.repeated(nil)) }
      return .dialog(.repeated(action))
    }
    return meaning ?? .dialog(.ignored)
  }

  /// Whether a dialog refuses an action; pending input was typed before and must be ignored.
  public var isRefusing: Bool { showsRefusal }

  /// Whether an element reacts to the mouse: during editing, only the editor's elements do.
  public func answers(_ element: Element) -> Bool {
    guard focus.top is EditorState else { return true }
    return if case .editor = element.action { true } else { false }
  }

  /// Whether the current list receives keys.
  public var isListInFront: Bool { focus.isEmpty || keyContext == .matches }

  /// Whether pasted text is accepted.
  public var takesText: Bool {
    focus.find?.isTyping == true || focus[SignIn.self] != nil || focus.isWriting
      || focus.isFiltering
  }
}
