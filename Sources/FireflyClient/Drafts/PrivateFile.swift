import FireflyCore
import Foundation

/// A file that only its owner can read.
///
/// Files of other users are ignored. It is replaced as a whole.
package struct PrivateFile: Sendable {
  /// The path.
  package let url: URL

  /// Creates a value for the file in a folder that is named by the fingerprint of a permanent ID.
  package init(of name: String, in folder: URL) {
    self.init(
      url: folder.appendingPathComponent(Fingerprint.name(of: Array(name.utf8)) + ".json"))
  }

  /// Creates a value for a path.
  package init(url: URL) { self.url = url }

  /// Returns the contents; nil if there is no file.
  ///
  /// - Parameter maximumBytes: larger files are refused.
  package func read(maximumBytes: Int) throws(SystemProblem) -> Data? {
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      // A folder of the path may be missing, or be a file.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw errno == ELOOP ? SystemProblem("it is a link") : refusal
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemProblem("it is not a regular file")
    }
    guard OwnFiles.isOwn(status, at: url.path) else {
      throw SystemProblem("it belongs to \(OwnFiles.userName(status.st_uid))")
    }
    guard status.st_size <= maximumBytes else { throw SystemProblem("it is too large") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    do {
      return try handle.read(upToCount: maximumBytes) ?? Data()
    } catch {
      throw SystemProblem("it can't be read")
    }
  }

  /// Returns the decoded contents of a file whose loss does not matter, such as a cache; nil if there
  /// is no readable file.
  package func decoded<Contents: Decodable>(_ type: Contents.Type, maximumBytes: Int) -> Contents? {
    guard let data = try? read(maximumBytes: maximumBytes) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }

  /// When it was last changed, in seconds since 1970; nil if there is no file.
  package var changed: Int? {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }

  /// Makes now the time of its last change; returns false if there is no file.
  func touch() -> Bool { utimensat(AT_FDCWD, url.path, nil, AT_SYMLINK_NOFOLLOW) == 0 }

  /// Runs a closure with the lock held.
  ///
  /// - Throws: `SystemProblem`, also that of `body`.
  package func locked<Value>(
    _ body: () throws(SystemProblem) -> Value
  ) throws(SystemProblem) -> Value {
    let lock = try lock()
    defer { close(lock) }
    return try body()
  }

  /// Renames a file that can't be used to `NAME.damaged`, never over an older one: with the lock held.
  ///
  /// - Returns: its new name, and when it was last changed.
  @discardableResult
  package func setAside() throws(SystemProblem) -> (name: String, changedAt: Date) {
    var status = stat()
    guard lstat(url.path, &status) == 0 else { throw .last }
    let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    for number in 1...100 {
      let name =
        url.lastPathComponent + Self.damagedSuffix + (number == 1 ? "" : "-\(number)")
      let new = url.deletingLastPathComponent().appendingPathComponent(name).path
      // Unlike a rename, this fails if the name is in use.
      if link(url.path, new) == 0 {
        unlink(url.path)
        return (name, Date(timeIntervalSince1970: time))
      }
      guard errno == EEXIST else { throw .last }
    }
    throw SystemProblem("there are too many damaged files beside it")
  }

  /// The end of the name of a file that was set aside, before a number.
  static let damagedSuffix = ".damaged"

  /// Waits for the lock of the file, so that programs change it one after the other.
  ///
  /// On a file system without locks, the last writer wins.
  ///
  /// - Parameter seconds: how long to wait; another program may have been stopped.
  /// - Returns: a descriptor; closing it releases the lock.
  package func lock(within seconds: Double = FileLock.seconds) throws(SystemProblem) -> Int32 {
    try Self.makeFolder(url.deletingLastPathComponent())
    let lock = OwnFiles.openOrCreate(url.path + ".lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    guard lock >= 0 else { throw refusal }
    guard FileLock.acquire(lock, within: seconds) else {
      close(lock)
      throw SystemProblem("another program holds the lock of \(url.path)")
    }
    return lock
  }

  /// Why the system has refused the file just now, and whose it is.
  private var refusal: SystemProblem { SystemProblem(OwnFiles.reason(errno, at: url.path)) }

  /// Creates a folder that only its owner can read.
  static func makeFolder(_ folder: URL) throws(SystemProblem) {
    let problem = OwnFiles.makeFolders(folder.path)
    guard problem == 0 else {
      throw SystemProblem(
        "the folder \(folder.path) can't be made, \(OwnFiles.reason(problem, at: folder.path))")
    }
  }

  /// Replaces the contents atomically: after a failure or a power cut the old contents are still
  /// there.
  ///
  /// - Parameters:
  ///   - data: the new contents.
  ///   - isLasting: whether to wait until the new contents would survive a power cut; not needed
  ///     for caches.
  package func replace(with data: Data, isLasting: Bool = true) throws(SystemProblem) {
    let folder = url.deletingLastPathComponent()
    try Self.makeFolder(folder)
    let new = url.path + Self.newSuffix
    // Such a file is left from a crash: there is one writer at a time.
    unlink(new)
    let file = OwnFiles.create(new, O_WRONLY)
    guard file >= 0 else { throw .last }
    let isWritten = Self.write(data, to: file) && (!isLasting || fsync(file) == 0)
    let problem = SystemProblem.last
    close(file)
    guard isWritten else {
      unlink(new)
      throw problem
    }
    guard rename(new, url.path) == 0 else {
      let problem = SystemProblem.last
      unlink(new)
      throw problem
    }
    if isLasting { OwnFiles.synchronize(folder.path) }
  }

  /// Removes the file, if there is one.
  package func remove() throws(SystemProblem) {
    if unlink(url.path) != 0, errno != ENOENT { throw .last }
    unlink(url.path + Self.newSuffix)
    OwnFiles.synchronize(url.deletingLastPathComponent().path)
  }

  private static let newSuffix = ".new"

  /// Writes all bytes to a descriptor.
  ///
  /// Returns false and sets `errno` on failure.
  package static func write(_ data: Data, to file: Int32) -> Bool {
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
}
