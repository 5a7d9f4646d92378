import FireflyEditor
import FireflyScreen

// What a key means, by what has the keyboard.
extension AppState {
  /// What a key does now; nil if nothing.
  public func action(for key: Key) -> Action? { action(for: key, in: focus.top) }

  private func action(for key: Key, in focus: Focus) -> Action? {
    if case .dialog(let dialog) = focus { return action(for: key, in: dialog) }
    let context = keyContext(of: focus)
    if context == .signIn, self.focus.signIn?.hasField == false,
      settings.keymap.action(for: key) == .editor(.editPressed)
    {
      return .signIn(.profilePressed)
    }
    return settings.keymap.action(for: key, in: context) ?? unboundAction(for: key, in: context)
  }

  /// The place of the bindings that hold now.
  var keyContext: KeyContext { keyContext(of: focus.top) }

  /// The place of the bindings that hold where the keyboard is.
  private func keyContext(of focus: Focus) -> KeyContext {
    switch focus {
    case .lists: moving.carried == nil ? .lists : .moving
    case .find(let find): find.isTyping ? .find : .matches
    case .links: .links
    case .outline: .outline
    case .picture: .picture
    case .sheet: .sheet
    case .signIn: .signIn
    case .editor(let editor):
      editor.isChordBegun ? .editorChord : editor.pathLine != nil ? .path : .editor
    case .conflict: .conflict
    case .dialog: .dialog
    case .menu: .menu
    }
  }

  /// What a key does in a place where nothing is bound to it; nil if nothing.
  private func unboundAction(for key: Key, in context: KeyContext) -> Action? {
    let keymap = settings.keymap
    switch context {
    case .lists: return unknown(key)
    case .moving: return keymap.action(for: key) ?? unknown(key)
    case .find: return key.typed.map { .find(.typed($0)) }
    case .matches: return keymap.action(for: key)
    // Whatever is no digit ends the question.
    case .links: return .links(key.digit.map { .digitTyped($0) } ?? .closed)
    // Whatever means nothing there leads back.
    case .outline: return .outline(.closed)
    case .picture: return .picture(.closed)
    case .sheet: return .sheet(.closed)
    case .editorChord: return .editor(.chordLeft)
    case .path:
      return Self.editorKeys.command(for: key).map { .editor(.attachment(.pathEdited($0))) }
    case .editor:
      // Whatever is no letter can have been given to something else, or to nothing.
      guard let command = Self.editorKeys.command(for: key), case .type = command else {
        return nil
      }
      return .editor(.edited(command))
    case .menu: return menuItem(for: keymap.action(for: key)).map { .menu(.pressed($0)) }
    case .signIn: return Self.editorKeys.command(for: key).map { .signIn(.edited($0)) }
    case .conflict, .dialog: return nil
    }
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
    guard focus.top.editor != nil else { return true }
    return if case .editor = element.action { true } else { false }
  }

  /// Whether keys go to the list, rather than to something that lies over it or is being typed.
  public var isListInFront: Bool {
    switch keyContext {
    case .lists, .moving, .matches: true
    default: false
    }
  }

  /// Whether what is pasted now would be taken.
  public var takesText: Bool {
    focus.find?.isTyping == true || focus.signIn != nil || focus.isWriting
  }

  /// The keys of a field to write in.
  private static let editorKeys = EditorKeys()
}

extension Key {
  /// The digit that it types.
  fileprivate var digit: Int? {
    typed.flatMap { $0.isASCII ? $0.wholeNumberValue : nil }
  }
}
