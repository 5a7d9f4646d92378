import FireflyAPI
import FireflyCore
import FireflyServer

/// What the commands about accounts have in common.
enum AccountCommand {
  /// Does something with the server that is meant; says what is wrong with the accounts that are kept.
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  static func run(
    _ label: String, _ common: CommonOptions, _ options: ConnectionOptions,
    _ body: (CommandContext, Connection) throws -> Void
  ) throws {
    let context = try CommandContext.make(label, common, server: options.server, isClient: true)
    try run(in: context, body)
  }

  /// Does something with the server that is meant, in a context that has been made.
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

  /// A person, as a sentence names them.
  static func name(_ user: User) -> String {
    user.name == user.email ? user.email : "\(user.name) <\(user.email)>"
  }

  /// The sentence that the embedded server needs no sign-in.
  static func alwaysSignedIn(_ user: LocalUser) -> String {
    "Your own server needs no sign-in; you are \(name(user.user))."
  }

  /// The failure of a command that the embedded server can't execute, because it has no sign-in.
  static func noSignIn(_ user: LocalUser) -> Failure {
    Failure(alwaysSignedIn(user) + " Use --server for another one.")
  }

  /// The failure of a command that needs an account.
  static func signedOut(on address: ServerAddress) -> Failure {
    Failure(
      "You are not signed in to \(address). Use `firefly login --server \(address)`.")
  }
}

extension LocalUser {
  /// Them, as a server knows people.
  var user: User { User(email: email, name: name) }
}
