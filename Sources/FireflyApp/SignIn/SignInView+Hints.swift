import FireflyCore
import FireflyScreen

// The keys of the sign-in, in its last line.
extension SignInView {
  /// Draws the hints for keys in the last line; each can be clicked.
  func drawHints(at y: Int, into frame: inout Frame) {
    var hints = hints.compactMap { words, action -> (text: String, name: String, SignInAction)? in
      // Without a text field, the profile has the same key as in the lists.
      let isProfile = action == .profilePressed
      let key = isProfile ? Action.editor(.editPressed) : .signIn(action)
      let context = isProfile ? .lists : signIn.keyContext
      return canvas.namedHint(key, words, in: context).map { ($0.text, $0.name, action) }
    }
    let dot = canvas.symbols.dot
    var line: String { hints.map(\.text).joined(separator: dot) }
    // On a narrow screen, the texts are shorter, and the last ones but how to leave give way.
    if Glyph.glyphs(of: line).displayWidth > width {
      hints = hints.enumerated().map { index, hint in
        let short = hint.text.replacing("another ", with: "").replacing(" the page", with: "")
          .replacing(" its address", with: "")
        return index == hints.count - 1 ? hint : (short, hint.name, hint.2)
      }
    }
    while hints.count > 1, Glyph.glyphs(of: line).displayWidth > width {
      hints.remove(at: hints.count - 2)
    }
    var x = column(of: line)
    for (index, (text, name, action)) in hints.enumerated() {
      if index > 0 { x = frame.draw(dot, at: Point(x: x, y: y), style: style()) }
      x = frame.draw(
        Glyph.glyphs(of: text), at: Point(x: x, y: y), style: style(),
        pressing: "sign-in-\(name)", .signIn(action))
    }
  }

  private var hints: [(words: String, action: SignInAction)] {
    let profile = ("your profile", SignInAction.profilePressed)
    let leave = (signIn.isWaiting ? "stop" : "back", SignInAction.closed)
    if signIn.isWaiting { return [leave] }
    return switch signIn.step {
    case .email where signIn.takesPassword: [("go on", .accepted), leave]
    case .password:
      [("sign in", .accepted), ("another name", .otherAddressPressed), leave]
    case .email: [("send a code", .accepted), leave]
    case .code:
      [
        ("another code", .resendPressed),
        ("another e-mail", .otherAddressPressed), leave,
      ]
    case .page(nil): [("try again", .resendPressed), leave]
    case .page:
      [
        ("sign in", .accepted), ("open the page", .otherAddressPressed),
      ] + (width < 50 ? [] : [("copy its address", .copyPagePressed)]) + [leave]
    case .welcome:
      [("write your profile", .profilePressed), ("continue", .accepted)]
    case .account:
      (accounts.isEmpty ? [] : [("use", .accepted)])
        + (!signIn.isOnPage && !signIn.takesPassword && (accounts.isEmpty || width >= 50)
          ? [profile] : [])
        + [
          (width < 50 ? "add" : "add an account", .anotherPressed),
          (width < 50 ? "out" : "sign out", .account(.signOutPressed)), leave,
        ]
    }
  }
}
