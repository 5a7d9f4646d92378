import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore

/// `firefly restore`: takes back that posts were deleted.
struct Restore: PostsCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back posts that you deleted within the last ten minutes, on Firefly's servers."
  )

  @OptionGroup var named: NamedPosts
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws {
    try forEachPost { id, context, connection in
      let client = context.client(of: connection)
      guard connection.site.account.hasUser else { throw AccountCommand.signedOut(on: connection) }
      guard try MainLoop.run({ try await client.has(.undelete) }) else {
        throw Failure("\(connection.name) brings no deleted posts back.")
      }
      let known = try MainLoop.run { try? await client.post(id, false) }
      if let known, known.template != .deleted { throw Failure("Post \(id) is not deleted.") }
      _ = try MainLoop.run { try await client.confirmedRestoration(of: id) }
      StandardStreams.confirm("Post \(id) is back.\n")
    }
  }
}
