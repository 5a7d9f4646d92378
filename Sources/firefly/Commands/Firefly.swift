import ArgumentParser
import FireflyCore
import Foundation

/// The command line: without a subcommand, the terminal UI.
@main
struct Firefly: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firefly",
    abstract: "Browse a tree of short posts in the terminal.",
    discussion: """
      Without a subcommand it opens the terminal UI, on its own embedded server unless --server \
      points elsewhere. Press ? in it for the keys.

      Example: echo "some words" | firefly post --title "a thought"
      Settings: ~/.config/firefly/config.yaml, which `firefly config --write` makes. Manual: man firefly.
      """,
    version: "firefly \(Version.current)",
    subcommands: [
      Posts.self, Search.self, WritePost.self, Edit.self, Move.self, Delete.self, Drafts.self,
      Users.self, Login.self, Logout.self, WhoAmI.self, Devices.self, Config.self, Serve.self,
      Export.self, Import.self,
    ])

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Start among the children of this post, the path above it in place.", valueName: "id"))
  var post: Int?

  @Option(
    help: ArgumentHelp(
      "Let programs of yours drive the terminal UI through this port of 127.0.0.1; 0 takes a free one.",
      valueName: "port"))
  var automation: Int?

  @Flag(help: "Change everything in one step instead of moving it.")
  var noMotion = false

  @Flag(help: "Begin at the top, rather than where you were the last time.")
  var fresh = false

  static func main() {
    StandardStreams.secure()
    main(understood(Array(CommandLine.arguments.dropFirst())))
  }

  /// The arguments as the parser knows them: it has no -V, and shows the general help for an unknown command.
  private static func understood(_ arguments: [String]) -> [String] {
    if arguments == ["-V"] { return ["--version"] }
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    if arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-"),
      !names.contains(arguments[1])
    {
      let guess = names.nearest(to: arguments[1]).map { " Did you mean \($0)?" } ?? ""
      let name = ForeignText.cleanLine(arguments[1], limit: 40)
      Failure("No command “\(name)”.\(guess) `firefly --help` lists them.", code: Failure.usage)
        .end()
    }
    return arguments
  }

  func validate() throws {
    if let automation, !AutomationPort.range.contains(automation) {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
    if let post, post < 1 { throw ValidationError("A post's number is 1 or more.") }
    if connection.server != nil, common.dataFolder != nil {
      throw ValidationError(
        "--data is where the embedded server keeps its posts, and --server names another one.")
    }
  }

  /// Refuses what only the terminal UI takes: the parser itself accepts it beside any verb.
  ///
  /// - Throws: `ValidationError`.
  func refuseOptions(with verb: String, exceptServer takesServer: Bool = false) throws {
    if connection.server != nil, !takesServer {
      throw ValidationError("`\(verb)` has no --server: it works on the embedded server's posts.")
    }
    if post != nil {
      throw ValidationError("`\(verb)` has no --post: that is where the terminal UI starts.")
    }
    if automation != nil {
      throw ValidationError("`\(verb)` has no --automation: that drives the terminal UI.")
    }
    if fresh { throw ValidationError("`\(verb)` has no --fresh: it begins nowhere.") }
    if noMotion { throw ValidationError("`\(verb)` has no --no-motion: nothing moves in it.") }
  }

  func run() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      Failure(
        "There is no terminal to show posts in. Use `firefly posts` to print them.",
        code: Failure.noTerminal
      ).end()
    }
    do {
      let context = try CommandContext.make(
        "firefly", common, server: connection.server, isClient: true)
      try context.requireServer()
      let browser = Browser(
        context: context, post: post, noMotion: noMotion, automation: automation,
        isFresh: fresh)
      try MainActor.assumeIsolated { try browser.run() }
    } catch {
      Failure(error).end()
    }
  }
}

/// What version this is.
enum Version {
  static let current = "0.1.0"
}
