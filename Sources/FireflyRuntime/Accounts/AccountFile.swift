import FireflyAPI
import FireflyCore
import Foundation

/// The accounts of all servers: `accounts.json` in the state folder.
///
/// It contains tokens, so only its owner may read it, and a file of another user is ignored. It is
/// replaced as a whole, under a lock, so that programs change it one after the other.
public struct AccountFile: Sendable {
  /// The path of the file.
  public var path: String { file.file.url.path }
  private let file: JSONFile<Contents>

  /// Maximum bytes of the file; enough for some hundred accounts.
  private static let maximumBytes = 1 << 20

  /// The contents of the file.
  private struct Contents: Codable {
    /// The random ID of this device.
    var device: String?
    /// By the server: `Connection.accountID`.
    var accounts: [String: SavedAccount] = [:]
    /// Sign-ins whose code has not come, by the service.
    var pending: [String: PendingSignIn]?
    /// Logins on the servers of feeds, by scheme, host and port; nil for none.
    var feeds: [String: BasicLogin]?

    /// Forgets the sign-in that has begun on a server.
    mutating func forget(_ server: String) {
      pending?[server] = nil
      if pending?.isEmpty == true { pending = nil }
    }
  }

  /// Creates a value for a folder, which is created when the first account is saved.
  public init(folder: URL) {
    // That it is damaged is an error until the next sign-in.
    file = JSONFile(
      file: PrivateFile(url: folder.appendingPathComponent("accounts.json")),
      maximumBytes: Self.maximumBytes, loss: { _ in "" },
      format: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], report: { _ in })
  }

  /// Returns the account on a server; nil if signed out.
  ///
  /// - Throws: `AccountFileError` if the file exists but can't be used.
  public func account(on server: String) throws(AccountFileError) -> SavedAccount? {
    try read().accounts[server]
  }

  /// Returns all accounts, by their servers.
  ///
  /// - Throws: `AccountFileError` if the file exists but can't be used.
  public func all() throws(AccountFileError) -> [String: SavedAccount] { try read().accounts }

  /// Returns the ID of this device, 128 random bits, and saves it the first time.
  ///
  /// If it can't be saved, every call returns a new one.
  public func deviceID() -> String {
    var generator = SystemRandomNumberGenerator()
    let new = (0..<4).map { _ in
      let part = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - part.count) + part
    }.joined()
    var id = new
    try? change { contents in
      id = contents.device ?? new
      contents.device = id
    }
    return id
  }

  /// Saves the account of a server.
  /// - Throws: `AccountFileError`.
  public func save(_ account: SavedAccount, on server: String) throws(AccountFileError) {
    try change { contents in
      contents.accounts[server] = account
      contents.forget(server)
    }
  }

  /// Returns the page of a sign-in that has begun within a day; nil for none.
  func page(of server: String, at now: Date = Date()) -> ServiceSignInPage? {
    guard let pending = try? read().pending?[server],
      now.timeIntervalSince(pending.begun) < PendingSignIn.lifetime
    else { return nil }
    return pending.page
  }

  /// Keeps the page of a sign-in until its code comes.
  /// - Throws: `AccountFileError`.
  func save(
    _ page: ServiceSignInPage, of server: String, at now: Date = Date()
  ) throws(AccountFileError) {
    try change { contents in
      contents.pending = (contents.pending ?? [:]).filter {
        now.timeIntervalSince($0.value.begun) < PendingSignIn.lifetime
      }
      contents.pending?[server] = PendingSignIn(page: page, begun: now)
    }
  }

  /// Removes the account of a server.
  /// - Throws: `AccountFileError`.
  public func remove(on server: String) throws(AccountFileError) {
    guard try read().accounts[server] != nil else { return }
    try change { $0.accounts[server] = nil }
  }

  /// Returns the login on the server of a feed; nil for none.
  public func feedLogin(on server: String) -> BasicLogin? {
    (try? read())?.feeds?[server]
  }

  /// Saves the login on the server of a feed, or removes it.
  /// - Throws: `AccountFileError`.
  public func save(_ login: BasicLogin?, onFeedServer server: String) throws(AccountFileError) {
    let known = try read().feeds?[server]
    guard login != known else { return }
    try change { contents in
      var feeds = contents.feeds ?? [:]
      feeds[server] = login
      contents.feeds = feeds.isEmpty ? nil : feeds
    }
  }

  // MARK: The file

  private func read() throws(AccountFileError) -> Contents {
    let data: Data?
    do {
      data = try file.file.read(maximumBytes: Self.maximumBytes)
    } catch {
      throw .unusable(path, reason: error.description)
    }
    guard let data else { return Contents() }
    // Permissions that let others read it are a mistake.
    chmod(path, 0o600)
    guard let contents = file.decode(data) else { throw .damaged(path) }
    return contents
  }

  /// Changes the file; a damaged one is set aside.
  private func change(_ body: (inout Contents) -> Void) throws(AccountFileError) {
    do throws(SystemProblem) {
      try file.update { contents in
        var new = contents ?? Contents()
        body(&new)
        contents = new
      }
    } catch {
      throw .unusable(path, reason: error.description)
    }
  }
}
