import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyServer
import FireflySources
import FireflyStore
import Foundation

/// The server a command talks to: a given one, or the embedded one, started for it.
package struct Connection: Sendable {
  package let address: ServerAddress
  /// The permanent ID of the server, under which its data is stored: a number in the database of
  /// the embedded one, the address of any other.
  package let id: SiteID
  /// The account on the server, for all of its clients.
  package let credentials: Credentials
  /// The source; nil for a server.
  package var source: SourceAddress?
  /// The user of the embedded server, who needs no sign-in; nil on any other server.
  package var localUser: LocalUser?
  /// Why the account could not be read, as a sentence; nil if it was read, or there is none.
  package var complaint: String?
  /// Whether the account is the current one of the server, also if it was named.
  package var isCurrent = true
  /// Whether the data is new, and begins with the field guide.
  package var hasNewGuide: Bool { server?.hasNewGuide == true }
  /// The embedded server; nil for any other.
  fileprivate var server: EmbeddedServer?
  /// The client of a source, which knows what it has loaded in this run.
  let sourceClient = KnownClient()

  /// What accounts, drafts and read marks are kept by: `id`; on a service with accounts, without its part that
  /// is shown, such as a hashtag; of feeds, those of all.
  package var accountID: SiteID {
    guard let source, site.has(.sharedByParts) else { return id }
    return source.accountID
  }

  /// Where it leads, for the account that is current now.
  package var site: Site {
    let account = credentials.account
    guard localUser == nil else { return .own(as: account) }
    return (source.map(ServerChoice.source) ?? .server(address))
      .site(as: account, mayWrite: credentials.mayWrite, isOverheard: address.isOverheard)
  }

  /// What lists, positions and pictures are kept by: `id`; on a service, other accounts see others.
  package var viewID: SiteID {
    guard site.has(.personal), site.account.isSignedIn, let key = site.account.key else {
      return id
    }
    return id.seen(by: key)
  }

  /// Whose is what is kept here by account: posts for later, saved searches, silenced threads.
  package var owner: KeptOwner {
    guard localUser == nil, credentials.account.isSignedIn, let key = credentials.account.key
    else { return KeptOwner() }
    return KeptOwner(AccountID(key, on: accountID), adopts: isCurrent)
  }

  /// When the posts tab begins with what the user has written.
  package var ownPosts: ViewStore.OwnPosts {
    site.hasOwnLists ? .never : site.has(.takesImports) ? .onceChosen : .ifAny
  }

  /// The name of the server or source, for sentences.
  package var name: String { site.name }

  /// The name of a source or of the user's own server, or the address of another.
  package var title: String {
    localUser != nil ? "Firefly's own server" : source.map(\.name) ?? "\(address)"
  }

  /// What `--server` takes, as a person writes it.
  package var argument: String { source.map(\.description) ?? "\(address)" }

  /// What `--server` takes; empty for the user's own server.
  package var choice: String { localUser == nil ? id.argument : "" }

  /// Removes the socket of the embedded server, if there is one, before the process ends: without
  /// waiting for requests, as `close` does.
  package func removeSocket() {
    if localUser != nil, let path = address.socket { unlink(path) }
  }

  /// Stops the embedded server, if there is one.
  package func close() async { await server?.stop() }
}

extension CommandContext {
  /// Connects to the server or source; without one, starts the embedded server on a private socket.
  ///
  /// - Parameter isForEars: whether the field guide of new data is for people who listen.
  /// - Throws: `Failure`, what `EmbeddedServer` throws, `APIError.invalidAddress`.
  package func connect(isForEars: Bool = false) async throws -> Connection {
    if server == .source(SourceAddress(.feeds)) { try requireFeedList() }
    if case .source(let source) = server { try requireProgram(of: source) }
    let connection =
      switch server {
      case .source(let source): try sourceConnection(to: source, at: try address(of: source))
      case .server(let address): try remoteConnection(to: address)
      case nil: try await embeddedConnection(isForEars: isForEars)
      }
    try Self.requireLibcurl()
    return connection
  }

  private func remoteConnection(
    to address: ServerAddress
  ) throws(Failure) -> Connection {
    let id = address.id
    var address = address
    address.authorities = authorities
    let saved = try credentials(on: id, without: .signedOut, name: "\(address)")
    return Connection(
      address: address, id: id, credentials: saved.credentials, complaint: saved.complaint,
      isCurrent: saved.isCurrent)
  }

  private func sourceConnection(
    to source: SourceAddress, at address: ServerAddress
  ) throws(Failure) -> Connection {
    let saved = try savedCredentials(of: source)
    return Connection(
      address: address, id: source.id, credentials: saved.credentials, source: source,
      complaint: saved.complaint, isCurrent: saved.isCurrent)
  }

