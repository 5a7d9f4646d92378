import FireflyCore
import Foundation

/// A program that has a database of SQLite open, too.
enum OtherProgram {
  /// The bytes of the file that SQLite locks: a connection to a database with a write-ahead log shares some of
  /// them until it is closed.
  private static let locks = (start: off_t(0x4000_0000), length: off_t(512))

  /// Looks for a program that has a database open.
  ///
  /// - Parameter file: an open descriptor of the database. Closing it releases this process's own locks, so it
  ///   must have no connection yet.
  /// - Returns: its name; nil if there is none.
  static func using(_ file: Int32) -> String? {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = locks
    // Some file systems have no locks.
    guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return name(ofProcess: lock.l_pid)
  }

  /// Returns the name and the number of a process; those of another machine or container are unknown here.
  static func name(ofProcess number: pid_t) -> String {
    guard number > 0, let bytes = FileManager.default.contents(atPath: "/proc/\(number)/comm")
    else {
      return "another program"
    }
    return "\(ForeignText.cleanLine(String(decoding: bytes, as: UTF8.self))) (process \(number))"
  }
}
