import FireflyCore
import Foundation

/// The file in which is kept who one is on which server: `accounts.json` in the folder of the state.
///
/// Tokens are in it, so only its owner may read it, and one that belongs to another user counts for
/// nothing. It is replaced whole, never written in place; programs that change it at the same time do so
/// one after the other.
public struct AccountFile: Sendable {
  /// Where it is.
  public let path: String
  private let folder: URL

  /// Bytes of a file that is read; a few hundred accounts have room.
  private static let maximumBytes = 1 << 20

  /// What the file holds.
  private struct Contents: Codable {
    /// This device's own name for itself, at random.
    var device: String?
    /// By `Connection.id`.
    var accounts: [String: KeptAccount] = [:]
  }

  /// The file in a folder, which is made when an account is kept first.
  public init(folder: URL) {
    self.folder = folder
    path = folder.appendingPathComponent("accounts.json").path
  }

  /// Who one is on a server; nil if nobody.
  /// - Throws: `AccountFileError` if the file can't be used, but not if there is none.
  public func account(on server: String) throws(AccountFileError) -> KeptAccount? {
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

  /// Keeps who one is on a server from now on.
  /// - Throws: `AccountFileError`.
  public func keep(_ account: KeptAccount, on server: String) throws(AccountFileError) {
    try change { $0.accounts[server] = account }
  }

  /// Keeps nobody on a server.
  /// - Throws: `AccountFileError`.
  public func forget(on server: String) throws(AccountFileError) {
    guard try read().accounts[server] != nil else { return }
    try change { contents in contents.accounts[server] = nil }
  }

  // MARK: Reading

  private func read() throws(AccountFileError) -> Contents {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return Contents() }
      throw errno == ELOOP ? .foreign(path) : .unusable(path, reason: Self.reason(errno))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unusable(path, reason: Self.reason(errno)) }
    guard status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
      throw .foreign(path)
    }
    // Whoever let others read it did so by mistake.
    if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    guard status.st_size <= Self.maximumBytes else { throw .damaged(path) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    let data: Data
    do {
      data = try handle.read(upToCount: Self.maximumBytes) ?? Data()
    } catch {
      throw .unusable(path, reason: "it can't be read")
    }
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
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable(folder.path, reason: "the folder can't be made")
    }
    let file = open(
      path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .unusable(path, reason: Self.reason(errno)) }
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    return file
  }

  private func write(_ contents: Contents) throws(AccountFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(contents), data.count <= Self.maximumBytes else {
      throw .unusable(path, reason: "too many accounts are in it")
    }
    // Whatever stands there was left behind: there is one who writes at a time.
    let new = path + ".new"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .unusable(path, reason: Self.reason(errno)) }
    let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    let isWritten = count == data.count && fsync(file) == 0
    let problem = errno
    close(file)
    guard isWritten, rename(new, path) == 0 else {
      let reason = isWritten ? errno : problem
      unlink(new)
      throw .unusable(path, reason: Self.reason(reason))
    }
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
