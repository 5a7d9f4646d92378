import FireflyCore
import Foundation

/// A cache of downloaded pictures in a directory, which evicts the least recently used files.
///
/// It never fails: a picture that can't be stored is downloaded again, and damaged files are
/// ignored. It touches no files but its own.
package actor PictureDiskCache {
  /// The directory of the files.
  package let directory: URL
  /// Maximum total size of all files in bytes.
  package let limit: Int
  private static let suffix = ".picture"
  /// Total size of all files in bytes; nil until they have been counted.
  private var total: Int?

  /// Creates a cache in a directory, which is created (0700) with the first picture; by default of
  /// 200 MB.
  package init(directory: URL, limit: Int = 200 << 20) {
    self.directory = directory
    self.limit = limit
  }

  /// Returns the cached picture of an address, and marks it as used.
  ///
  /// - Parameters:
  ///   - server: the server of the post.
  ///   - address: the picture's address, as in the post.
  /// - Returns: nil if it is not cached.
  package func entry(server: String, address: String) -> DiskEntry? {
    let key = Self.key(server, address)
    let file = url(of: key)
    // Ignores huge files, which another program may have put here.
    guard let size = Self.size(of: file), size <= limit,
      let data = try? Data(contentsOf: file), let entry = DiskEntry(file: Array(data), for: key)
    else { return nil }
    try? FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: file.path)
    return entry
  }

  /// Stores a picture, and evicts others if necessary.
  ///
  /// - Parameters:
  ///   - server: the server of the post.
  ///   - address: the picture's address, as in the post.
  /// - Returns: whether it was stored.
  @discardableResult
  package func store(_ entry: DiskEntry, server: String, address: String) -> Bool {
    let key = Self.key(server, address)
    guard let file = entry.file(for: key), file.count <= limit else { return false }
    let url = url(of: key)
    let before = Self.size(of: url) ?? 0
    let counted = total ?? files().reduce(0) { $0 + $1.bytes }
    guard write(file, to: url) else { return false }
    total = counted - before + file.count
    if counted - before + file.count > limit { trim() }
    return true
  }

  /// Deletes the cached picture of an address, if there is one.
  package func remove(server: String, address: String) {
    try? FileManager.default.removeItem(at: url(of: Self.key(server, address)))
    total = nil
  }

  /// Deletes all cached pictures of a server.
  package func removeAll(of server: String) {
    let prefix = Self.key(server, "")
    for file in files() {
      guard let handle = try? FileHandle(forReadingFrom: file.url),
        let head = try? handle.read(upToCount: DiskEntry.maximumHead),
        DiskEntry.key(inHead: Array(head))?.hasPrefix(prefix) == true
      else { continue }
      try? FileManager.default.removeItem(at: file.url)
    }
    total = nil
  }

  /// Deletes the least recently used files until a tenth of the limit is free.
  private func trim() {
    var files = files()
    files.sort { $0.lastUse < $1.lastUse }
    var sum = files.reduce(0) { $0 + $1.bytes }
    for file in files.dropLast() where sum > limit - limit / 10 {
      guard (try? FileManager.default.removeItem(at: file.url)) != nil else { continue }
      sum -= file.bytes
    }
    total = sum
  }

  private func files() -> [(url: URL, bytes: Int, lastUse: Int)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasSuffix(Self.suffix) }.compactMap { name in
      let url = directory.appendingPathComponent(name)
      return Self.status(of: url).map { (url, Int($0.st_size), $0.st_mtim.tv_sec) }
    }
  }

  /// Writes a file atomically, readable only by its owner.
  private func write(_ bytes: [UInt8], to url: URL) -> Bool {
    let manager = FileManager.default
    _ = OwnFiles.makeFolders(directory.path)
    // It has the suffix, too, so that files left by a crash are counted and evicted.
    let name = "\(UInt64.random(in: 0 ... .max))-new\(Self.suffix)"
    let draft = directory.appendingPathComponent(name)
    let file = OwnFiles.create(draft.path, O_WRONLY)
    guard file >= 0 else { return false }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: bytes)) != nil else {
      try? manager.removeItem(at: draft)
      return false
    }
    guard rename(draft.path, url.path) == 0 else {
      try? manager.removeItem(at: draft)
      return false
    }
    return true
  }

  private func url(of key: String) -> URL {
    directory.appendingPathComponent(Fingerprint.name(of: Array(key.utf8)) + Self.suffix)
  }

  private static func key(_ server: String, _ address: String) -> String {
    server + "\n" + address
  }

  private static func size(of url: URL) -> Int? {
    status(of: url).map { Int($0.st_size) }
  }

  /// The system's metadata of a file.
  ///
  /// Foundation would also look up the names of its owners in system files, for each file.
  private static func status(of url: URL) -> stat? {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status : nil
  }
}
