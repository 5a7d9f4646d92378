import FireflyCore
import Foundation

/// A lock on a file that one program holds at a time, until it releases it or ends.
final class DraftLock: Sendable {
  private let path: String
  private let file: Int32

  /// Acquires the lock of a path if it is free, without waiting.
  ///
  /// On a file system without locks, every attempt succeeds.
  ///
  /// - Throws: `DraftError.locked` if another program holds it, `.unwritable` if the lock file can't
  ///   be created.
  static func acquire(_ path: String) throws(DraftError) -> DraftLock {
    while true {
      let file = OwnFiles.openOrCreate(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { throw .unwritable(reason: SystemProblem.last.description) }
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { break }
        let process = process(in: file)
        close(file)
        throw .locked(process: process)
      }
      // The previous holder may have removed the file in the meantime; then try again.
      var (mine, current) = (stat(), stat())
      if fstat(file, &mine) == 0, stat(path, &current) == 0, mine.st_ino == current.st_ino,
        mine.st_dev == current.st_dev
      {
        let number = Array("\(getpid())\n".utf8)
        ftruncate(file, 0)
        pwrite(file, number, number.count, 0)
        return DraftLock(path: path, file: file)
      }
      close(file)
    }
  }

  static func isHeld(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private init(path: String, file: Int32) {
    self.path = path
    self.file = file
  }

  deinit {
    unlink(path)
    close(file)
  }

  private static func process(in file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
