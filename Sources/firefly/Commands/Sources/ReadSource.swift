import ArgumentParser
import FireflyAPI
import FireflySources

/// A command that opens the terminal UI on a source.
struct ReadSource<Service: ReadableService>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Service.kind.rawValue, abstract: Service.kind.abstract,
      discussion: Service.kind.discussion)
  }

  @OptionGroup var place: Service.Place
  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseServer(with: Service.kind.rawValue)
    do throws(APIError) {
      _ = try source()
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run() throws { browsing.open(.source(try source()), common, as: identity) }

  private func source() throws(APIError) -> SourceAddress {
    // The tag of a service with one address.
    if Service.kind.exampleInstance == nil, let part = place.instance {
      let name = "\(Service.kind.rawValue):\(part)"
      guard let source = try SourceAddress.named(name) else { throw .invalidAddress(name) }
      return source
    }
    return try place.instance.map { instance throws(APIError) in
      try SourceAddress(Service.kind, instance: instance)
    } ?? SourceAddress(Service.kind)
  }
}

/// A service that has a command.
protocol ReadableService {
  associatedtype Place: ServicePlace
  static var kind: SourceKind { get }
}

enum HackerNewsService: ReadableService {
  typealias Place = OnePlace
  static let kind = SourceKind.hackerNews
}

enum LobstersService: ReadableService {
  typealias Place = OptionalPlace
  static let kind = SourceKind.lobsters
}

enum LemmyService: ReadableService {
  typealias Place = InstancePlace<Self>
  static let kind = SourceKind.lemmy
}

enum MastodonService: ReadableService {
  typealias Place = InstancePlace<Self>
  static let kind = SourceKind.mastodon
}

enum DiscourseService: ReadableService {
  typealias Place = InstancePlace<Self>
  static let kind = SourceKind.discourse
}

enum InboxService: ReadableService {
  typealias Place = InstancePlace<Self>
  static let kind = SourceKind.inbox
}

/// The argument that says where a service is.
protocol ServicePlace: ParsableArguments {
  /// The address of the instance; nil for a service with one address.
  var instance: String? { get }
}

/// No argument.
struct OnePlace: ServicePlace {
  var instance: String? { nil }
}

/// A part of a service with one address.
struct OptionalPlace: ServicePlace {
  @Argument(help: ArgumentHelp("A tag, such as t/rust.", valueName: "tag"))
  var tag: String?
  var instance: String? { tag }
}

/// The address of an instance.
struct InstancePlace<Service: ReadableService>: ServicePlace {
  @Argument(help: Service.kind.instanceHelp)
  var address: String
  var instance: String? { address }
}

extension SourceKind {
  fileprivate var abstract: String {
    switch self {
    case .hackerNews, .lobsters: "Read \(name)."
    case .lemmy, .mastodon: "Read an instance of \(name)."
    case .discourse: "Read a forum that runs on \(name)."
    case .inbox: "Read a mailing list in an archive that runs on \(name)."
    case .feeds, .program: "Read \(name)."
    }
  }

  fileprivate var instanceHelp: ArgumentHelp {
    switch self {
    case .discourse:
      ArgumentHelp("The address of the forum, or of a category or tag there.", valueName: "url")
    case .inbox: ArgumentHelp("The address of the list.", valueName: "url")
    default:
      ArgumentHelp(
        "The host, such as \(exampleInstance ?? ""), or a part of it, such as "
          + "\(exampleInstance ?? "")/\(self == .lemmy ? "c/name" : "tags/name").",
        valueName: "instance")
    }
  }

  fileprivate var discussion: String {
    switch self {
    case .hackerNews:
      """
      Shows the front page; → opens the replies to a story, and the key a goes round the newest stories, Ask HN, \
      Show HN, jobs and launches. F2 has saved searches, which are stored on this machine; F3 lists the authors of the loaded posts. Hacker \
      News can only be read, and needs no account.

      Same as --server hn:, which other commands accept, too: firefly posts --server hn:
      """
    case .lobsters:
      """
      Shows the hottest stories; the key a shows the newest. Lobsters has no search for programs. Same \
      as --server lobsters:
      """
    case .lemmy:
      """
      Shows hot posts from all instances; the key a shows new posts from this one. Same as --server \
      lemmy:<instance>.

      Example: firefly lemmy lemmy.ml
      """
    case .mastodon:
      """
      Shows trending posts; the key a shows the local timeline. Searches find hashtags. Instances may refuse some \
      lists to readers without an account. Same as --server mastodon:<instance>.

      Example: firefly mastodon mastodon.social
      """
    case .discourse:
      """
      Shows the latest topics; the key a shows the top ones. Same as --server discourse:<url>.

      Example: firefly discourse meta.discourse.org
      """
    case .inbox:
      """
      Shows the newest mails of the list; → opens the replies to one. Searches use the words of the archive, such as \
      s:subject and f:author. Same as --server inbox:<url>.

      Example: firefly inbox lore.kernel.org/git
      """
    case .feeds, .program: ""
    }
  }
}
