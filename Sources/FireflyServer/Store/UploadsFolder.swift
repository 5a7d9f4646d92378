import Foundation

/// The pictures that were uploaded: one flat folder of files with names of the server's making.
public struct UploadsFolder: Sendable {
  /// The most bytes of one picture.
  public static let maxBytes = 16 * 1024 * 1024
  /// Where the files are.
  public let folder: URL

  /// Content types by extension.
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp",
  ]

  /// A file to be served; it is read piece by piece.
  public struct File: Sendable {
    /// From the extension, as the contract says; the bytes may be something else.
    public var contentType: String
    /// Changes whenever the file does.
    public var etag: String
    /// Bytes of the file.
    public var length: Int
    fileprivate let handle: FileHandle

    /// The next piece; nil at the end.
    /// - Throws: Foundation's error if the disk fails.
    public func next() throws -> [UInt8]? {
      let piece = try handle.read(upToCount: 64 << 10) ?? Data()
      return piece.isEmpty ? nil : Array(piece)
    }
  }

  /// The file of this name; nil if there is none, or the name is no plain name of a picture.
  ///
  /// Opened without following a symbolic link, so that nothing outside the folder can be reached.
  public func file(_ name: String) -> File? {
    guard Self.isPlain(name), let type = Self.contentType(of: name) else { return nil }
    let descriptor = open(path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.maxBytes
    else { return nil }
    let time = status.st_mtim
    return File(
      contentType: type,
      etag: "\"\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)-\(status.st_ino)\"",
      length: status.st_size, handle: handle)
  }

  /// A new picture, to be filled and kept.
  /// - Throws: `StoreError.folder`.
  func draft() throws(StoreError) -> PictureDraft {
    try make()
    return try PictureDraft(in: folder)
  }

  /// Keeps a file under its own name, unless there is one of that name already.
  /// - Throws: `StoreError.unusablePicture`, `StoreError.folder`.
  func adopt(_ file: URL) throws {
    let name = file.lastPathComponent
    guard Self.isPlain(name), Self.contentType(of: name) != nil else {
      throw StoreError.unusablePicture
    }
    if FileManager.default.fileExists(atPath: path(name)) { return }
    do {
      try write(Data(contentsOf: file), to: name)
    } catch let error as CocoaError {
      throw StoreError.folder(file.path, reason: error.localizedDescription)
    }
  }

  /// Keeps bytes under a name of the server's making, unless there is a file of that name already.
  /// - Returns: whether the file is new.
  /// - Throws: `StoreError.folder`.
  func add(_ bytes: Data, name: String) throws(StoreError) -> Bool {
    if FileManager.default.fileExists(atPath: path(name)) { return false }
    try write(bytes, to: name)
    return true
  }

  /// Removes a file; it doesn't matter if it is gone.
  func remove(_ name: String) {
    guard Self.isPlain(name) else { return }
    unlink(path(name))
  }

  /// The file name in a URL like `/uploads/NAME`, if it is one.
  public static func name(inURL url: String) -> String? {
    guard url.hasPrefix("/uploads/") else { return nil }
    let name = String(url.dropFirst("/uploads/".count))
    return isPlain(name) ? name : nil
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Written aside and renamed, so that no reader sees half a picture.
  private func write(_ bytes: Data, to name: String) throws(StoreError) {
    try make()
    let aside = path(".\(UUID().uuidString)")
    do {
      try bytes.write(to: URL(fileURLWithPath: aside))
    } catch {
      unlink(aside)
      throw .folder(folder.path, reason: error.localizedDescription)
    }
    guard chmod(aside, 0o600) == 0, rename(aside, path(name)) == 0 else {
      unlink(aside)
      throw .folder(folder.path, systemError: errno)
    }
  }

  private func make() throws(StoreError) {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw .folder(folder.path, systemError: errno)
    }
  }

  /// A name that can only mean a file in the folder: letters, digits, `-`, `_` and inner dots.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 128 && !name.hasPrefix(".") && !name.contains("..")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func contentType(of name: String) -> String? {
    name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
  }
}
