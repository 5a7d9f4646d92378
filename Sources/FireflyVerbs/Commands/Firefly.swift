import ArgumentParser
import FireflyCore
import FireflySources
import Foundation

/// The command line: without a subcommand, the terminal UI.
package struct Firefly: CommonCommand {
  package static let configuration = CommandConfiguration(
    commandName: "firefly",
    abstract: "Read and write a tree of short posts in the terminal.",
    discussion: """
      Without a command it opens the terminal UI. It uses its own server unless --server or the \
      configuration names another one. `firefly hn` reads Hacker News; `firefly sources` lists what else can be \
      read. Press ? for the keys.

      Example: echo "some words" | firefly post --title "a thought"
      Settings: ~/.config/firefly/config.yaml, created by `firefly config write`. Manual: man firefly, or firefly man.
      """,
    version: "firefly \(Version.current)",
    subcommands: [
      Posts.self, Search.self, Show.self, WritePost.self, Edit.self, Move.self, Delete.self,
      Restore.self, DraftGroup.self, Notifications.self, Mark.self, Favourite.self, Boost.self,
      Bookmark.self, Pin.self, Vote.self, Follow.self, Unfollow.self, Mute.self,
      Users.self, Login.self, AccountGroup.self, Logout.self, ConfigGroup.self, ReadManual.self,
      Serve.self, MemberGroup.self, Export.self, Backup.self, Import.self, Keep.self, Migrate.self,
      ReadSource<HackerNewsService>.self, ReadSource<LobstersService>.self,
      ReadSource<LemmyService>.self, ReadSource<MastodonService>.self,
      ReadSource<DiscourseService>.self, ReadSource<ReaderService>.self,
      ReadSource<InboxService>.self, ReadFeeds.self,
      FeedGroup.self, OpenPage.self, PrintArticle.self, ListSources.self,
    ])

  /// The ports by which programs may control the terminal UI.
  package static let automationPorts = 0...65_535

  package init() {}

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions

  @Option(
    help: ArgumentHelp(
      "Start with the replies to this post.", valueName: "id"))
  var post: Int?

  @Option(
    help: ArgumentHelp(
      "Let your programs control the terminal UI through this port of 127.0.0.1; 0 picks a free port.",
      valueName: "port"))
  var automation: Int?

  @Flag(help: "Disable animations.")
  var noMotion = false

  @Flag(help: "Use line mode, for people who listen: sentences instead of a screen.")
  var accessible = false

  @Flag(help: "Start at the top level instead of where you were the last time.")
  var fresh = false

  @Flag(name: .customShort("V"), help: "The same as --version.")
  var printsVersion = false

  package static func main() {
    StandardStreams.secure()
    Failure.end(status(of: RawArgument.texts()))
  }

  /// Runs the program with arguments, in the current environment.
  ///
  /// - Returns: the exit code; what went wrong is printed.
  package static func status(of arguments: [String]) -> Int32 {
    do {
      let arguments = try normalized(arguments)
      var parsed: (any ParsableCommand)?
      do {
        var command = try parseAsRoot(arguments)
        parsed = command
        var environment = VerbEnvironment.current
        if let common = (command as? any CommonCommand)?.common {
          (environment.isQuiet, environment.asks) = (common.quiet, !common.noInput)
        }
        try VerbEnvironment.$current.withValue(environment) { try command.run() }
        return EXIT_SUCCESS
      } catch let error where !(error is Failure) {
        let message = UsageError.folded(
          usageMessage(for: error, of: parsed) ?? fullMessage(for: error, columns: nil))
        // The parser would not notice that help can't be written.
        if exitCode(for: error).isSuccess {
          try StandardStreams.output(message + "\n")
          return EXIT_SUCCESS
        }
        let kept = UnparsedWords.keep(arguments, refusedWith: message).map { "\n" + $0 } ?? ""
        UsageError.say(message + kept)
        return exitCode(for: error).rawValue
      }
    } catch {
      let failure = Failure(error)
      failure.say()
      return failure.code
    }
  }

  /// Returns what is printed for a wrong option that a command noticed while it ran; nil for other errors.
  ///
  /// The parser would show the usage of `firefly` alone.
  private static func usageMessage(
    for error: any Error, of command: (any ParsableCommand)?
  ) -> String? {
    guard let error = error as? ValidationError, let command = command as? any Subcommand else {
      return nil
    }
    let type = type(of: command)
    return """
      Error: \(error.message)
      Usage: \(usageString(for: type))
        See 'firefly \(type.spokenName) --help' for more information.
      """
  }

  /// The names of the commands.
  ///
  /// Each states its name: deriving it from the type takes a third of a millisecond.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Rewrites what the parser does not accept: an address alone, a negative number after an option.
  ///
  /// - Throws: `Failure` for an unknown command.
  private static func normalized(_ arguments: [String]) throws(Failure) -> [String] {
    let arguments = OldName.replaced(in: OpenPage.named(in: arguments))
    let names = commandNames
    let command = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    if let command, !command.hasPrefix("-"), !names.contains(command) {
      // Words that are piped are meant for `post`.
      let writing = UnparsedWords.isInputPiped ? [WritePost.configuration.commandName ?? ""] : []
      let nearest = (writing + names).nearest(to: command)
      let guess = nearest.map { " Did you mean \($0)?" } ?? ""
      let unread =
        writing.contains(nearest ?? writing.first ?? "") ? " \(UnparsedWords.unread)" : ""
      let name = ForeignText.cleanLine(command, limit: 40)
      throw Failure(
        "No command “\(name)”.\(guess) `firefly --help` lists them.\(unread)", code: Failure.usage)
    }
    return joiningNegativeNumbers(expandingHome(arguments, of: command))
  }

  /// Returns the arguments with the user's home for `~/` at the beginning of a path: shells leave it in
  /// `--data=~/posts`, and nothing expands it in a systemd unit.
  private static func expandingHome(_ arguments: [String], of command: String?) -> [String] {
    guard let home = VerbEnvironment.current.variables["HOME"], !home.isEmpty else {
      return arguments
    }
    let options: Set = ["--data", "--uploads", "--markdown", "--html", "--image", "--body"]
    let takesFiles = ["backup", "import", "feed"].contains(command)
    var last = ""
    return arguments.map { argument in
      defer { last = argument }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, options.contains(parts[0]), parts[1].hasPrefix("~/") {
        return "\(parts[0])=\(home)\(parts[1].dropFirst())"
      }
      let isPath = argument.hasPrefix("~/") && (takesFiles || options.contains(last))
      return isPath ? home + argument.dropFirst() : argument
    }
  }

  /// Returns the arguments with `--limit -1` as `--limit=-1`: the parser takes `-1` for an option and would
  /// report a missing value instead of an invalid one.
  private static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
    arguments.reduce(into: []) { result, argument in
      if argument.wholeMatch(of: /-\d+/) != nil, let option = result.last, option.hasPrefix("--"),
        option.count > 2, !option.contains("=")
      {
        result[result.count - 1] = option + "=" + argument
      } else {
        result.append(argument)
      }
    }
  }

  package func validate() throws {
    if printsVersion { throw CleanExit.message(Self.configuration.version) }
    if let automation, !Self.automationPorts.contains(automation) {
      throw ValidationError("The port must be a number from 0 to 65535.")
    }
    if let post, post < 1 { throw ValidationError("The number of a post must be 1 or more.") }
    if connection.server != nil, common.dataFolder != nil {
      throw ValidationError(
        "Use either --data, which is the folder of your own server, or --server.")
    }
  }

  /// Refuses options of the terminal UI, which the parser accepts before any command.
  ///
  /// - Throws: `ValidationError`.
  func refuseOptions(
    with verb: String, exceptServer takesServer: Bool = false,
    exceptAccount takesAccount: Bool? = nil,
    exceptPost takesPost: Bool = false
  ) throws {
    if connection.server != nil, !takesServer {
      let reason =
        switch verb {
        case "sources": "it lists what --server can name."
        case "config show", "config check", "config write":
          "it shows your settings for all servers."
        case "man": "the manual is part of the program."
        case "article": "it reads the page that you name."
        default: "it works on your own server only."
        }
      throw ValidationError("`\(verb)` has no --server: \(reason)")
    }
    if identity.account != nil, !(takesAccount ?? takesServer) {
      let reason =
        switch verb {
        case "login": "it adds an account."
        case "account list": "it lists them all."
        default: "it uses no account."
        }
      throw ValidationError("`\(verb)` has no --as: \(reason)")
    }
    let others = [
      ("--post", post != nil && !takesPost), ("--automation", automation != nil),
      ("--fresh", fresh), ("--no-motion", noMotion), ("--accessible", accessible),
    ]
    if let option = others.first(where: { $0.1 })?.0 {
      throw ValidationError("`\(verb)` has no \(option): that is an option of the terminal UI.")
    }
  }

  /// Refuses `--server` and `--data` for commands that name a source themselves.
  ///
  /// - Throws: `ValidationError`.
  func refuseServer(with verb: String) throws {
    if connection.server != nil || common.dataFolder != nil {
      throw ValidationError("`\(verb)` has no --server and no --data: it reads its own source.")
    }
  }

  package func run() throws { try open(connection.server, common, as: identity) }

  /// Runs the terminal UI, perhaps at a page of a source.
  ///
  /// - Throws: `Failure` if that fails.
  func open(
    _ server: ServerChoice?, _ common: CommonOptions, as identity: AccountOptions? = nil,
    at link: SourceLink? = nil
  ) throws(Failure) {
    do {
      var context = try CommandContext(
        "firefly", common, server: server, account: AccountChoice(identity, self), isClient: true)
      if let other = link?.alternative, try context.hasUser(of: other) {
        return try open(.source(other.source), common, as: identity, at: other)
      }
      context.link = link
      try context.requireServer()
      try context.requireAccount()
      let options = SessionOptions(
        context: context, post: link?.post ?? post, selectsPost: link != nil,
        isFresh: fresh || link != nil, noMotion: noMotion, automation: automation,
        accessible: accessible)
      if try VerbEnvironment.current.openSession(options) { return }
      let place =
        (server.map { " --server \($0)" } ?? "")
        + (common.dataFolder.map { " --data \($0)" } ?? "")
      let (below, at) = (
        options.post.map { " --parent \($0)" } ?? "", options.post.map { " --post \($0)" } ?? ""
      )
      throw Failure(
        "No terminal. `firefly posts\(place)\(below)` prints posts, "
          + "`firefly --accessible\(place)\(at)` uses line mode."
          + (UnparsedWords.isInputPiped ? " \(UnparsedWords.unread)" : ""),
        code: Failure.noTerminal)
    } catch {
      throw Failure(error)
    }
  }
}

/// How a session of the terminal UI begins.
package struct SessionOptions: Sendable {
  package let context: CommandContext
  /// The post whose children are shown first; nil for the top level.
  package let post: Int?
  /// Whether the post is selected in its own list instead, unless it is at the top level.
  package let selectsPost: Bool
  /// Whether to start at the top level instead of the last position.
  package let isFresh: Bool
  /// Whether `--no-motion` is given.
  package let noMotion: Bool
  /// The port of `--automation`; nil for none.
  package let automation: Int?
  /// Whether `--accessible` is given.
  package let accessible: Bool
}
