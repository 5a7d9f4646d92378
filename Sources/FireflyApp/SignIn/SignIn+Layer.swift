import FireflyEditor
import FireflyScreen

// What keys, pasted text and the screen do with it.
extension SignIn: FocusLayer {
  var keyContext: KeyContext { if case .account = step { .accounts } else { .signIn } }
  var coversLists: Bool { true }

  /// Whether there is a text field.
  var hasField: Bool {
    switch step {
    case .email, .code, .password, .page: true
    case .welcome, .account: false
    }
  }

  /// Among the accounts and at the welcome, the key that edits a post begins the profile.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    if !hasField, keymap.action(for: key) == .editor(.editPressed) {
      return .signIn(.profilePressed)
    }
    return keymap.action(for: key, in: keyContext) ?? action(forUnbound: key, keymap)
  }

  func action(forPasted text: String) -> Action? {
    hasField ? .signIn(.edited(.paste(text))) : nil
  }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    EditorKeys.standard.command(for: key).map { .signIn(.edited($0)) }
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    SignInView(canvas: canvas, signIn: self).draw(into: &frame)
  }
}

extension EditorCommand {
  /// Whether it adds text.
  var isTyping: Bool {
    switch self {
    case .type, .commit, .paste: true
    default: false
    }
  }
}
