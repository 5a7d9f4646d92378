import Foundation

/// Locks between processes, on open files.
public enum FileLock {
  /// Default number of seconds to wait for another process, which may have been stopped.
  public static let seconds = 5.0

  /// Acquires the lock of an open file; blocks the calling thread while another process holds it.
  ///
  /// - Parameters:
  ///   - file: the descriptor; closing it releases the lock.
  ///   - seconds: how long to wait.
  /// - Returns: false if another process holds the lock for longer. On a file system without locks,
  ///   true.
  public static func acquire(_ file: Int32, within seconds: Double = seconds) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK else { return true }
      guard .now < end else { return false }
      usleep(10_000)
    }
    return true
  }
}
