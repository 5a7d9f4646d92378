import FireflyCore
import FireflyTransfer
import Foundation
import Synchronization

/// A temporary folder for the files of an archive, with access for its owner only.
///
/// A lock on it shows that its program runs: the folders of programs that were killed are removed by the
/// next one.
package final class ScratchFolder: Sendable {
  private static let prefix = "firefly-import-"
  /// Maximum number of folders around a file: each step of a path costs time whenever it is used.
  static let maxLevels = 200

  private static func isAllowed(depthOf path: String) -> Bool {
    path.utf8.count { $0 == UInt8(ascii: "/") } <= maxLevels
  }

  private struct State {
    var lock: Int32 = -1
    var isRemoved = false
    /// The folders that exist.
    var folders: Set<String> = []
  }

  /// The folder of the files.
  package let url: URL
  private let whole: URL
  private let state = Mutex(State())

  /// Names a folder, which is created by its first use.
  ///
  /// - Parameter place: where it is; nil for the system's place for temporary files.
  package init(in place: URL? = nil) {
    let place = place ?? FileManager.default.temporaryDirectory
    whole = place.appendingPathComponent(Self.prefix + UUID().uuidString)
    url = whole.appendingPathComponent("files")
  }

  /// Creates the folder.
  ///
  /// - Throws: `ImportError` if it can't be created, `CancellationError` if it was removed.
  package func create() throws {
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
  package func remove() {
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
  package static func removeForgotten(in place: URL? = nil) {
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
  ///   - path: its path in the folder, as the archive has it.
  ///   - date: when it was changed; nil for now.
  ///   - next: returns the next piece of its content; nil at its end.
  /// - Returns: the kind of problem if it can't be written, after 1 and after other numbers; nil if it is.
  /// - Throws: `CancellationError` if the folder was removed, `ImportError` if the disk is full, and what
  ///   `next` throws.
  func write(
    to path: String, changed date: Date? = nil, _ next: () throws -> ArraySlice<UInt8>?
  ) throws -> (one: String, many: String)? {
    try create()
    guard let place = place(of: path) else {
      return ("file with a path out of the archive", "files with a path out of the archive")
    }
    guard Self.isAllowed(depthOf: path) else {
      return ("file in too many folders", "files in too many folders")
    }
    guard let file = try newFile(at: place) else { return try Self.problem(errno) }
    defer { close(file) }
    while let piece = try next() {
      if state.withLock({ $0.isRemoved }) { throw CancellationError() }
      guard Self.write(piece, to: file) else {
        let number = errno
        unlink(place)
        return try Self.problem(number)
      }
    }
    if let seconds = date?.timeIntervalSince1970, abs(seconds) < 1e11 {
      let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: 0)
      _ = [time, time].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
    }
    return nil
  }

  /// Removes a file; nothing happens if it can't be.
  func remove(_ path: String) {
    if let place = place(of: path) { unlink(place) }
  }

  /// Returns the bytes of a file; nil if it can't be opened.
  ///
  /// - Throws: Foundation's error if it can't be read.
  func bytes(of path: String) throws -> ArchiveBytes? {
    try place(of: path).flatMap { FileHandle(forReadingAtPath: $0) }.map { try ArchiveBytes($0) }
  }

  /// Gives a file a second path.
  ///
  /// - Returns: whether that is done.
  func add(_ path: String, to target: String) -> Bool {
    guard let place = place(of: path), let file = self.place(of: target),
      Self.isAllowed(depthOf: path)
    else { return false }
    return state.withLock { state in
      !state.isRemoved && makeFolders(above: place, &state) && link(file, place) == 0
    }
  }

  /// Returns where a file of the archive is; nil if that is not in the folder.
  private func place(of path: String) -> String? {
    let steps = ForeignPath.steps(path) ?? []
    guard !path.hasPrefix("/"), !steps.isEmpty, !path.contains("\0") else { return nil }
    return ([url.path] + steps).joined(separator: "/")
  }

  /// Opens a new file; nil if that fails, with the reason in `errno`.
  private func newFile(at place: String) throws -> Int32? {
    try state.withLock { state in
      if state.isRemoved { throw CancellationError() }
      guard makeFolders(above: place, &state) else { return nil }
      let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
      return file >= 0 ? file : nil
    }
  }

  /// Makes the folders of a file; returns false if that fails, with the reason in `errno`.
  private func makeFolders(above place: String, _ state: inout State) -> Bool {
    for end in place.indices.dropFirst(url.path.count + 1) where place[end] == "/" {
      let folder = String(place[..<end])
      if state.folders.contains(folder) { continue }
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return false }
      state.folders.insert(folder)
    }
    return true
  }

  /// Writes all of a piece; returns false if that fails, with the reason in `errno`.
  private static func write(_ piece: ArraySlice<UInt8>, to file: Int32) -> Bool {
    piece.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno != EINTR { return false }
        done += max(0, count)
      }
      return true
    }
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
