import Foundation

/// A lock between processes, on an empty file that is never removed.
enum FileLock {
  /// Runs `body` while it holds the lock; waits for other processes.
  /// - Throws: `StoreError.folder` if the file can't be created; what `body` throws.
  static func withLock<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StoreError.folder(path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    return try body()
  }
}
