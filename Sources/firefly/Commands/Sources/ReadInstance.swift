import ArgumentParser
import FireflyAPI
import FireflySources

/// The terminal UI on an instance of Lemmy.
struct ReadLemmy: ParsableCommand {
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

  func validate() throws { _ = try browsing.source(.lemmy, instance) }

  func run() throws { browsing.open(.source(try browsing.source(.lemmy, instance)), common) }
}

/// The terminal UI on an instance of Mastodon.
struct ReadMastodon: ParsableCommand {
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

  func validate() throws { _ = try browsing.source(.mastodon, instance) }

  func run() throws { browsing.open(.source(try browsing.source(.mastodon, instance)), common) }
}

/// The terminal UI on a forum that runs on Discourse.
struct ReadDiscourse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discourse", abstract: "Read a forum that runs on Discourse.",
    discussion: """
      Shows the latest topics; the key a shows the top ones. Same as --server discourse:<url>.

      Example: firefly discourse meta.discourse.org
      """)

  @Argument(help: "The address of the forum.")
  var url: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { _ = try browsing.source(.discourse, url) }

  func run() throws { browsing.open(.source(try browsing.source(.discourse, url)), common) }
}

extension Firefly {
  /// Returns the source for an instance named by a command.
  ///
  /// - Throws: `ValidationError` for an invalid instance, and for options that the command doesn't
  ///   have.
  fileprivate func source(_ kind: SourceKind, _ instance: String) throws -> SourceAddress {
    try refuseServer(with: kind.rawValue)
    do throws(APIError) {
      return try SourceAddress(kind, instance: instance)
    } catch {
      throw ValidationError(error.sentence)
    }
  }
}
