import ArgumentParser
import FireflyAPI
import FireflySources

/// `firefly feeds`: opens the terminal UI on feeds.
struct ReadFeeds: CommonCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "Read feeds: RSS, Atom and JSON Feed.",
    discussion: """
      Shows the entries of the feeds that you follow, or of those whose addresses you name, the newest first; F3 \
      lists the feeds. The address of a page will do if it names its feed. Feeds are requested every 15 minutes while \
      Firefly runs, or by `firefly feed fetch`, such as from cron. Their entries can be read without a connection.

      `firefly feed add ADDRESS` follows a feed. One feed is --server feed:URL, all of them --server feed:, which \
      other commands accept, too.
      """)

  @Argument(help: "The addresses of feeds, or of pages that name them.")
  var urls: [String] = []

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseServer(with: "feeds")
    do throws(APIError) {
      _ = try SourceAddress(feeds: urls)
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run() throws {
    let source = urls.isEmpty ? SourceAddress(.feeds) : try SourceAddress(feeds: urls)
    try browsing.open(.source(source), common)
  }
}
