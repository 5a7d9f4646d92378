import FireflyEditor
import FireflyScreen

// What a key means, by what has the keyboard.
extension AppState {
  /// What a key does now; nil if nothing.
  public func action(for key: Key) -> Action? { action(for: key, in: focus.topKind) }

  private func action(for key: Key, in kind: Focus.Kind) -> Action? {
    let keymap = settings.keymap
    switch kind {
    case .lists where moving.carried != nil:
      return keymap.action(for: key, in: .moving) ?? keymap.action(for: key, in: .lists)
        ?? unknown(key)
    case .lists: return keymap.action(for: key, in: .lists) ?? unknown(key)
    case .find where focus.find?.isTyping == true:
      return keymap.action(for: key, in: .find) ?? key.typed.map { .find(.typed($0)) }
    case .find:
      return keymap.action(for: key, in: .matches) ?? keymap.action(for: key, in: .lists)
    case .links:
      if let action = keymap.action(for: key, in: .links) { return action }
      // Whatever is no digit ends the question.
      return .links(key.digit.map { .digitTyped($0) } ?? .closed)
    // Whatever means nothing there leads back.
    case .outline: return keymap.action(for: key, in: .outline) ?? .outline(.closed)
    case .picture: return keymap.action(for: key, in: .picture) ?? .picture(.closed)
    case .sheet: return keymap.action(for: key, in: .sheet) ?? .sheet(.closed)
    case .editor where focus.editor?.isChordBegun == true:
      return keymap.action(for: key, in: .editorChord) ?? .editor(.chordLeft)
    case .editor where focus.editor?.pathLine != nil:
      return keymap.action(for: key, in: .path)
        ?? Self.editorKeys.command(for: key).map { .editor(.attachment(.pathEdited($0))) }
    case .editor:
      return keymap.action(for: key, in: .editor)
        ?? Self.editorKeys.command(for: key).flatMap { command in
          // Whatever is no letter can have been given to something else, or to nothing.
          if case .type = command { .editor(.edited(command)) } else { nil }
        }
    case .conflict: return keymap.action(for: key, in: .conflict)
    case .dialog: return dialogAction(for: key)
    case .menu:
      return keymap.action(for: key, in: .menu)
        ?? menuItem(for: keymap.action(for: key)).map { .menu(.pressed($0)) }
    case .signIn
    where focus.signIn?.hasField == false && keymap.action(for: key) == .editor(.editPressed):
      return .signIn(.profilePressed)
    case .signIn:
      return keymap.action(for: key, in: .signIn)
        ?? Self.editorKeys.command(for: key).map { .signIn(.edited($0)) }
    }
  }

  /// What a key does in a dialog: while it types, never more than `Dialog.Typing` says.
  private func dialogAction(for key: Key) -> Action? {
    guard let dialog = focus.dialog else { return nil }
    let bound = settings.keymap.action(for: key, in: .dialog)
    var meaning: Action? = key.typed == nil ? bound : .dialog(.typed(key))
    if dialog.typing == .answers, let bound { meaning = bound }
    if let opener = dialog.opener, action(for: key, in: focus.kindBelowDialog) == opener {
      guard case .dialog(let action)? = meaning else { return .dialog(.repeated(nil)) }
      return .dialog(.repeated(action))
    }
    return meaning ?? .dialog(.ignored)
  }

  /// Whether something the user wanted was refused: what waits was typed in another belief.
  public var isRefusing: Bool { focus.dialog?.typing == .ignored }

  private func unknown(_ key: Key) -> Action? {
    hasNotedUnknownKey ? nil : .unknownKeyPressed(key)
  }

  /// Whether what is pressed by the mouse does what it says: while one writes, nothing but the card reacts.
  public func answers(_ element: Element) -> Bool {
    guard focus.topKind == .editor else { return true }
    return if case .editor = element.action { true } else { false }
  }

  /// Whether keys go to the list, rather than to something that lies over it or is being typed.
  public var isListInFront: Bool {
    switch focus.topKind {
    case .lists: true
    case .find: focus.find?.isTyping == false
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
