import FireflyCore

extension SignIn {
  /// The sentence that a sign-in has ended.
  static func over(on name: String) -> String { "You are no longer signed in to \(name)." }
}

extension Surroundings {
  /// Why a list is refused for want of an account, and the key that signs in.
  var membersOnly: String { site.membersOnly + keySentence(.signIn(.pressed), "signs in.") }
}

extension Site {
  /// Why a list is refused for want of an account, as a sentence.
  var membersOnly: String {
    account.isSignedIn ? SignIn.over(on: name) : "Only members can read \(name)."
  }
}
