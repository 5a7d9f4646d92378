import ArgumentParser
import FireflyCore
import FireflySources

/// `firefly feed remove`: follows feeds no longer.
struct FeedRemove: FeedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Follow feeds no longer.")

  @Argument(
    help: "The addresses of feeds, or their names.",
    completion: .custom { _, _, _ in Completions.feeds })
  var urls: [String]

  @OptionGroup var connection: ConnectionOptions<Following>
  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: FeedGroup

  func perform() throws {
    try withFeeds { feeds in
      // All are tried.
      let failures = try urls.filter { try !unfollow($0, feeds) }
      if !failures.isEmpty { throw ExitCode.failure }
    }
  }

  private func unfollow(_ url: String, _ feeds: any FollowedFeeds) throws -> Bool {
    guard let feed = try MainLoop.run({ try await feeds.unfollow(url) }) else {
      StandardStreams.warn("You don't follow “\(FeedList.withoutLogin(url))”.")
      return false
    }
    let name = feed.name.isEmpty ? feed.address : "“\(feed.name)”"
    StandardStreams.note("You no longer follow \(name).")
    return true
  }
}
