import FireflyCore

/// A service that can be read.
public enum SourceKind: String, CaseIterable, Hashable, Sendable {
  /// Hacker News, by Algolia's API.
  case hackerNews = "hn"
  /// Lobsters.
  case lobsters
  /// An instance of Lemmy.
  case lemmy
  /// An instance of Mastodon.
  case mastodon
  /// A forum that runs on Discourse.
  case discourse
  /// Feeds: RSS, Atom and JSON Feed.
  case feeds = "feed"
  /// A mailing list that public-inbox archives.
  case inbox
  /// A program of the user's, which the configuration names.
  case program

  private var facts: Facts {
    switch self {
    case .hackerNews:
      Facts(name: "Hacker News", server: "https://hn.algolia.com", feeds: ["front page", "newest"])
    case .lobsters:
      Facts(
        name: "Lobsters", server: "https://lobste.rs", feeds: ["hottest", "newest"],
        rules: .reading.without(.search))
    case .lemmy:
      Facts(name: "Lemmy", example: "lemmy.ml", feeds: ["hot everywhere", "new here"])
    case .mastodon:
      Facts(
        name: "Mastodon", example: "mastodon.social", feeds: ["trends", "local timeline"],
        rules: .service)
    case .discourse:
      Facts(name: "Discourse", example: "meta.discourse.org", feeds: ["latest", "top"])
    case .feeds:
      Facts(
        name: "Feeds", server: SourceAddress.nowhere,
        feeds: ["all entries", "the newest of each feed"], rules: .feeds)
    case .inbox:
      Facts(name: "public-inbox", example: "lore.kernel.org/git", feeds: ["newest mails"])
    case .program:
      Facts(name: "Program", example: "notes", feeds: ["posts"], rules: .program)
    }
  }

  private struct Facts {
    var name: String
    var server: String?
    var example: String?
    var feeds: [String]
    var rules = Site.Rules.reading
  }

  /// The name of the service.
  public var name: String { facts.name }

  /// The address of the API; nil for a service with many instances.
  var usualServer: String? { facts.server }

  /// An example of an instance; nil for a service with one address.
  public var exampleInstance: String? { facts.example }

  /// The lists of the first tab, one or two, as they are named on the screen.
  var feeds: [String] { facts.feeds }

  /// What a search may contain.
  var searchHint: String {
    self == .mastodon ? "Hashtags to search for" : "Words to search for"
  }

  /// What holds there.
  var rules: Site.Rules { facts.rules }

  /// The variable that overrides the address, for tests.
  var variable: String { "FIREFLY_SOURCE_" + rawValue.uppercased() }

  /// The name for `--server` and the configuration.
  public var serverName: String {
    guard let example = exampleInstance else { return rawValue }
    return self == .program ? "\(example):" : "\(rawValue):\(example)"
  }

  /// A command that opens it.
  public var example: String {
    self == .feeds
      ? "firefly feeds" : "firefly \(rawValue)" + (exampleInstance.map { " \($0)" } ?? "")
  }
}
