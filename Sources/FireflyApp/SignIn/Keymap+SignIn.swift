import FireflyScreen

extension KeyContext {
  /// The sign-in.
  public static let signIn = KeyContext("sign-in")
}

extension Keymap {
  /// The bindings of a first start.
  static let signInSections: [Section] = [
    Section(
      title: "Signing in", context: .signIn,
      bindings: [
        bind("accept", .signIn(.accepted), [.enter], "send a code; go on"),
        bind("resend", .signIn(.resendPressed), [.control("r")], "have another code sent"),
        bind(
          "other-address", .signIn(.otherAddressPressed), [.control("o")], "another e-mail"),
        bind("sign-out", .signIn(.signOutPressed), [.control("x")], "sign out"),
        bind("close", .signIn(.closed), [.escape, .control("c")], "back, or stop waiting"),
      ] + everywhere)
  ]
}
