import ArgumentParser
import FireflyPictures
import Foundation

/// `firefly logout`: signs out of a server.
struct Logout: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Sign out of a server.",
    discussion:
      "Cached lists and pictures are deleted. Other accounts on the server stay signed in; the one used last before is the current one then."
  )

  @Flag(
    help: """
      Also delete the other local data of that account: your drafts for it, saved searches of a service, what you \
      have read, saved for later, silenced and followed there, and your last position.
      """)
  var forget = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<SigningIn>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws { try connected(signOut) }

  private func signOut(_ context: CommandContext, _ place: Connection) throws {
    try AccountCommand.requireSignIn(at: place)
    if let user = place.localUser {
      if forget { throw AccountCommand.noSignIn(user) }
      return try StandardStreams.output(AccountCommand.alwaysSignedIn(user) + "\n")
    }
    let forget = forget
    // Before the account is gone, by which some of it is kept.
    let data = context.localData(of: place)
    let (result, forgotten) = try MainLoop.run {
      let result = try await context.session(of: place).signOut()
      if let key = result.user?.key {
        await data.removeSeen(by: key)
      }
      guard forget else { return (result, (drafts: 0, complaints: [String]())) }
      return (
        result, await data.removeAll(of: result.user?.key, isLast: result.next == nil)
      )
    }
    forgotten.complaints.forEach(StandardStreams.warn)
    result.warning(forgets: forget).map(StandardStreams.warn)
    let server = place.title
    guard let user = result.user else {
      if forget {
        return StandardStreams.confirm(
          "Deleted the local data of \(server).\n" + Self.tell(forgotten.drafts))
      }
      throw AccountCommand.signedOut(on: place)
    }
    StandardStreams.confirm(
      "\(AccountCommand.name(user)) is signed out of \(server).\n"
        + Self.tell(forgotten.drafts)
        + (result.next.map { "You are \(AccountCommand.name($0)) there now.\n" } ?? ""))
  }

  private static func tell(_ drafts: Int) -> String {
    switch drafts {
    case 0: ""
    case 1: "1 draft was deleted.\n"
    default: "\(drafts) drafts were deleted.\n"
    }
  }
}
