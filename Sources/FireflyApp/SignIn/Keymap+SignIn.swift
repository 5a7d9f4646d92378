import FireflyScreen

extension KeyContext {
  /// The sign-in screen.
  package static let signIn = KeyContext("sign-in")
  /// The list of accounts.
  package static let accounts = KeyContext("accounts")
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
      bind("close", .signIn(.closed), [.escape, .control("c")], "back, or cancel"),
    ] + everywhere)

  /// The default bindings of the list of accounts.
  static let accountsSection = Section(
    title: "Your accounts (i)", context: .accounts,
    bindings: [
      bindAsInLists("down", .signIn(.selectionMoved(1)), [.tab], "the next account"),
      bindAsInLists("up", .signIn(.selectionMoved(-1)), [.backTab], "the previous account"),
      bind("accept", .signIn(.accepted), [.enter], "use the account"),
      bind("another", .signIn(.anotherPressed), [.character("n")], "sign in with another account"),
      bind(
        "sign-out", .signIn(.account(.signOutPressed)), [.character("o"), .control("x")],
        "sign out; asks first"),
      bind("close", .signIn(.closed), [.escape, .control("c")], "back, or stop signing out"),
    ] + everywhere)
}
