import ArgumentParser
import FireflyPictures
import FireflyRuntime
import Foundation

/// Signs out on a server.
struct Logout: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sign out on a server, and have it forget this device.")

  @Flag(
    help: """
      Delete what is kept of that server here, too: your drafts for it, its lists and pictures, and where \
      you were.
      """)
  var forget = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "logout", exceptServer: true) }

  func run() throws {
    do {
      try AccountCommand.run("logout", common, connection, signOut)
    } catch {
      Failure(error).end()
    }
  }

  private func signOut(_ context: CommandContext, _ place: Connection) throws {
    if let user = place.localUser { throw AccountCommand.alwaysLocal(user) }
    let forget = forget
    let (result, forgotten) = try MainLoop.run {
      let result = try await place.session(log: context.log).signOut()
      guard forget else { return (result, (drafts: 0, complaints: [String]())) }
      return (result, await context.forgetServer(place.id, account: result.user?.email))
    }
    forgotten.complaints.forEach(StandardStreams.complain)
    result.complaint.map(StandardStreams.complain)
    guard let user = result.user else {
      if forget {
        return try StandardStreams.output(
          "What was kept of \(place.address) is gone.\n" + Self.tell(forgotten.drafts))
      }
      throw AccountCommand.signedOut(on: place.address)
    }
    try StandardStreams.output(
      "\(AccountCommand.name(user)) is signed out on \(place.address).\n"
        + Self.tell(forgotten.drafts))
  }

  private static func tell(_ drafts: Int) -> String {
    switch drafts {
    case 0: ""
    case 1: "1 draft was deleted.\n"
    default: "\(drafts) drafts were deleted.\n"
    }
  }
}
