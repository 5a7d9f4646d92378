import FireflyAPI
import FireflyCore
import FireflyRuntime
import FireflyServer
import FireflySources
import Foundation
import Logging

/// The server a command talks to: a given one, or the embedded one, started for it.
struct Connection: Sendable {
  let address: ServerAddress
  /// The source; nil for a server.
  let source: SourceAddress?
  /// The permanent ID of the server, under which its data is stored: a number in the database of
  /// the embedded one, the address of any other.
  let id: String
  /// The user of the embedded server, who needs no sign-in; nil on any other server.
  let localUser: LocalUser?
  /// The account on the server, for all of its clients.
  let credentials: Credentials
  /// Why the account could not be read, as a sentence; nil if it was read, or there is none.
  let complaint: String?
  private let accounts: AccountFile
  private let server: EmbeddedServer?

  /// Connects to a server or source; without a choice, starts the embedded server on a private
  /// socket.
  ///
  /// - Parameters:
  ///   - choice: the server or source; nil for the embedded server.
  ///   - folder: the data folder of the embedded server.
  ///   - store: opens the data of the embedded server.
  ///   - accounts: the file with the accounts of all servers.
  ///   - environment: may override addresses of sources.
  ///   - log: the log.
  /// - Throws: what `EmbeddedServer` throws; `APIError.invalidAddress`.
  init(
    to choice: ServerChoice?, elseIn folder: URL, store: () throws -> any Store,
    accounts: AccountFile, environment: [String: String], log: Logger
  ) async throws {
    self.accounts = accounts
    if case .source(let source) = choice {
      self.source = source
      address = try source.server(environment)
      id = source.id
      (localUser, server, complaint) = (nil, nil, nil)
      credentials = Credentials(.signedIn(Self.reader))
      return
    }
    source = nil
    if case .server(let address) = choice {
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

  /// Returns a session for signing in and out.
  func session(log: Logger) -> AccountSession {
    AccountSession(
      client: .live(server: address, credentials: credentials, logger: log),
      credentials: credentials, server: id, file: accounts)
  }

  /// Stops the embedded server, if there is one.
  func close() async { await server?.stop() }
}
