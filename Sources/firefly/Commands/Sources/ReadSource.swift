import ArgumentParser
import FireflyAPI
import FireflySources

/// A command that opens the terminal UI on a source.
protocol ReadSource: ParsableCommand {
  static var kind: SourceKind { get }
  var common: CommonOptions { get }
  var browsing: Firefly { get }
  /// The address of the instance; empty for a service with one address.
  var instance: String { get }
}

extension ReadSource {
  var instance: String { "" }

  func validate() throws {
    try browsing.refuseServer(with: Self.kind.rawValue)
    do throws(APIError) {
      _ = try source()
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run() throws { browsing.open(.source(try source()), common) }

  private func source() throws(APIError) -> SourceAddress {
    try Self.kind.exampleInstance == nil
      ? SourceAddress(Self.kind) : SourceAddress(Self.kind, instance: instance)
  }
}

/// The terminal UI on Hacker News.
struct ReadHackerNews: ReadSource {
  static let kind = SourceKind.hackerNews
  static let configuration = CommandConfiguration(
    commandName: "hn", abstract: "Read Hacker News.",
    discussion: """
      Shows the front page; → opens the replies to a story, and the key a shows the newest stories. F2 has \
      saved searches, which are stored on this machine; F3 lists the authors of the loaded posts. Hacker \
      News can only be read, and needs no account.

      Same as --server hn:, which other commands accept, too: firefly posts --server hn:
      """)

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly
}

/// The terminal UI on Lobsters.
struct ReadLobsters: ReadSource {
  static let kind = SourceKind.lobsters
  static let configuration = CommandConfiguration(
    commandName: "lobsters", abstract: "Read Lobsters.",
    discussion: """
      Shows the hottest stories; the key a shows the newest. Lobsters has no search for programs. Same \
      as --server lobsters:
      """)

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly
}

/// The terminal UI on an instance of Lemmy.
struct ReadLemmy: ReadSource {
  static let kind = SourceKind.lemmy
  static let configuration = CommandConfiguration(
    commandName: "lemmy", abstract: "Read an instance of Lemmy.",
    discussion: """
      Shows hot posts from all instances; the key a shows new posts from this one. Same as --server \
      lemmy:<instance>.

      Example: firefly lemmy lemmy.ml
      """)

  @Argument(help: "The host, such as lemmy.ml.")
  var instance: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly
}

/// The terminal UI on an instance of Mastodon.
struct ReadMastodon: ReadSource {
  static let kind = SourceKind.mastodon
  static let configuration = CommandConfiguration(
    commandName: "mastodon", abstract: "Read an instance of Mastodon.",
    discussion: """
      Shows trending posts; the key a shows the local timeline. Searches find hashtags. Instances may refuse some \
      lists to readers without an account. Same as --server mastodon:<instance>.

      Example: firefly mastodon mastodon.social
      """)

  @Argument(help: "The host, such as mastodon.social.")
  var instance: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly
}

/// The terminal UI on a forum that runs on Discourse.
struct ReadDiscourse: ReadSource {
  static let kind = SourceKind.discourse
  static let configuration = CommandConfiguration(
    commandName: "discourse", abstract: "Read a forum that runs on Discourse.",
    discussion: """
      Shows the latest topics; the key a shows the top ones. Same as --server discourse:<url>.

      Example: firefly discourse meta.discourse.org
      """)

  @Argument(help: ArgumentHelp("The address of the forum.", valueName: "url"))
  var instance: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly
}
