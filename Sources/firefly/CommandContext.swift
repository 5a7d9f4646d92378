import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyPictures
import FireflyRuntime
import FireflyServer
import FireflySources
import Foundation
import Logging

/// The services of a command: folders, configuration, log, and the server.
struct CommandContext: Sendable {
  /// The folders of Firefly's files.
  let paths: StandardPaths
  /// The variables that the program was started with.
  let environment: [String: String]
  /// What `config.yaml` and the variables say.
  let configuration: SettingsFile
  /// The command's own log.
  let log: Logger
  /// The server that is meant; nil for the embedded one.
  let server: ServerChoice?
  /// The page of a source at which the terminal UI begins.
  var link: SourceLink?
  /// The address of the embedded server's database, if it is on a server; may have a password in it.
  private let database: String?
  /// Why the configured server is invalid; nil if it is valid.
  private let serverComplaint: SettingsComplaint?

  /// Prepares the process and reads the configuration; the command line wins over that.
  ///
  /// - `label`: the command's name in the log.
  /// - `server`: what `--server` says; a data folder, too, decides against a configured server.
  /// - `isClient`: whether the command asks the server that is meant, or has the embedded one's data.
  /// - `database`: what `--database` says.
  /// - Throws: `Failure` if the process can't be prepared.
  static func make(
    _ label: String, _ options: CommonOptions, server: ServerChoice? = nil, isClient: Bool = false,
    database: String? = nil
  ) throws -> CommandContext {
    try ProcessSetup.prepare()
    let (folder, level) = (options.dataFolder, options.logLevel?.level)
    return CommandContext(
      label, dataFolder: folder, level: level, server: server, isClient: isClient,
      database: database)
  }

  private init(
    _ label: String, dataFolder: String?, level: Logger.Level?, server: ServerChoice?,
    isClient: Bool, database: String?
  ) {
    self.database = database
    environment = ProcessInfo.processInfo.environment
    paths = StandardPaths(dataFolder: dataFolder, environment: environment)
    configuration = SettingsFile(file: paths.configuration, environment: environment)
    log = LogFile(folder: paths.state).logger(
      label, level: level ?? configuration.logLevel ?? .info)
    let asksConfiguration = isClient && server == nil && dataFolder == nil
    self.server = asksConfiguration ? configuration.server : server
    serverComplaint = asksConfiguration ? configuration.serverComplaint : nil
  }

  /// Writes to standard error what could not be understood in the configuration.
  ///
  /// - Throws: `Failure` if it is not known which server is meant.
  func reportComplaints() throws(Failure) {
    for complaint in configuration.complaints { StandardStreams.warn("\(complaint)") }
    if serverComplaint != nil { throw Self.unknownServer }
  }

  /// As `reportComplaints()`, but only where it is not known which server is meant: the screen has the rest.
  ///
  /// - Throws: `Failure` if it is not known which server is meant.
  func requireServer() throws(Failure) {
    if serverComplaint != nil { try reportComplaints() }
  }

  private static let unknownServer = Failure(
    "No valid server address. Fix it, or use --server.")

  /// Connects to the server that is meant; the embedded one is started for that.
  ///
  /// - Throws: what `EmbeddedServer` throws.
  func connect() async throws -> Connection {
    let connection = try await Connection(
      to: server, elseIn: paths.data, store: openStore,
      accounts: AccountFile(folder: paths.state), environment: environment, log: log)
    guard PostsClient.prepare() else {
      throw Failure("libcurl is missing. On Debian: apt install libcurl4.")
    }
    return connection
  }

  /// A client of the server at the other end of a connection.
  func client(of connection: Connection) -> PostsClient {
    if let source = connection.source { return client(of: source, at: connection.address) }
    return .live(server: connection.address, credentials: connection.credentials, logger: log)
  }

  /// Deletes the local data of a server, except the account.
  ///
  /// - `account`: the owner of the drafts; nil for all accounts.
  /// - Returns: how many drafts were deleted; and what could not be deleted, as sentences.
  func deleteLocalData(
    of id: String, account: String?
  ) async -> (drafts: Int, complaints: [String]) {
    let drafts = DraftFolder(state: paths.state)
    var complaints: [String] = []
    var count = 0
    for case .draft(let kept) in drafts.entries() where kept.draft.key.server == id {
      let key = kept.draft.key
      guard account == nil || key.account.lowercased() == account?.lowercased() else { continue }
      do {
        try drafts.delete(key.id)
        if kept.discardedAt == nil { count += 1 }
      } catch {
        complaints.append("\(error)")
      }
    }
    await PictureDiskCache(directory: paths.cache.appendingPathComponent("pictures"))
      .removeAll(of: id)
    ListStore.removeAll(of: id, in: paths.cache)
    PositionsFile(state: paths.state, server: id).remove()
    LeftoverSearches(state: paths.state, server: id).removeAll()
    ViewStore.removeAll(of: id, in: paths.state)
    return (count, complaints)
  }

  /// Opens the embedded server's data: the one place that knows which kind of store it is.
  ///
  /// - Throws: `StoreError`; its description is a sentence for the user.
  func openStore() throws -> any Store {
    guard let database else { return try StoreBackend.sqlite(folder: paths.data).open() }
    return try StoreBackend.postgres(url: database, pictures: .database).open()
  }

  /// Opens the same with its pictures where they are wanted.
  ///
  /// - Throws: `StoreError`, `PictureStorageError`.
  func openStore(pictures: PictureLocation?) throws -> any Store {
    let store = try openStore()
    return try MainLoop.run { try await store.storingPictures(in: pictures) }
  }
}
