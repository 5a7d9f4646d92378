/// A service whose trees of posts can be read.
public enum SourceKind: String, CaseIterable, Hashable, Sendable {
  /// Hacker News, by Algolia's interface.
  case hackerNews = "hn"

  /// The name of the service.
  public var name: String {
    switch self {
    case .hackerNews: "Hacker News"
    }
  }

  /// Where the service is asked; nil for one that has many addresses.
  var usualServer: String? {
    switch self {
    case .hackerNews: "https://hn.algolia.com"
    }
  }

  /// The variable with another address of the service, for tests.
  var variable: String { "FIREFLY_SOURCE_" + rawValue.uppercased() }

  /// How the service is named for `--server`.
  public var serverName: String { "\(rawValue):" }

  /// A command that opens it.
  public var example: String { "firefly \(rawValue)" }

  /// The two lists of the first tab, as they are named on the screen.
  public var feeds: (first: String, second: String) {
    switch self {
    case .hackerNews: ("front page", "newest")
    }
  }
}
