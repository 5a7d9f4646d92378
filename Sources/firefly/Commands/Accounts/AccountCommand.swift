import FireflyAPI
import FireflyCore
import FireflyServer

/// Sentences of the commands about accounts.
enum AccountCommand {
  /// Returns a user's name and e-mail for a sentence.
  static func name(_ user: User) -> String {
    if user.name == user.handle { return user.handle }
    return user.handle.hasPrefix("@")
      ? "\(user.name) (\(user.handle))" : "\(user.name) <\(user.handle)>"
  }

  /// Returns the sentence that the embedded server needs no sign-in.
  static func alwaysSignedIn(_ user: LocalUser) -> String {
    "Your own server needs no sign-in; you are \(name(user.user))."
  }

  /// Returns the failure of a command that needs another server than the embedded one.
  static func noSignIn(_ user: LocalUser) -> Failure {
    Failure(alwaysSignedIn(user) + " Use --server for another one.")
  }

  /// Returns the failure of a command that needs an account.
  static func signedOut(on place: Connection) -> Failure {
    let name = place.source?.name ?? "\(place.address)"
    return Failure(
      "You are not signed in to \(name). Use `firefly login --server \(place.source?.description ?? name)`."
    )
  }
}

extension LocalUser {
  var user: User { User(email: email, name: name) }
}
