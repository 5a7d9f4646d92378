import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import Foundation

/// `firefly login`: signs in to a server with a code.
struct Login: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a server with a code sent to your e-mail.",
    discussion: """
      Prompts for whatever is missing. At the code prompt, Enter sends a new code; a different \
      e-mail starts over. An instance of Mastodon, --server mastodon:HOST, signs you in on a page of its own: \
      open it in any browser, and paste the code that it shows. A service of feeds, --server reader:HOST, asks for your \
      name there and the password of its API.
      """)

  @Argument(
    help: ArgumentHelp(
      "Your e-mail on that server; on a service of feeds, your name.", valueName: "e-mail"))
  var email: String?

  // A code may begin with "-".
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Use this code instead of requesting one; that of a page, within a day.", valueName: "code"))
  var code: String?

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<SigningIn>
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "login", exceptServer: true, exceptAccount: false)
  }

  func perform() throws { try connected(signIn) }

  private func signIn(_ context: CommandContext, _ place: Connection) throws {
    try AccountCommand.requireSignIn(at: place)
    if place.site.has(.passwords) { return try signInWithPassword(context, place) }
    if place.site.has(.personal) { return try signInOnPage(context, place) }
    if code != nil, email == nil {
      throw Failure("--code requires the e-mail that the code was sent to.", code: 64)
    }
    if let user = place.localUser {
      guard email == nil || email?.lowercased() == user.email.lowercased() else {
        throw AccountCommand.noSignIn(user)
      }
      return try StandardStreams.output(AccountCommand.alwaysSignedIn(user) + "\n")
    }
    if place.address.isOverheard {
      Dialogue.say(
        "The connection to \(place.address.host) is not encrypted: others on the network can "
          + "read the code and use it.")
    }
    let dialogue = LoginDialogue(
      session: context.session(of: place), options: server.map { " --server \($0)" } ?? "")
    let result = try dialogue.run(email: email, code: code)
    if let complaint = result.complaint { throw AccountCommand.unsaved(complaint) }
    result.warning.map(StandardStreams.warn)
    let name = AccountCommand.name(result.user)
    StandardStreams.confirm(
      result.isNew
        ? "Welcome, \(name). Your account on \(place.address) is new, and your profile is empty.\n"
        : "Signed in to \(place.address) as \(name).\n")
    context.confirmOthers(beside: result.user, on: place)
  }
}

/// The prompts of a sign-in.
private struct LoginDialogue {
  let session: AccountSession
  /// The options of the command, for hints.
  let options: String

  func run(email: String?, code: String?) throws -> AccountSession.SignedIn {
    var email =
      try email ?? ask("Your e-mail, which readers there can see:", elseSay: "No e-mail given.")
    if let code {
      do {
        return try signIn(email, code)
      } catch let error as APIError {
        throw Failure(Self.words(about: error) ?? error.sentence)
      }
    }
    var origin = try send(to: email)
    while true {
      let answer = try ask(
        "The code:",
        elseSay: "No code given. Use `firefly login \(email) --code CODE\(options)`.")
      if answer.isEmpty {
        origin = try send(to: email)
      } else if answer.contains("@") {
        email = answer
        origin = try send(to: email)
      } else {
        do {
          return try signIn(email, answer)
        } catch let error as APIError {
          guard let words = Self.words(about: error) else { throw error }
          Dialogue.say("\(words) \(origin)")
        }
      }
    }
  }

  private func ask(_ question: String, elseSay words: String) throws(Failure) -> String {
    guard let answer = try Dialogue.ask(question) else { throw Failure(words) }
    return answer
  }

  /// Requests a code.
  ///
  /// - Returns: where it comes from, or how long it holds.
  private func send(to email: String) throws -> String {
    let note = try MainLoop.run { try await session.sendCode(to: email) }
    let address = ForeignText.cleanLine(email, limit: 254)
    let origin = note ?? SignInCode.validity
    Dialogue.say(
      "A 4-digit code \(note == nil ? "was sent to" : "was requested for") \(address). \(origin)"
        + " Press Enter for a new code, or type a different e-mail address to start over.")
    return origin
  }

  private func signIn(_ email: String, _ code: String) throws -> AccountSession.SignedIn {
    try MainLoop.run { try await session.signIn(email, code: code) }
  }

  /// Returns a sentence about a refused code; nil for other errors.
  private static func words(about error: APIError) -> String? {
    switch error {
    case .status(401, _): "Wrong code."
    case .status(404, _): "This code has expired. \(SignInCode.validity) Request a new one."
    default: nil
    }
  }
}
