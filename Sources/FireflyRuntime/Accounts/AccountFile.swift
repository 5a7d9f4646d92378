import FireflyCore
import Foundation

/// The file with the account of each server: `accounts.json` in the folder of the state.
///
/// Tokens are in it, so only its owner may read it, and one that belongs to another user counts for
/// nothing. It is replaced whole, never written in place; programs that change it at the same time do so
/// one after the other.
public struct AccountFile: Sendable {
  /// Where it is.
  public var path: String { file.url.path }
  private let file: PrivateFile

  /// Bytes of a file that is read; a few hundred accounts have room.
  private static let maximumBytes = 1 << 20

  /// What the file holds.
  private struct Contents: Codable {
    /// This device's own name for itself, at random.
    var device: String?
    /// By `Connection.id`.
    var accounts: [String: SavedAccount] = [:]
  }

  /// The file in a folder, which is made when an account is kept first.
  public init(folder: URL) {
    file = PrivateFile(url: folder.appendingPathComponent("accounts.json"))
  }

  /// The account on a server; nil if signed out.
  /// - Throws: `AccountFileError` if the file can't be used, but not if there is none.
  public func account(on server: String) throws(AccountFileError) -> SavedAccount? {
    try read().accounts[server]
  }

  /// This device's name for itself: 128 random bits, the same from now on.
  ///
  /// Where it can't be kept, it is another one each time.
  public func deviceID() -> String {
    var generator = SystemRandomNumberGenerator()
    let new = (0..<4).map { _ in
      let part = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - part.count) + part
    }.joined()
    return
      (try? change { contents in
        let id = contents.device ?? new
        contents.device = id
        return id
      }) ?? new
  }

  /// Saves the account of a server.
  /// - Throws: `AccountFileError`.
  public func save(_ account: SavedAccount, on server: String) throws(AccountFileError) {
    try change { $0.accounts[server] = account }
  }

  /// Removes the account of a server.
  /// - Throws: `AccountFileError`.
  public func remove(on server: String) throws(AccountFileError) {
    guard try read().accounts[server] != nil else { return }
    try change { contents in contents.accounts[server] = nil }
  }

  // MARK: Reading

  private func read() throws(AccountFileError) -> Contents {
    let data: Data?
    do {
      data = try file.read(maximumBytes: Self.maximumBytes)
    } catch {
      throw .unusable(path, reason: error.reason)
    }
    guard let data else { return Contents() }
    // Permissions that let others read it are a mistake.
    chmod(path, 0o600)
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw .damaged(path)
    }
    return contents
  }

  // MARK: Writing

  /// Changes the file, after others who do.
  ///
  /// A damaged one is put aside as `accounts.json.damaged`.
  @discardableResult
  private func change<Value>(
    _ body: (inout Contents) -> Value
  ) throws(AccountFileError) -> Value {
    let lock = try lock()
    defer { close(lock) }
    var contents: Contents
    do throws(AccountFileError) {
      contents = try read()
    } catch {
      guard case .damaged = error else { throw error }
      rename(path, path + ".damaged")
      contents = Contents()
    }
    let value = body(&contents)
    try write(contents)
    return value
  }

  private func lock() throws(AccountFileError) -> Int32 {
    let folder = self.file.url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable(folder.path, reason: "the folder can't be made")
    }
    let file = open(
      path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .unusable(path, reason: PrivateFile.Problem.ofSystem.reason) }
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    return file
  }

  private func write(_ contents: Contents) throws(AccountFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(contents), data.count <= Self.maximumBytes else {
      throw .unusable(path, reason: "there are too many accounts")
    }
    do {
      try file.replace(with: data)
    } catch {
      throw .unusable(path, reason: error.reason)
    }
  }
}
