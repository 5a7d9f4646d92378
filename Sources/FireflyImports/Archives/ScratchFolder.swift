import FireflyTransfer
import Foundation
import Synchronization

/// A temporary folder for the files of an archive, with access for its owner only.
///
/// A lock on it shows that its program runs: the folders of programs that were killed are removed by the
/// next one.
public final class ScratchFolder: Sendable {
  private static let prefix = "firefly-import-"

  private struct State {
    var lock: Int32 = -1
    var isRemoved = false
    /// The folders that exist.
    var folders: Set<String> = []
  }

  /// The folder of the files.
  public let url: URL
  private let whole: URL
  private let state = Mutex(State())

  /// Names a folder, which is created by its first use.
  ///
  /// - Parameter place: where it is; nil for the system's place for temporary files.
  public init(in place: URL? = nil) {
    let place = place ?? FileManager.default.temporaryDirectory
    whole = place.appendingPathComponent(Self.prefix + UUID().uuidString)
    url = whole.appendingPathComponent("files")
  }

  /// Creates the folder.
  ///
  /// - Throws: `ImportError` if it can't be created, `CancellationError` if it was removed.
  public func create() throws {
    try state.withLock { state in
      if state.isRemoved { throw CancellationError() }
      if state.lock >= 0 { return }
      guard mkdir(whole.path, 0o700) == 0, let lock = Self.locked(whole, O_CREAT | O_EXCL) else {
        throw Self.unwritable(errno)
      }
      state.lock = lock
      guard mkdir(url.path, 0o700) == 0 else { throw Self.unwritable(errno) }
    }
  }

  /// Removes it with all files; nothing can be written into it afterwards.
  public func remove() {
    state.withLock { state in
      let wasCreated = state.lock >= 0
      state.isRemoved = true
      guard wasCreated else { return }
      try? FileManager.default.removeItem(at: whole)
      close(state.lock)
      state.lock = -1
    }
  }

  /// Removes the folders of this user's programs that ended without doing so.
  ///
  /// - Parameter place: where they are; nil for the system's place for temporary files.
  public static func removeForgotten(in place: URL? = nil) {
    let place = place ?? FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    for name in names where isOurs(name) {
      let folder = place.appendingPathComponent(name)
      let content = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      guard content.allSatisfy(["lock", "files"].contains) else { continue }
      var status = stat()
      guard lstat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid(), status.st_mode & 0o077 == 0
      else { continue }
      if let lock = locked(folder, 0) {
        try? FileManager.default.removeItem(at: folder)
        close(lock)
      }
    }
  }

  /// Whether a name is one that this type gives; others may be a person's own.
  private static func isOurs(_ name: String) -> Bool {
    name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
  }

  /// Returns the descriptor of a folder's locked file; nil if another program has the lock.
  private static func locked(_ folder: URL, _ flags: Int32) -> Int32? {
    let path = folder.appendingPathComponent("lock").path
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    close(file)
    errno = EWOULDBLOCK
    return nil
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - data: its content.
  ///   - path: its path in the folder, as the archive has it.
  ///   - date: when it was changed; nil for now.
  /// - Returns: the kind of problem if it can't be written, after 1 and after other numbers; nil if it is.
  /// - Throws: `CancellationError` if the folder was removed, `ImportError` if the disk is full.
  func write(
    _ data: Data, to path: String, changed date: Date? = nil
  ) throws -> (one: String, many: String)? {
    try create()
    return try state.withLock { state in
      if state.isRemoved { throw CancellationError() }
      let steps = path.split(separator: "/").filter { $0 != "." }
      guard !path.hasPrefix("/"), !steps.isEmpty, !steps.contains(".."), !path.contains("\0") else {
        return ("file with a path out of the archive", "files with a path out of the archive")
      }
      var place = url.path
      for step in steps.dropLast() {
        place += "/" + step
        if state.folders.contains(place) { continue }
        if mkdir(place, 0o700) == 0 || errno == EEXIST {
          state.folders.insert(place)
        } else {
          return try Self.problem(errno)
        }
      }
      place += "/" + (steps.last ?? "")
      return try Self.write(data, place, date) ? nil : Self.problem(errno)
    }
  }

  private static func write(_ data: Data, _ path: String, _ date: Date?) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let isWhole = data.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno != EINTR { return false }
        done += max(0, count)
      }
      return true
    }
    if isWhole, let seconds = date?.timeIntervalSince1970, abs(seconds) < 1e11 {
      let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: 0)
      _ = [time, time].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
    }
    return isWhole
  }

  private static func unwritable(_ number: Int32) -> ImportError {
    .damaged(
      place: "document",
      reason: "its files can't be unpacked into the folder for temporary files: "
        + String(cString: strerror(number)) + ". TMPDIR names another one")
  }

  private static func problem(_ number: Int32) throws -> (one: String, many: String) {
    switch number {
    case ENOSPC, EDQUOT:
      throw unwritable(number)
    case ENAMETOOLONG:
      return ("file whose name is too long", "files whose names are too long")
    default: return ("file that can't be written", "files that can't be written")
    }
  }
}
