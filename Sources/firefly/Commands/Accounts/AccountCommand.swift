import FireflyAPI
import FireflyCore
import FireflyServer

/// What the commands about one's account have in common.
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
    try context.complain()
    let connection = try MainLoop.run { try await context.connect() }
    defer { try? MainLoop.run { await connection.close() } }
    context.log.debug("connected", metadata: ["server": "\(connection.id)"])
    connection.complaint.map(StandardStreams.complain)
    try body(context, connection)
  }

  /// A person, as a sentence names them.
  static func name(_ user: User) -> String {
    user.name == user.email ? user.email : "\(user.name) <\(user.email)>"
  }

  /// Who asks for another account where there can be but one.
  static func alwaysLocal(_ user: LocalUser) -> Failure {
    Failure(
      "On Firefly's own server you are always \(name(user.user)). Name another server with --server."
    )
  }

  /// Who needs an account, and has none.
  static func signedOut(on address: ServerAddress) -> Failure {
    Failure(
      "Nobody is signed in on \(address). `firefly login --server \(address)` does that.")
  }
}

extension LocalUser {
  /// Them, as a server knows people.
  var user: User { User(email: email, name: name) }
}
