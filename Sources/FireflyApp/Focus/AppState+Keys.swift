import FireflyEditor
import FireflyScreen

// What a key means, by what has the keyboard.
extension AppState {
  /// What a key does now; nil if nothing.
  public func action(for key: Key) -> Action? { action(for: key, in: focus.top) }

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
    return moving.carried.flatMap { _ in keymap.action(for: key) } ?? unknown(key)
  }

  /// The context of the bindings that apply now.
  var keyContext: KeyContext { keyContext(of: focus.top) }

  private func keyContext(of layer: (any FocusLayer)?) -> KeyContext {
    layer?.keyContext ?? (moving.carried == nil ? .lists : .moving)
  }

  /// What a key does in a dialog: while it types, never more than `Dialog.Typing` says.
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

  /// Whether something the user wanted was refused: what waits was typed in another belief.
  public var isRefusing: Bool { showsRefusal }

  private func unknown(_ key: Key) -> Action? {
    hasNotedUnknownKey ? nil : .unknownKeyPressed(key)
  }

  /// Whether what is pressed by the mouse does what it says: while a card is written on, nothing else reacts.
  public func answers(_ element: Element) -> Bool {
    guard focus.top is EditorState else { return true }
    return if case .editor = element.action { true } else { false }
  }

  /// Whether keys go to the list, rather than to something that lies over it or is being typed.
  public var isListInFront: Bool { focus.isEmpty || keyContext == .matches }

  /// Whether what is pasted now would be taken.
  public var takesText: Bool {
    focus.find?.isTyping == true || focus.signIn != nil || focus.isWriting
  }
}
