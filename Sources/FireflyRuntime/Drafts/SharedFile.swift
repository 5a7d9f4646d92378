import FireflyCore
import Foundation

/// A small private file that several programs can change under a lock.
public struct SharedFile: Sendable {
  /// Maximum bytes; larger files are ignored.
  private static let maximumBytes = 16 << 20

  private let file: PrivateFile

  /// Why a file can't be changed; its description is the end of a sentence.
  public struct Problem: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  /// Creates a value for a file whose name is the fingerprint of a permanent ID.
  public init(of name: String, in folder: URL) {
    let fingerprint = Fingerprint.name(of: Array(name.utf8)) + ".json"
    file = PrivateFile(url: folder.appendingPathComponent(fingerprint))
  }

  /// Returns the contents; nil if there is no readable file.
  public func read() -> Data? { try? file.read(maximumBytes: Self.maximumBytes) }

  /// Replaces the contents by the result of a closure, with the lock held.
  ///
  /// - Parameter change: gets the old contents; returns nil to leave the file as it is.
  /// - Throws: `Problem`.
  public func update(_ change: (Data?) -> Data?) throws(Problem) {
    do {
      let folder = file.url.deletingLastPathComponent()
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Problem(description: "its folder can't be made")
    }
    let lock = open(file.url.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Problem(description: String(cString: strerror(errno))) }
    defer { close(lock) }
    // On a file system without locks, the last writer wins.
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    do throws(PrivateFile.Problem) {
      let old = try file.read(maximumBytes: Self.maximumBytes)
      guard let new = change(old), new != old else { return }
      try file.replace(with: new)
    } catch {
      throw Problem(description: error.reason)
    }
  }
}
