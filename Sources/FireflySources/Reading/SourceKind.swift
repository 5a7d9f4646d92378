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

  /// The name of the service.
  public var name: String {
    switch self {
    case .hackerNews: "Hacker News"
    case .lobsters: "Lobsters"
    case .lemmy: "Lemmy"
    case .mastodon: "Mastodon"
    case .discourse: "Discourse"
    }
  }

  /// The address of the API; nil for a service with many instances.
  var usualServer: String? {
    switch self {
    case .hackerNews: "https://hn.algolia.com"
    case .lobsters: "https://lobste.rs"
    case .lemmy, .mastodon, .discourse: nil
    }
  }

  /// An example of an instance; nil for a service with one address.
  public var exampleInstance: String? {
    switch self {
    case .hackerNews, .lobsters: nil
    case .lemmy: "lemmy.ml"
    case .mastodon: "mastodon.social"
    case .discourse: "meta.discourse.org"
    }
  }

  /// The variable that overrides the address, for tests.
  var variable: String { "FIREFLY_SOURCE_" + rawValue.uppercased() }

  /// The name for `--server`.
  public var serverName: String { "\(rawValue):\(exampleInstance ?? "")" }

  /// A command that opens it.
  public var example: String {
    "firefly \(rawValue)" + (exampleInstance.map { " \($0)" } ?? "")
  }

  /// The two lists of the first tab, as they are named on the screen.
  public var feeds: (first: String, second: String) {
    switch self {
    case .hackerNews: ("front page", "newest")
    case .lobsters: ("hottest", "newest")
    case .lemmy: ("hot everywhere", "new here")
    case .mastodon: ("trends", "local timeline")
    case .discourse: ("latest", "top")
    }
  }
}
