import ArgumentParser
import FireflyAPI
import FireflySources

/// A command that opens the terminal UI on a source.
struct ReadSource<Service: ReadableService>: CommonCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Service.kind.rawValue, abstract: Service.kind.help?.abstract ?? "",
      discussion: Service.kind.help?.discussion ?? "")
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

  func run() throws {
    let source = try source()
    if source.has(.passwords) { try signIn(to: .source(source)) }
    try browsing.open(.source(source), common, as: identity)
  }

  /// Signs in first where the user has no account yet.
  private func signIn(to server: ServerChoice) throws {
    let context = try CommandContext(
      Service.kind.rawValue, common, server: server, account: AccountChoice(identity, browsing))
    try context.connected { context, place in
      guard !place.credentials.account.isSignedIn, VerbEnvironment.current.input.isTerminal else {
        return
      }
      try context.signInWithPassword(to: place, name: nil)
    }
  }

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

extension ReadableService {
  fileprivate static var argumentHelp: ArgumentHelp {
    ArgumentHelp("\(kind.help?.argument ?? "")", valueName: kind.help?.argumentName)
  }
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

enum ReaderService: ReadableService {
  typealias Place = InstancePlace<Self>
  static let kind = SourceKind.reader
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
  @Argument(help: Service.argumentHelp)
  var address: String
  var instance: String? { address }
}
