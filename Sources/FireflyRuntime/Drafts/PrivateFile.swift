import Foundation

/// A file of the user's own: no other user may read it, and one that belongs to another user counts for
/// nothing, and it is replaced whole, never written in place.
struct PrivateFile: Sendable {
  /// Where it is.
  let url: URL

  /// Why it can't be used: the words for it, for the end of a sentence.
  struct Problem: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// What the system said last.
    static var ofSystem: Problem { Problem(String(cString: strerror(errno))) }
  }

  /// What the file holds; nil if there is none.
  ///
  /// - `maximumBytes`: beyond which it isn't read.
  /// - Throws: `Problem`.
  func read(maximumBytes: Int) throws(Problem) -> Data? {
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP ? Problem("it is a link") : .ofSystem
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .ofSystem }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem("it is not a regular file") }
    guard status.st_uid == geteuid() else { throw Problem("it belongs to another user") }
    guard status.st_size <= maximumBytes else { throw Problem("it is too large") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    do {
      return try handle.read(upToCount: maximumBytes) ?? Data()
    } catch {
      throw Problem("it can't be read")
    }
  }

  /// Replaces the file; what was there stays if that fails, whenever the machine stops.
  ///
  /// - `isLasting`: whether to wait until it would survive a power cut; what can be had again need not.
  /// - Throws: `Problem`.
  func replace(with data: Data, isLasting: Bool = true) throws(Problem) {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Problem("the folder \(folder.path) can't be made")
    }
    let new = url.path + Self.newSuffix
    // Whatever stands there was left behind: there is one who writes at a time.
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .ofSystem }
    let isWritten = Self.write(data, to: file) && (!isLasting || fsync(file) == 0)
    let problem = Problem.ofSystem
    close(file)
    guard isWritten else {
      unlink(new)
      throw problem
    }
    guard rename(new, url.path) == 0 else {
      let problem = Problem.ofSystem
      unlink(new)
      throw problem
    }
    if isLasting { Self.synchronize(folder) }
  }

  /// Removes the file, if there is one.
  ///
  /// - Throws: `Problem`.
  func remove() throws(Problem) {
    if unlink(url.path) != 0, errno != ENOENT { throw .ofSystem }
    unlink(url.path + Self.newSuffix)
    Self.synchronize(url.deletingLastPathComponent())
  }

  private static let newSuffix = ".new"

  /// Writes all of it to an open file; returns whether that went well, else `errno` says why.
  static func write(_ data: Data, to file: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Has the folder's names written, without which a new file may be gone after a power cut.
  ///
  /// Not every file system can, and those that can't need it least.
  private static func synchronize(_ folder: URL) {
    let file = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
