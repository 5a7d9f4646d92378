import FireflyAPI
import FireflyCore
import FireflyServer
import Foundation
import Logging

/// The server a command talks to: a given one, or the embedded one, started for it.
struct Connection: Sendable {
  let address: ServerAddress
  /// What names the server for good, to keep under it what belongs to it: the embedded one by a number
  /// in its database, any other by its address.
  let id: String
  /// Who is signed in there without a question; nil on a server that is not embedded.
  let localUser: LocalUser?
  private let server: EmbeddedServer?

  /// Uses the server at an address; without one, starts the embedded server for the data in a folder, on
  /// a socket that nobody else can reach.
  /// - Throws: what `EmbeddedServer` throws.
  init(to address: ServerAddress?, elseIn folder: URL, log: Logger) async throws {
    if let address {
      self.address = address
      id = address.normalized
      localUser = nil
      server = nil
      return
    }
    let server = try EmbeddedServer(folder: folder, logger: log)
    self.address = try await server.startPrivately()
    id = "firefly:\(server.identity)"
    localUser = server.localUser
    self.server = server
  }

  /// Who one is there: the embedded server signs the local user in by itself.
  var account: Account {
    localUser.map { .signedIn(User(email: $0.email, name: $0.name)) } ?? .signedOut
  }

  /// Stops the embedded server, if there is one.
  func close() async { await server?.stop() }
}
