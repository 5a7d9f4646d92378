import FireflyScreen

extension KeyContext {
  /// The sign-in screen.
  public static let signIn = KeyContext("sign-in")
}

extension Keymap {
  /// The default bindings.
  static let signInSection = Section(
    title: "Signing in", context: .signIn,
    bindings: [
      bind("accept", .signIn(.accepted), [.enter], "send a code; continue"),
      bind("resend", .signIn(.resendPressed), [.control("r")], "send another code"),
      bind(
        "other-address", .signIn(.otherAddressPressed), [.control("o")], "another e-mail"),
      bind("sign-out", .signIn(.signOutPressed), [.control("x")], "sign out"),
      bind("close", .signIn(.closed), [.escape, .control("c")], "back, or cancel"),
    ] + everywhere)
}
