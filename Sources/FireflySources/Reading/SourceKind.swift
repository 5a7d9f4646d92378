import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// A service that can be read: a row of data, which is in the folder of the service.
package struct SourceKind: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// All services.
  package static let allCases: [SourceKind] = [
    .hackerNews, .lobsters, .lemmy, .mastodon, .discourse, .feeds, .reader, .inbox, .program,
  ]

  /// What a backend gets.
  struct Setting {
    let source: SourceAddress
    let web: WebClient
    let numbers: SourceNumbers
    let tools: SourceTools
    let server: ServerAddress
    let userAgent: String
    let logger: Logger
  }

  /// What the command of the service says.
  package struct Help: Sendable {
    /// The command, where it is not the name for `--server`.
    var command: String?
    /// What it does.
    package var abstract: String
    /// What its argument is; nil without one.
    package var argument: String?
    /// The name of its argument.
    package var argumentName = "url"
    /// More about it.
    package var discussion: String
  }

  /// The name for `--server`, before the colon.
  package let rawValue: String
  /// The name of the service.
  package let name: String
  /// The address of the API; nil for a service with many instances.
  var usualServer: String?
  /// An example of an instance; nil for a service with one address.
  package var exampleInstance: String?
  /// What one of its servers is called; nil for an instance with its name.
  var instanceName: String?
  /// What stands before an account's token.
  var tokenPrefix = "Bearer "
  /// Whether `--server` takes names of the user's, with a colon behind them, instead of its own name.
  package var isNamedByUser = false
  /// What holds there.
  var rules = Site.Rules.reading
  /// What a search may contain.
  var searchHint = "Words to search for"
  /// What the command of the service says; nil without one.
  package var help: Help?
  /// What the list of places says of it where one has not been; nil to leave it out.
  package var invitation: String?

  /// Recognizes a part of the service that has a list of its own, by the path of its page.
  var part: @Sendable (_ path: [String]) -> SourcePart? = { _ in nil }
  /// How to name a part of a service with one address; nil if it has none.
  var partHint: String?
  /// The names of the lists of the first tab, one or two: of the service, or of a part of it.
  var lists: @Sendable (_ part: String?, _ isSignedIn: Bool) -> [String]
  /// The names of the lists that the service ranks; others are by time.
  var ranked: Set<String> = []
  /// The names of the lists that a post leaves when it is read.
  var unread: Set<String> = []
  /// Further lists of the service.
  var further: @Sendable (_ isSignedIn: Bool) -> [SourceList] = { _ in [] }

  /// Reads what follows the colon of `--server`, where that is neither an instance nor a part.
  var address: (@Sendable (String) throws(APIError) -> SourceAddress)?
  /// Names a source for sentences, where its address is no name.
  var title: (@Sendable (SourceAddress) -> String)?
  /// Recognizes its pages.
  var link: @Sendable (WebPage) -> SourceLink? = { _ in nil }
  /// How many others recognize a page before, whose addresses look like its own.
  var linkRank = 0
  /// Reads the files that the service writes; nil if it writes none.
  var files: (@Sendable (inout SourceFile, [Data], _ withPrivate: Bool) throws -> Void)?
  /// The name under which posts are imported; nil for that of the service.
  package var importName: (@Sendable (SourceAddress) -> String)?

  /// Creates the backend.
  var backend: @Sendable (Setting) -> any SourceBackend

  /// Whether both are the same service.
  package static func == (first: SourceKind, second: SourceKind) -> Bool {
    first.rawValue == second.rawValue
  }

  /// Hashes what is compared.
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The variable that overrides the address, for tests.
  var variable: String { "FIREFLY_SOURCE_" + rawValue.uppercased() }

  /// The name for `--server` and the configuration.
  package var serverName: String {
    guard let example = exampleInstance else { return rawValue }
    return isNamedByUser ? "\(example):" : "\(rawValue):\(example)"
  }

  /// What one of its servers is called.
  var instance: String { instanceName ?? "an instance of \(name)" }

  /// A command that opens it.
  package var example: String {
    guard let help else { return "firefly --server \(serverName)" }
    return "firefly \(help.command ?? rawValue)" + (exampleInstance.map { " \($0)" } ?? "")
  }
}

extension SourceKind {
  /// Returns the service with a name for `--server`; nil for none.
  package init?(rawValue: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = kind
  }
}
