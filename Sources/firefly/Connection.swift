import FireflyAPI
import FireflyCore
import FireflyRuntime
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
  /// Who one is there, for all that ask the server.
  let credentials: Credentials
  /// Why it is not known who one is, as a sentence; nil if it is, or nobody is signed in.
  let complaint: String?
  private let accounts: AccountFile
  private let server: EmbeddedServer?

  /// Uses the server at an address; without one, starts the embedded server for the data in a folder, on
  /// a socket that nobody else can reach.
  /// - `store`: opens the data of the embedded server.
  /// - `accounts`: where it is kept who one is on which server.
  /// - Throws: what `EmbeddedServer` throws.
  init(
    to address: ServerAddress?, elseIn folder: URL, store: () throws -> any Store,
    accounts: AccountFile, log: Logger
  ) async throws {
    self.accounts = accounts
    if let address {
      self.address = address
      id = address.normalized
      localUser = nil
      server = nil
      do throws(AccountFileError) {
        let kept = try accounts.account(on: id)
        credentials = Credentials(
          kept.map { .signedIn($0.user) } ?? .signedOut, token: kept?.token)
        complaint = nil
      } catch {
        credentials = Credentials()
        complaint = "\(error)"
        log.warning("accounts", metadata: ["problem": "\(error)"])
      }
      return
    }
    let server = try await EmbeddedServer(store: try store(), folder: folder, logger: log)
    self.address = try await server.startPrivately()
    id = "firefly:\(server.identity)"
    let user = server.localUser
    localUser = user
    // The embedded server signs the local user in by itself.
    credentials = Credentials(.signedIn(User(email: user.email, name: user.name)))
    complaint = nil
    self.server = server
  }

  /// Signing in and out there.
  func session(log: Logger) -> AccountSession {
    AccountSession(
      client: .live(server: address, credentials: credentials, logger: log),
      credentials: credentials, server: id, file: accounts)
  }

  /// Stops the embedded server, if there is one.
  func close() async { await server?.stop() }
}
