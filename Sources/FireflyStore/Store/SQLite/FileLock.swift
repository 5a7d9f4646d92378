import FireflyCore
import Foundation

extension FileLock {
  /// Runs `body` while it holds the lock of an empty file that is never removed.
  /// - Throws: `StoreError.folder` if the file can't be created; `.unavailable` if another process
  ///   holds the lock for too long; what `body` throws.
  static func withLock<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    let file = OwnFiles.openOrCreate(path, O_RDWR)
    guard file >= 0 else { throw StoreError.folder(path, systemError: errno) }
    defer { close(file) }
    // Another program may be updating the format of a large store.
    guard acquire(file, within: 60) else { throw StoreError.unavailable(path, .locked) }
    return try body()
  }
}
