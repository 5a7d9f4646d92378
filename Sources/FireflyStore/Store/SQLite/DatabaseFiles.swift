import Foundation

/// The files of an open database: notices when they are moved away, deleted or replaced.
///
/// The system keeps such files until they are closed, so SQLite would write to them without an
/// error, and the next start wouldn't find what was written.
struct DatabaseFiles: Sendable {
  private struct ID: Hashable {
    let device: UInt
    let inode: UInt
  }

  private let path: String
  private let known: [(path: String, id: ID)]

  /// Records the files of a database that has just been opened, and read.
  init(path: String) {
    self.path = path
    known = ["", "-wal", "-shm"].compactMap { suffix in
      Self.id(path + suffix).map { (path + suffix, $0) }
    }
  }

  /// Checks that the files are still where they were.
  ///
  /// It may run on the event loop: what the system knows about open files is in memory. It must run
  /// before each call, because the pool opens readers by their path.
  /// - Throws: `StoreError.unavailable`.
  func check() throws(StoreError) {
    for file in known where Self.id(file.path) != file.id { throw .unavailable(path, .moved) }
  }

  private static func id(_ path: String) -> ID? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return ID(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
