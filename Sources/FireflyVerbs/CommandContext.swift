import FireflyAPI
import FireflyClient
import FireflyCore
import FireflySources
import FireflyStore
import Foundation
import Logging

/// The services of a command: folders, configuration, log, and the server.
package struct CommandContext: Sendable {
  /// The folders of Firefly's files.
  package let paths: StandardPaths
  /// The variables that the program was started with.
  package let environment: [String: String]
  /// What `config.yaml` and the variables say.
  package let configuration: any VerbConfiguration
  /// The command's own log.
  package let log: Logger
  package let logFile: LogFile
  /// The server to use; nil for the embedded one.
  package private(set) var server: ServerChoice?
  /// The account that is meant on that server; nil for its current one.
  package private(set) var account: AccountChoice?
  /// The page of a source at which the terminal UI starts.
  package var link: SourceLink?
  /// Knows whether the user is there.
  package let activity = UserActivity()
  /// Sentences about Firefly's own files, for the screen or standard error.
  package let notices = FileNotices()
  /// Called when a place no longer accepts the sign-in of an account, once; nil to warn of it on standard error.
  package var onRefusedSignIn: (@Sendable (AccountID) -> Void)?
  /// The address of the embedded server's PostgreSQL database, which may contain a password; nil
  /// for SQLite.
  let database: String?
  /// Maximum number of connections to that database; nil for the default.
  private let databaseConnections: Int?
  /// Whether the configured server is invalid and needed.
  private let isServerInvalid: Bool
  /// Whether the configuration may name another server than the embedded one, but can't be read.
  package let isServerUnknown: Bool

  /// Prepares the process and reads the configuration, which the command line overrides.
  ///
  /// - Parameters:
  ///   - label: the command's name in the log.
  ///   - server: the value of `--server`. A data folder overrides a configured server, too.
  ///   - account: the account of `--as` or `FIREFLY_AS`; nil for the current one of the server.
  ///   - isClient: whether the command sends requests to a server, instead of opening the embedded
  ///     server's data.
  ///   - database: the value of `--database`.
  ///   - databaseConnections: the value of `--database-connections`.
  /// - Throws: `Failure` if the process can't be prepared.
  init(
    _ label: String, _ options: CommonOptions, server: ServerChoice? = nil,
    account: AccountChoice? = nil, isClient: Bool = false, database: String? = nil,
    databaseConnections: Int? = nil
  ) throws {
    // A verb on another thread runs in a process that is prepared.
    if Thread.isMainThread { try ProcessSetup.prepare() }
    self.account = account
    self.database = database
    self.databaseConnections = databaseConnections
    let process = VerbEnvironment.current
    guard let reader = process.configuration else {
      throw Failure("There is nothing that reads the configuration.")
    }
    environment = process.variables
    paths = StandardPaths(dataFolder: options.dataFolder, environment: environment)
    configuration = reader.init(file: paths.configuration, environment: environment)
    logFile = LogFile(folder: paths.state)
    log = logFile.logger(
      label, level: (options.logLevel ?? configuration.logLevel).level)
    let asksConfiguration = isClient && server == nil && options.dataFolder == nil
    self.server = asksConfiguration ? configuration.server : server
    isServerInvalid = asksConfiguration && configuration.isServerInvalid
    if self.server == nil,
      let sentence = DataFolder(path: paths.data.path, isUsual: options.dataFolder == nil)
        .closeToOthers()
    {
      notices.add(sentence)
    }
    isServerUnknown = asksConfiguration && configuration.isIgnored && configuration.server == nil
  }

  /// Returns the context of another server or source.
  ///
  /// - Parameters:
  ///   - server: the server; nil for the embedded one.
  ///   - link: the page at which the terminal UI starts.
  ///   - key: `User.key` of the account; nil for the current one of the server.
  package func at(
    _ server: ServerChoice?, link: SourceLink? = nil, as key: PersonID?
  ) -> CommandContext {
    var context = self
    (context.server, context.link) = (server, link)
    context.account = key.map(AccountChoice.key)
    return context
  }

  /// Prints the mistakes in the configuration to standard error.
  ///
  /// - Throws: `Failure` if the configured server is invalid.
  package func reportComplaints() throws(Failure) {
    if VerbEnvironment.current.isInShell {
      for complaint in configuration.complaints { StandardStreams.warn("\(complaint)") }
    }
    notices.print()
    if isServerInvalid { throw Failure("No valid server address. Fix it, or use --server.") }
  }

  /// Does the same only if the configured server is invalid: the screen shows other mistakes.
  ///
  /// - Throws: `Failure` if the configured server is invalid.
  package func requireServer() throws(Failure) {
    if isServerInvalid { try reportComplaints() }
  }

  /// Refuses to write to a server that the user may not mean.
  ///
  /// - Throws: `Failure` if the configuration can't be read and nothing else names the server.
  package func requireNamedServer() throws(Failure) {
    guard isServerUnknown else { return }
    try reportComplaints()
    throw Failure(
      """
      The configuration can't be read, and it may name another server than your own. Fix it, or name the \
      server with --server, or your own with --data \(paths.data.path).
      """)
  }

  /// Receives the sentences about files that can't be used.
  package var fileReport: FileReport {
    { [log, notices] sentence in
      log.warning("a file can't be used", metadata: ["problem": "\(sentence)"])
      notices.add(sentence)
    }
  }

  /// Receives other sentences for the user.
  var report: FileReport {
    { [log, notices] sentence in
      log.warning("for the user", metadata: ["sentence": "\(sentence)"])
      notices.add(sentence)
    }
  }

  /// The servers and sources where the user was.
  package var placesFile: PlacesFile { PlacesFile(state: paths.state, report: fileReport) }

  /// The authorities that servers are checked with.
  package var authorities: TrustedAuthorities {
    TrustedAuthorities(file: configuration.authorities, environment: environment)
  }

  /// The address of a source's service.
  ///
  /// - Throws: `APIError.invalidAddress`.
  package func address(of source: SourceAddress) throws(APIError) -> ServerAddress {
    var address = try source.server(environment)
    address.authorities = authorities
    return address
  }

  /// Returns the client of a server or source.
  ///
  /// - Parameter isForPrograms: whether posts have exactly the words that the server has.
  package func client(of connection: Connection, isForPrograms: Bool = false) -> any PostsClient {
    if let source = connection.source {
      return connection.sourceClient.client(of: connection.owner) { owner in
        client(of: source, at: connection.address, as: connection.credentials, owner: owner)
      }
    }
    return LiveClient(
      server: connection.address, credentials: connection.credentials,
      listsDeleted: connection.localUser == nil ? nil : true, isForPrograms: isForPrograms,
      logger: log)
  }

  /// Returns what is kept of a place, as the account of now sees it.
  package func localData(of place: Connection) -> LocalData {
    let file = place.source.map { storage(of: $0) }
    return LocalData(
      state: paths.state, cache: paths.cache, place: place.id, accounts: place.accountID,
      view: place.viewID, choice: place.choice, isPersonal: place.site.has(.personal)
    ) { owner in
      try? file?.update { kept in
        var kept = kept
        kept?.removeSearches(of: owner, on: place.id)
        return kept
      }
    }
  }

  /// Opens the embedded server's data: the one place that knows which kind of store it is.
  ///
  /// - Parameter isReadOnly: whether it is only read, so that the folder needs not be writable.
  /// - Throws: `StoreError`; its description is a sentence for the user.
  package func openStore(isReadOnly: Bool = false) throws -> any Store {
    let backend =
      database.map {
        StoreBackend.postgres(url: $0, pictures: .database, connections: databaseConnections)
      }
      ?? .sqlite(folder: paths.data)
    return try isReadOnly ? backend.openForReading() : backend.open()
  }

  /// Opens the same data with pictures in another place.
  ///
  /// - Throws: `StoreError`, `PictureStorageError`.
  package func openStore(pictures: PictureLocation?, isReadOnly: Bool = false) throws -> any Store {
    let store = try openStore(isReadOnly: isReadOnly)
    return try MainLoop.run { try await store.storingPictures(in: pictures) }
  }
}
