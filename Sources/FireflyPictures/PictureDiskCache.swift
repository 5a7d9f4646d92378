import FireflyCore
import Foundation

/// Downloaded pictures in a directory, the least recently used deleted once they take too much.
///
/// It does what it can and never fails: a picture that can't be kept is only loaded again, and a
/// damaged file is as good as none. It touches no files but its own.
public actor PictureDiskCache {
  /// Where the files are.
  public let directory: URL
  /// Bytes that all files may take together.
  public let limit: Int
  private static let suffix = ".picture"
  /// Bytes of all files; nil until they have been counted.
  private var total: Int?

  /// A cache in a directory, which is made (0700) when the first picture is kept; by default of
  /// 200 MB.
  public init(directory: URL, limit: Int = 200 << 20) {
    self.directory = directory
    self.limit = limit
  }

  /// What is kept for a picture's address, which is thereby used; nil if there is nothing.
  ///
  /// - Parameters:
  ///   - server: The server that the post came from.
  ///   - address: The picture's address, as the post has it.
  /// - Returns: nil if there is nothing.
  public func entry(server: String, address: String) -> DiskEntry? {
    let key = Self.key(server, address)
    let file = url(of: key)
    // Whoever can put a file here could as well put an endless one.
    guard let size = Self.size(of: file), size <= limit,
      let data = try? Data(contentsOf: file), let entry = DiskEntry(file: Array(data), for: key)
    else { return nil }
    try? FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: file.path)
    return entry
  }

  /// Keeps a picture, and deletes others if there is no room.
  ///
  /// - Returns: Whether it is kept.
  @discardableResult
  public func store(_ entry: DiskEntry, server: String, address: String) -> Bool {
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

  /// Deletes what was kept for a picture's address, if anything was.
  public func remove(server: String, address: String) {
    try? FileManager.default.removeItem(at: url(of: Self.key(server, address)))
    total = nil
  }

  /// Deletes what is kept of a server.
  public func removeAll(of server: String) {
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

  /// Deletes the least recently used files until there is a tenth of the room again.
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

  /// Writes a file whole or not at all, readable to its owner only.
  private func write(_ bytes: [UInt8], to url: URL) -> Bool {
    let manager = FileManager.default
    try? manager.createDirectory(
      at: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // Ends in the suffix too: what a crash leaves behind is counted, and deleted in its turn.
    let name = "\(UInt64.random(in: 0 ... .max))-new\(Self.suffix)"
    let draft = directory.appendingPathComponent(name)
    guard
      manager.createFile(
        atPath: draft.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else {
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

  /// What the system knows of a file.
  ///
  /// Foundation would look up the names of its owners as well, in files of the system's, once for
  /// each.
  private static func status(of url: URL) -> stat? {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status : nil
  }
}
