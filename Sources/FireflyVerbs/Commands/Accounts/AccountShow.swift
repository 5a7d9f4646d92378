import ArgumentParser
import FireflyAPI
import FireflyStore
import Foundation

/// `firefly account show`: prints the account on a server.
struct AccountShow: AccountUsingCommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print your account on a server.",
    discussion: """
      Asks the server whether this device is still signed in. If it doesn't respond within 3 seconds, the \
      account that is known here is printed.
      """)

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var group: AccountGroup

  /// Seconds to wait for the server.
  private static let answerSeconds = 3.0

  func perform() throws {
    try listing.check(.accounts)
    try connected(answer)
  }

  private func answer(_ context: CommandContext, _ place: Connection) throws {
    try AccountCommand.requireSignIn(at: place)
    guard place.credentials.account.isSignedIn, let user = place.credentials.account.user else {
      throw AccountCommand.signedOut(on: place)
    }
    let name = AccountCommand.name(user)
    if place.site.can(.signIn), place.credentials.token != nil {
      try check(place, of: name, context)
    }
    guard listing.json || listing.fields != nil else {
      return try StandardStreams.output("\(name) on \(place.title)\n")
    }
    let server = place.localUser == nil ? place.argument : "own server"
    let account = ListedAccount(
      handle: user.email, name: user.name, server: server, isCurrent: place.isCurrent)
    try listing.output([account], as: .accounts)
  }

  private func client(of place: Connection, _ context: CommandContext) -> AccountClient {
    var limits = ClientLimits()
    limits.seconds = Self.answerSeconds
    return .live(
      server: place.address, credentials: place.credentials, limits: limits, logger: context.log)
  }

  /// Asks the server whether it still accepts the token of this device.
  ///
  /// - Throws: `Failure` if it does not.
  private func check(_ place: Connection, of name: String, _ context: CommandContext) throws {
    do {
      if place.site.has(.personal) {
        let session = context.session(of: place)
        _ = try MainLoop.run { try await session.check() }
      } else {
        let client = client(of: place, context)
        _ = try MainLoop.run { try await client.devices() }
        // It refuses to read for another user than that of the token.
        let posts = context.client(of: place)
        _ = try MainLoop.run { try await posts.recentPosts("post", .mine, nil, 1) }
      }
    } catch APIError.status(403, .some(let sentence)) {
      throw Failure(
        "\(place.title) says: \(sentence) The token in the file of accounts is not that of \(name). Use "
          + "`firefly login --server \(place.argument)`.")
    } catch APIError.status(401, _) {
      throw Failure(
        "\(name) is signed out on \(place.title): this device was revoked there. Use `firefly login "
          + "--server \(place.argument)`.")
    } catch APIError.notOffered(let sentence) {
      // It is the token of another account, or one that may not even ask.
      throw Failure(sentence)
    } catch let error as APIError {
      StandardStreams.warn("\(error.sentence) It may have signed out this device.")
    }
  }
}
