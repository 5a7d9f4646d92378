import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflySources
import Foundation

/// `firefly feed list`: lists the feeds that the user follows.
struct FeedListing: FeedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "List the feeds that you follow: address, name, number of entries, what went wrong, and folder."
  )

  @OptionGroup var listing: ListOptions
  @OptionGroup var connection: ConnectionOptions<Following>
  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: FeedGroup

  func perform() throws {
    try listing.check(.feeds)
    try withFeeds { followed in
      let feeds = followed.feeds
      try listing.output(
        feeds, as: .feeds,
        else: feeds.map {
          [$0.address, $0.name, "\($0.count)", $0.failure ?? "", $0.folder ?? ""]
        })
    }
  }
}

extension PrintedList where Item == FeedReader.Feed {
  /// The fields of feeds.
  static var feeds: PrintedList {
    PrintedList(
      name: "feeds",
      fields: [
        ("address", { .text($0.address) }), ("name", { .text($0.name) }),
        ("entries", { .number($0.count) }), ("failure", { $0.failure.map(PrintedValue.text) }),
        ("folder", { $0.folder.map(PrintedValue.text) }),
      ])
  }
}

/// `firefly feed fetch`: requests the feeds whose time has come.
struct FeedFetch: GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Request the feeds whose time has come, and print the new entries.")

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: FeedGroup

  func validate() throws { try browsing.refuseServer(with: Self.spokenName) }

  func perform() throws {
    let site = SourceAddress(.feeds).site(as: .signedOut)
    try listing.check(.posts(at: site))
    let reader = try feedReader(reads: true)
    let before = Set(reader.feeds.map(\.address))
    let (entries, failed) = try Interruption.run(showing: "fetching feeds") { await reader.fetch() }
    let posts = Array(reader.posts(entries))
    try listing.output(
      posts, as: .posts(at: site),
      else: posts.map { post in
        let title = post.title.isEmpty ? post.summary : post.title
        return [title, post.byline ?? "", reader.page(of: post) ?? ""]
      })
    let feeds = reader.feeds
    for feed in feeds {
      if let old = feed.before, before.contains(old) {
        StandardStreams.warn("\(old) has moved: you follow \(feed.address) now.")
      }
    }
    // A feed that is gone is named once, not each time by cron.
    for feed in failed { StandardStreams.warn("\(feed.address): \(feed.failure ?? "")") }
    if !feeds.isEmpty, feeds.allSatisfy({ $0.failure != nil }) { throw ExitCode.failure }
  }
}
