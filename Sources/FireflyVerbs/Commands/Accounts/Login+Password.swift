import FireflyAPI
import FireflyClient

// Signing in to a service with a name and a password.
extension Login {
  func signInWithPassword(_ context: CommandContext, _ place: Connection) throws {
    guard code == nil else {
      throw Failure("\(place.name) sends no codes; it asks for a password.", code: Failure.usage)
    }
    try context.signInWithPassword(to: place, name: email)
  }
}

extension CommandContext {
  /// Asks for the name and the password on a service until they are right.
  ///
  /// - Parameter name: the name, if it was given.
  /// - Throws: `Failure` at the end of the input, or if the account can't be kept; `APIError`.
  func signInWithPassword(to place: Connection, name: String?) throws {
    let session = session(of: place)
    while true {
      guard let name = try name ?? Dialogue.ask("Your name on \(place.name):"), !name.isEmpty else {
        throw Failure("No name given.")
      }
      place.site.passwordHint.map(Dialogue.say)
      guard let password = try Dialogue.askSecretly("The password:"), !password.isEmpty else {
        throw Failure("No password given.")
      }
      do {
        let result = try MainLoop.run {
          try await session.signIn(name: name, password: password)
        }
        if let complaint = result.complaint { throw AccountCommand.unsaved(complaint) }
        StandardStreams.confirm(
          "Signed in to \(place.name) as \(AccountCommand.name(result.user)).\n")
        return confirmOthers(beside: result.user, on: place)
      } catch APIError.notOffered(let sentence) where VerbEnvironment.current.input.isTerminal {
        Dialogue.say(sentence)
      }
    }
  }
}
