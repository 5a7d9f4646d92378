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
      bind("accept", .signIn(.accepted), [.enter], "send a code; sign in; continue"),
      bind("resend", .signIn(.resendPressed), [.control("r")], "another code or page"),
      bind(
        "other-address", .signIn(.otherAddressPressed), [.control("o")],
        "another e-mail; on a service, open its page"),
      bind(
        "copy-page", .signIn(.copyPagePressed), [.control("y")],
        "copy the address of a service's page"),
      bind("sign-out", .signIn(.signOutPressed), [.control("x")], "sign out"),
      bind("close", .signIn(.closed), [.escape, .control("c")], "back, or cancel"),
    ] + everywhere)
}
