import FireflyAPI
import FireflyCore
import FireflyStore

/// Sentences of the commands about accounts.
package enum AccountCommand {
  /// Returns a user's name and e-mail for a sentence.
  package static func name(_ user: User) -> String {
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

  /// Returns the failure of a sign-in that can't be kept; `complaint` says why, as a sentence.
  static func unsaved(_ complaint: String) -> Failure {
    Failure("\(complaint) So you are not signed in, and have to sign in again.")
  }

  /// Returns the failure of a command that a place refuses, with the command that helps.
  static func failure(of refusal: Site.Refusal, on place: Connection) -> Failure {
    if refusal.way == .signIn { return signedOut(on: place) }
    return Failure(
      place.site.sentence(of: refusal) { way in
        // `firefly keep` takes the address of a page.
        way == .keep && !place.site.has(.threadPages)
          ? nil : way.command(at: " --server \(place.choice)")
      })
  }

  /// Checks that a user can sign in at a place, or is at home there.
  ///
  /// - Throws: `Failure` if it needs no sign-in.
  static func requireSignIn(at place: Connection) throws(Failure) {
    guard !place.credentials.account.isSignedIn, let refusal = place.site.refusal(of: .signIn)
    else { return }
    throw Failure(refusal.words)
  }

  /// Returns the failure of a command that needs an account.
  static func signedOut(on place: Connection) -> Failure {
    Failure(
      "You are not signed in to \(place.title). Use `firefly login --server \(place.argument)`.")
  }
}

extension Site.Way {
  /// Returns the sentence that says which command helps; `server` is its option that names the place, if it needs one.
  func command(at server: String) -> String {
    switch self {
    case .signIn, .signInAgain: "Use `firefly login\(server)`."
    case .allowWriting: "Use `firefly login\(server)`, and allow writing."
    case .followFeed: "`firefly feed add ADDRESS` follows a feed."
    case .search: "`firefly post --template query --title WORDS\(server)` saves a search."
    case .keep: "`firefly keep ADDRESS` keeps the thread on your own server, to answer there."
    }
  }
}

extension CommandContext {
  /// Says who else stays signed in to a server, if somebody does.
  func confirmOthers(beside user: User, on place: Connection) {
    let others = ((try? accounts.accounts(on: place.accountID)) ?? []).filter {
      !$0.isOf(user.key)
    }
    guard !others.isEmpty else { return }
    let names = others.map(\.email).joined(separator: ", ")
    StandardStreams.confirm(
      "\(names) \(others.count == 1 ? "stays" : "stay") signed in, too: use --as NAME, or i in the terminal UI.\n"
    )
  }
}

extension LocalUser {
  var user: User { User(email: email, name: name) }
}
