import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflySources

/// A command about the feeds that the user follows, here or on a service.
protocol FeedCommand: GroupedCommand, AccountUsingCommand where Group == FeedGroup {}

extension FeedCommand {
  /// Runs a closure with the feeds of `--server`, or else with those here, whatever place the configuration names.
  func withFeeds(reads: Bool = false, _ body: (any FollowedFeeds) throws -> Void) throws {
    guard server == nil else {
      return try connected { context, connection in
        let feeds = try context.feeds(of: connection)
        try MainLoop.run { try await feeds.load() }
        try body(feeds)
      }
    }
    if case .named(_, isOption: true) = account {
      throw ValidationError("Use --as with --server.")
    }
    try body(feedReader(reads: reads))
  }
}

extension GroupedCommand where Group == FeedGroup {
  /// Returns what reads the feeds here.
  ///
  /// - Throws: `Failure` if the process can't be prepared, or feeds can't be read here.
  func feedReader(reads: Bool = false) throws -> FeedReader {
    let context = try CommandContext(Self.spokenName, common)
    try context.reportComplaints()
    if reads, let problem = HTMLText.problem { throw Failure(problem) }
    return try context.feedReader()
  }
}