  /// Checks that the account that the user means is there.
  package func requireAccount() throws(Failure) {
    guard account != nil else { return }
    switch server {
    case .source(let source): _ = try savedCredentials(of: source)
    case .server(let address): _ = try remoteConnection(to: address)
    case nil: try account.refuse(Self.oneAccount)
    }
  }

  private static let oneAccount = "Your own server has one account, yours. Use --as with --server."

  /// Returns the saved credentials on a source; those of its reader where there are no accounts.
  ///
  /// - Throws: `Failure` if the account that the user means is not there.
  package func credentials(of source: SourceAddress) throws(Failure) -> Credentials {
    try savedCredentials(of: source).credentials
  }

  /// Credentials as they are saved.
  private struct SavedCredentials {
    let credentials: Credentials
    /// Why they can't be read, as a sentence.
    var complaint: String?
    /// Whether no other account of the server is the current one.
    var isCurrent = true
  }

  private func savedCredentials(
    of source: SourceAddress
  ) throws(Failure) -> SavedCredentials {
    let reader = Account.reader(Connection.reader)
    if let refusal = source.site(as: reader).refusal(of: .signIn) {
      try account.refuse(refusal.words)
      return SavedCredentials(credentials: Credentials(reader))
    }
    return try credentials(on: source.accountID, without: reader, name: "\(source)")
  }

  /// Returns the saved credentials on a server.
  ///
  /// - Parameters:
  ///   - server: what accounts are kept by.
  ///   - none: the account without one.
  ///   - name: what `--server` takes.
  /// - Throws: `Failure` if the account that the user means is not there.
  private func credentials(
    on server: SiteID, without none: Account, name: String
  ) throws(Failure) -> SavedCredentials {
    let all: [SavedAccount]
    do throws(AccountFileError) {
      all = try accounts.accounts(on: server)
    } catch {
      // Nobody else may write in place of the account that is named.
      if account != nil { throw Failure("\(error)") }
      log.warning("accounts", metadata: ["problem": "\(error)"])
      return SavedCredentials(
        credentials: Credentials(none, without: none), complaint: "\(error)")
    }
    let kept =
      if let account { try account.account(among: all, on: name) } else { all.first }
    let account = kept.map { Account.signedIn($0.user) } ?? none
    return SavedCredentials(
      credentials: Credentials(
        account, token: kept?.token, mayWrite: kept?.mayWrite ?? true, without: none),
      isCurrent: kept?.user.key == all.first?.user.key)
  }

  private func embeddedConnection(isForEars: Bool) async throws -> Connection {
    try account.refuse(Self.oneAccount)
    let server = try await EmbeddedServer(
      store: try openStore(), folder: paths.data, logger: log, isForEars: isForEars,
      localUser: findLocalUser)
    let user = server.localUser
    return Connection(
      address: try await server.startPrivately(environment: environment),
      id: SiteID(ofOwnServer: server.identity),
      // The embedded server signs the local user in by itself.
      credentials: Credentials(.signedIn(user.user)), localUser: user, server: server)
  }

  /// Determines the user of this computer, for the first run.
  package var findLocalUser: @Sendable () -> LocalUser {
    { [environment] in LocalUser.discover(in: environment) }
  }

  /// Returns a session for signing in and out.
  package func session(of connection: Connection) -> AccountSession {
    AccountSession(
      client: .live(
        server: connection.address, credentials: connection.credentials, logger: log),
      service: connection.source.flatMap { serviceSignIn(of: $0, at: connection) },
      returningBrowser: { try await BrowserReturn() },
      credentials: connection.credentials, server: connection.accountID, file: accounts,
      settle: settling(connection))
  }

  /// The file with the accounts of all servers.
  package var accounts: AccountFile { AccountFile(folder: paths.state) }

  /// Connects to the server, runs a closure, and disconnects.
  ///
  /// Mistakes in the configuration and the accounts are printed.
  ///
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  package func connected(_ body: (CommandContext, Connection) throws -> Void) throws {
    try reportComplaints()
    let connection = try MainLoop.run { try await connect() }
    defer { try? MainLoop.run { await connection.close() } }
    let handlesSignals = connection.site.has(.program) && Thread.isMainThread
    let signals = handlesSignals ? Self.endProgramsOnSignals() : nil
    defer {
      if Thread.isMainThread { ProgramOutput.endAll(waits: false) }
      signals.map { signals in MainActor.assumeIsolated { signals.stop() } }
    }
    log.debug("connected", metadata: ["server": "\(connection.id)"])
    connection.complaint.map(StandardStreams.warn)
    do {
      try body(self, connection)
    } catch let error as APIError {
      guard let question = connection.site.offlineQuestion, case .unreachable = error else {
        throw error
      }
      throw Failure("\(error.sentence) \(question)")
    }
  }

  /// Loads libcurl.
  ///
  /// - Throws: `Failure` if it is missing.
  package static func requireLibcurl() throws(Failure) {
    if !LiveClient.prepare() {
      throw Failure("libcurl is missing. On Debian: apt install libcurl4.")
    }
  }
}
