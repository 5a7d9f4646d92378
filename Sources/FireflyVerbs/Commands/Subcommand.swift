import ArgumentParser

/// A command with the options of all commands.
protocol CommonCommand: ParsableCommand {
  var common: CommonOptions { get }
}

/// A command of `firefly`, whose errors are printed as sentences.
protocol Subcommand: CommonCommand {
  /// The options before the command's name; most of them are for the terminal UI only.
  var browsing: Firefly { get }

  /// What is typed after `firefly`.
  static var spokenName: String { get }

  /// Does the command's work.
  func perform() throws

  /// Returns the failure to print for an error.
  func failure(of error: any Error) -> Failure
}

extension Subcommand {
  static var spokenName: String { _commandName }

  func validate() throws { try browsing.refuseOptions(with: Self.spokenName) }

  func run() throws {
    do {
      try perform()
    } catch let error where error is ExitCode || error is ValidationError {
      throw error
    } catch {
      throw failure(of: error)
    }
  }

  func failure(of error: any Error) -> Failure { Failure(error) }
}

/// A command with `--server`.
protocol TakesServer: Subcommand {
  associatedtype Use: ServerUse
  var connection: ConnectionOptions<Use> { get }
}

extension TakesServer {
  /// The value of `--server`, which may also precede the command.
  var server: ServerChoice? { connection.server ?? browsing.connection.server }
}

/// A command that works on any server.
protocol ServerCommand: TakesServer {
  /// The account of `--as` or `FIREFLY_AS`; nil for the current one of the server.
  var account: AccountChoice? { get }
}

/// A command that acts as an account of the server.
protocol AccountUsingCommand: ServerCommand {
  var identity: AccountOptions { get }
}

extension AccountUsingCommand {
  var account: AccountChoice? { AccountChoice(identity, browsing) }
}

extension ServerCommand {
  var account: AccountChoice? { nil }

  func validate() throws {
    try browsing.refuseOptions(with: Self.spokenName, exceptServer: true)
  }

  func failure(of error: any Error) -> Failure { Failure(error, on: server) }

  /// Creates the services of a command that sends requests to a server.
  ///
  /// - Throws: `Failure` if the process can't be prepared.
  func makeContext() throws -> CommandContext {
    try CommandContext(Self.spokenName, common, server: server, account: account, isClient: true)
  }

  /// Connects to the server, runs a closure, and disconnects.
  ///
  /// Mistakes in the configuration and the accounts are printed.
  ///
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  func connected(_ body: (CommandContext, Connection) throws -> Void) throws {
    try makeContext().connected(body)
  }
}
