import Foundation

/// A file that only its owner can read.
///
/// Files of other users are ignored. It is replaced as a whole.
struct PrivateFile: Sendable {
  /// The path.
  let url: URL

  /// Why the file can't be used; the reason is the end of a sentence.
  struct Problem: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The problem in `errno`.
    static var ofSystem: Problem { Problem(String(cString: strerror(errno))) }
  }

  /// Returns the contents; nil if there is no file.
  ///
  /// - Parameter maximumBytes: larger files are refused.
  /// - Returns: the contents.
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

  /// Replaces the contents atomically: after a failure or a power cut the old contents are still
  /// there.
  ///
  /// - Parameters:
  ///   - data: the new contents.
  ///   - isLasting: whether to wait until the new contents would survive a power cut; not needed
  ///     for caches.
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
    // Such a file is left from a crash: there is one writer at a time.
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

  /// Writes all bytes to a descriptor.
  ///
  /// Returns false and sets `errno` on failure.
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

  /// Flushes a folder, without which a new file may be missing after a power cut.
  ///
  /// File systems that don't support this are ignored.
  private static func synchronize(_ folder: URL) {
    let file = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
