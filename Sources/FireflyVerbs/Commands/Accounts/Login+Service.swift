import FireflyAPI
import FireflyClient
import Foundation

// Signing in to a service on a page of its own.
extension Login {
  func signInOnPage(_ context: CommandContext, _ place: Connection) throws {
    let (name, command) = (place.name, "firefly login --server \(place.argument)")
    guard email == nil else {
      throw Failure(
        "\(name) signs you in on a page of its own, without an e-mail. Use `\(command)`.")
    }
    if place.address.isOverheard {
      Dialogue.say(
        "The connection to \(name) is not encrypted: others on the network can read what you write "
          + "and act for you.")
    }
    let session = context.session(of: place)
    let result =
      if let code {
        try MainLoop.run { try await session.signIn(code: code) }
      } else {
        try converse(with: session, command)
      }
    if let complaint = result.complaint { throw AccountCommand.unsaved(complaint) }
    result.warning.map(StandardStreams.warn)
    StandardStreams.confirm("Signed in to \(name) as \(AccountCommand.name(result.user)).\n")
    context.confirmOthers(beside: result.user, on: place)
  }

  /// Shows the page, and asks for its code until one is right.
  private func converse(
    with session: AccountSession, _ command: String
  ) throws -> AccountSession.SignedIn {
    var browser: (any ReturningBrowser)?
    var returned: Outcome<String?>?
    func waitForBrowser() {
      returned = browser.map { browser in Outcome { await browser.address() } }
    }
    func showPage() throws {
      if let old = browser { Task { await old.stop() } }
      let (page, new) = try MainLoop.run { try await session.beginService() }
      browser = new
      waitForBrowser()
      Dialogue.say(
        "Open this page in any browser, and allow Firefly to read and to post:\n  \(page.address)")
      let launcher = BrowserLauncher(environment: VerbEnvironment.current.variables)
      if let address = page.returning, launcher.opensWindows,
        VerbEnvironment.current.input.isTerminal
      {
        Dialogue.say("If your browser opens it by itself, you need no code.")
        Task { await launcher.open(address) }
      }
    }
    try showPage()
    while true {
      guard let answer = try Dialogue.ask("The code from the page:", or: returned) else {
        throw Failure("No code given. Use `\(command) --code CODE` within a day.")
      }
      do {
        if answer.isEmpty {
          try showPage()
        } else {
          if let browser, answer.hasPrefix(browser.place) { waitForBrowser() }
          return try MainLoop.run { try await session.signIn(code: answer) }
        }
      } catch APIError.notOffered(let sentence) {
        Dialogue.say("\(sentence) Enter shows a new page.")
      }
    }
  }
}
