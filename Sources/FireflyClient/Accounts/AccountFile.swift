import FireflyAPI
import FireflyCore
import Foundation

/// The accounts of all servers: `accounts.json` in the state folder.
///
/// It contains tokens, so only its owner may read it, and a file of another user is ignored. It is
/// replaced as a whole, under a lock, so that programs change it one after the other.
package struct AccountFile: Sendable {
  /// The path of the file.
  package var path: String { file.file.url.path }
  private let file: JSONFile<Contents>

  /// Maximum bytes of the file; enough for some hundred accounts.
  private static let maximumBytes = 1 << 20

  /// The contents of the file.
  private struct Contents: Codable {
    /// The random ID of this device.
    var device: String?
    /// The current account of each server, by `Connection.accountID`.
    var accounts: [String: SavedAccount] = [:]
    /// Further accounts by the server; earlier versions ignore them, and lose them when they write the file.
    var others: [String: [SavedAccount]]?
    /// Sign-ins whose code has not come, by the service.
    var pending: [String: PendingSignIn]?
    /// Logins on the servers of feeds, by scheme, host and port; nil for none.
    var feeds: [String: BasicLogin]?

    /// The accounts of a server, each once, the current one first.
    subscript(site: SiteID) -> [SavedAccount] {
      get {
        let server = site.description
        let all = [accounts[server]].compactMap(\.self) + (others?[server] ?? [])
        return all.reduce(into: []) { result, account in
          if !result.contains(where: { $0.isOf(account.user.key) }) { result.append(account) }
        }
      }
      set {
        let server = site.description
        accounts[server] = newValue.first
        let rest = Array(newValue.dropFirst())
        others = (others ?? [:]).merging([server: rest]) { $1 }.filter { !$0.value.isEmpty }
        if others?.isEmpty == true { others = nil }
      }
    }

    /// Forgets the sign-in that has begun on a server.
    mutating func forget(_ server: SiteID) {
      pending?[server.description] = nil
      if pending?.isEmpty == true { pending = nil }
    }
  }

  /// Creates a value for a folder, which is created when the first account is saved.
  package init(folder: URL) {
    // That it is damaged is an error until the next sign-in.
    file = JSONFile(
      file: KeptFile.accounts.file(in: folder),
      maximumBytes: Self.maximumBytes, loss: { _ in "" },
      format: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], report: { _ in })
  }

  /// Returns the current account on a server; nil if signed out.
  ///
  /// - Throws: `AccountFileError` if the file exists but can't be used.
  package func account(on server: SiteID) throws(AccountFileError) -> SavedAccount? {
    try accounts(on: server).first
  }

  /// Returns the accounts on a server, the current one first.
  ///
  /// - Throws: `AccountFileError` if the file exists but can't be used.
  package func accounts(on server: SiteID) throws(AccountFileError) -> [SavedAccount] {
    try read()[server]
  }

  /// Returns all accounts, by their servers, the current one of each first.
  ///
  /// - Throws: `AccountFileError` if the file exists but can't be used.
  package func all() throws(AccountFileError) -> [SiteID: [SavedAccount]] {
    let contents = try read()
    let servers = Set(contents.accounts.keys).union(contents.others?.keys ?? [:].keys)
    return Dictionary(
      uniqueKeysWithValues: servers.map(SiteID.init(kept:)).map { ($0, contents[$0]) })
  }

  /// Returns the ID of this device, 128 random bits, and saves it the first time.
  ///
  /// If it can't be saved, every call returns a new one.
  package func deviceID() -> String {
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

  /// Saves an account of a server, which becomes the current one; others stay.
  package func save(_ account: SavedAccount, on server: SiteID) throws(AccountFileError) {
    try change { contents in
      contents[server] = [account] + contents[server].filter { !$0.isOf(account.user.key) }
      contents.forget(server)
    }
  }

  /// Makes an account the current one of its server.
  ///
  /// - Parameter key: `User.key`.
  /// - Returns: the account; nil if the file doesn't have it.
  @discardableResult
  package func choose(_ key: PersonID, on server: SiteID) throws(AccountFileError) -> SavedAccount?
  {
    guard let account = try accounts(on: server).first(where: { $0.isOf(key) }) else { return nil }
    try change { contents in
      // Another program may have removed it in the meantime.
      guard let current = contents[server].first(where: { $0.isOf(key) }) else { return }
      contents[server] = [current] + contents[server].filter { !$0.isOf(key) }
    }
    return account
  }

  /// Changes the name of an account; does nothing if the file doesn't have it.
  package func rename(_ key: PersonID, on server: SiteID, to name: String) throws(AccountFileError)
  {
    guard try accounts(on: server).contains(where: { $0.isOf(key) }) else { return }
    try change { contents in
      contents[server] = contents[server].map { account in
        var account = account
        if account.isOf(key) { account.name = name }
        return account
      }
    }
  }

  /// Returns the page of a sign-in that has begun within a day; nil for none.
  package func page(of server: SiteID, at now: Date = Date()) -> ServiceSignInPage? {
    guard let pending = try? read().pending?[server.description],
      pending.isFresh(at: now)
    else { return nil }
    return pending.page
  }

  /// Keeps the page of a sign-in until its code comes.
  package func save(
    _ page: ServiceSignInPage, of server: SiteID, at now: Date = Date()
  ) throws(AccountFileError) {
    try change { contents in
      contents.pending = (contents.pending ?? [:]).filter { $0.value.isFresh(at: now) }
      contents.pending?[server.description] = PendingSignIn(page: page, begun: now)
    }
  }

  /// Removes an account of a server; the next one, if there is one, becomes the current one.
  ///
  /// - Parameter key: `User.key`.
  package func remove(_ key: PersonID, on server: SiteID) throws(AccountFileError) {
    guard try accounts(on: server).contains(where: { $0.isOf(key) }) else { return }
    try change { contents in contents[server].removeAll { $0.isOf(key) } }
  }

  /// Returns the login on the server of a feed; nil for none.
  package func feedLogin(on server: String) -> BasicLogin? {
    (try? read())?.feeds?[server]
  }

  /// Saves the login on the server of a feed, or removes it.
  package func save(_ login: BasicLogin?, onFeedServer server: String) throws(AccountFileError) {
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
      throw .unwritable(path, reason: error.description)
    }
  }
}
