import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore

/// A command that marks posts on a service with an account.
protocol ServiceMarkCommand: PostsCommand {
  static var mark: PostMark { get }
  /// Whether the mark is taken back.
  var off: Bool { get }
}

extension ServiceMarkCommand {
  func perform() throws {
    try forEachPost { id, context, connection in
      if let refusal = connection.site.refusal(of: .mark) {
        throw AccountCommand.failure(of: refusal, on: connection)
      }
      let client = context.client(of: connection)
      let post = try MainLoop.run { try await client.post(id, false) }
      let user = connection.credentials.account.key
      if !off, let refusal = post.refusal(of: Self.mark, by: user) { throw Failure(refusal) }
      let isOn = !off
      // What holds is not sent again.
      if post.service?.marks.contains(Self.mark) != isOn {
        do {
          _ = try MainLoop.run { try await client.mark(id, Self.mark, isOn) }
        } catch let error as APIError where error.mayHaveArrived {
          throw Failure("\(connection.site.name) did not confirm this. \(error.sentence)")
        }
      }
      let words = isOn ? Self.mark.doneWords : Self.mark.undoneWords
      StandardStreams.confirm("\(id): \(words)\n")
    }
  }
}

/// `firefly favourite`: makes posts favourites.
struct Favourite: ServiceMarkCommand {
  static let mark = PostMark.favourite
  static let configuration = CommandConfiguration(
    commandName: "favourite",
    abstract: "Make posts on Mastodon your favourites, or no longer; their authors see that.")

  @OptionGroup var named: NamedPosts

  @Flag(help: "Take it back.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly
}

/// `firefly boost`: shows posts to one's own followers.
struct Boost: ServiceMarkCommand {
  static let mark = PostMark.boost
  static let configuration = CommandConfiguration(
    commandName: "boost",
    abstract: "Show posts on Mastodon to your followers, or no longer. It does not ask.")

  @OptionGroup var named: NamedPosts

  @Flag(help: "Take it back.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly
}

/// `firefly pin`: shows one's own posts first on one's own profile.
struct Pin: ServiceMarkCommand {
  static let mark = PostMark.pin
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Pin posts of yours on Mastodon to your profile, or no longer.")

  @OptionGroup var named: NamedPosts

  @Flag(help: "Take it back.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly
}

/// `firefly bookmark`: keeps posts among the bookmarks on the server.
struct Bookmark: ServiceMarkCommand {
  static let mark = PostMark.bookmark
  static let configuration = CommandConfiguration(
    commandName: "bookmark",
    abstract: "Put posts on Mastodon among your bookmarks there, or take them out.")

  @OptionGroup var named: NamedPosts

  @Flag(help: "Take it back.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly
}
