import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflySources

/// `firefly feed move`: brings the feeds of this machine to a service.
struct FeedMove: GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Follow your feeds on a service, and mark there what you have read and saved.",
    discussion: """
      Your feeds here stay until you remove them. What could not be marked yet is said; the same command goes on then.

      Example: firefly feed move --to reader:rss.example.org
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The service, such as reader:rss.example.org.", valueName: "url"),
    completion: .custom { _, _, _ in Completions.places }, transform: ServerChoice.init(argument:))
  var place: ServerChoice

  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: FeedGroup

  func validate() throws { try browsing.refuseServer(with: Self.spokenName) }

  func failure(of error: any Error) -> Failure { Failure(error, on: place) }

  func perform() throws {
    let local = try feedReader(reads: true)
    let context = try CommandContext(
      Self.spokenName, common, server: place, account: AccountChoice(identity, browsing),
      isClient: true)
    try context.connected { context, connection in
      let service = try context.feeds(of: connection)
      guard !local.list.feeds.isEmpty else { throw Failure("You follow no feeds here.") }
      let isUnread = context.unreadFeedEntries ?? { _, _ in true }
      let saved = context.savedFeedEntries
      let moved = try Interruption.run(showing: "moving feeds") {
        try await service.take(local, isUnread: isUnread, saved: saved)
      }
      try say(moved, on: connection.name)
      context.sayUnsent(of: connection.credentials.account.key, at: connection)
      if !moved.refused.isEmpty { throw ExitCode.failure }
    }
  }

  private func say(_ moved: ServiceFeeds.Moved, on name: String) throws {
    moved.refused.forEach(StandardStreams.warn)
    let feeds = Counted.words(moved.added.count, "feed")
    let known = moved.known > 0 ? " You follow \(moved.known) of them already." : ""
    StandardStreams.note("You follow \(feeds) more on \(name).\(known)")
    if moved.read + moved.starred > 0 {
      StandardStreams.note(
        "Marked there: \(Counted.words(moved.read, "entry", "entries")) read, "
          + "\(moved.starred) starred.")
    }
    let again = VerbEnvironment.current.advice(" The same command marks them later.")
    if let first = moved.empty.first {
      let count = moved.empty.count
      StandardStreams.warn(
        "\(name) has no entries yet of \(Counted.words(count, "feed")) (\(first)"
          + "\(count == 1 ? "" : " …")).\(again)")
    }
    if moved.missing > 0 {
      StandardStreams.warn(
        "\(name) does not have \(Counted.words(moved.missing, "saved entry", "saved entries")).")
    }
  }
}
