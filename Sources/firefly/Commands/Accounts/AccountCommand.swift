import FireflyAPI
import FireflyCore
import FireflyServer

/// Shared code of the commands about accounts.
enum AccountCommand {
  /// Connects to the server, runs a closure, and disconnects.
  ///
  /// Mistakes in the configuration and the accounts are printed.
  ///
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  static func run(
    _ label: String, _ common: CommonOptions, _ options: ConnectionOptions,
    _ body: (CommandContext, Connection) throws -> Void
  ) throws {
    let context = try CommandContext.make(label, common, server: options.server, isClient: true)
    try run(in: context, body)
  }

  /// Does the same with an existing context.
  ///
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  static func run(
    in context: CommandContext, _ body: (CommandContext, Connection) throws -> Void
  ) throws {
    try context.reportComplaints()
    let connection = try MainLoop.run { try await context.connect() }
    defer { try? MainLoop.run { await connection.close() } }
    context.log.debug("connected", metadata: ["server": "\(connection.id)"])
    connection.complaint.map(StandardStreams.warn)
    try body(context, connection)
  }

  /// Returns a user's name and e-mail for a sentence.
  static func name(_ user: User) -> String {
    user.name == user.email ? user.email : "\(user.name) <\(user.email)>"
  }

  /// Returns the sentence that the embedded server needs no sign-in.
  static func alwaysSignedIn(_ user: LocalUser) -> String {
    "Your own server needs no sign-in; you are \(name(user.user))."
  }

  /// Returns the failure of a command that needs another server than the embedded one.
  static func noSignIn(_ user: LocalUser) -> Failure {
    Failure(alwaysSignedIn(user) + " Use --server for another one.")
  }

  /// Returns the failure of a command that needs an account.
  static func signedOut(on address: ServerAddress) -> Failure {
    Failure(
      "You are not signed in to \(address). Use `firefly login --server \(address)`.")
  }
}

extension LocalUser {
  /// The user.
  var user: User { User(email: email, name: name) }
}
