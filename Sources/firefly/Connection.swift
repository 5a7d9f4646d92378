import FireflyAPI
import FireflyServer
import Foundation
import Logging

/// The server a command talks to: a given one, or the embedded one, started for it.
struct Connection: Sendable {
  let address: ServerAddress
  /// Who is signed in there without a question; nil on a server that is not embedded.
  let localUser: LocalUser?
  private let server: EmbeddedServer?

  /// Uses the server at an address; without one, starts the embedded server on loopback, at a free
  /// port, for the data in a folder.
  /// - Throws: what `EmbeddedServer` throws.
  init(to address: ServerAddress?, elseIn folder: URL, log: Logger) async throws {
    if let address {
      self.address = address
      localUser = nil
      server = nil
      return
    }
    let server = try EmbeddedServer(folder: folder, logger: log)
    self.address = try ServerAddress(try await server.start().absoluteString)
    localUser = server.localUser
    self.server = server
  }

  /// Stops the embedded server, if there is one.
  func close() async { await server?.stop() }
}
