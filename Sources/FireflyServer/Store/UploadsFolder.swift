import FireflyCore
import Foundation

/// Pictures in one flat folder, which several servers of the same data may share.
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

  /// The file of this name; nil if there is none, or the name is no plain name of a picture.
  ///
  /// Opened without following a symbolic link, so that nothing outside the folder can be reached.
  public func file(_ name: String) -> PictureFile? {
    guard Self.isPlain(name), let type = Self.contentType(of: name) else { return nil }
    let descriptor = open(path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.maxBytes
    else { return nil }
    let time = status.st_mtim
    return PictureFile(
      contentType: type,
      etag: "\"\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)-\(status.st_ino)\"",
      length: status.st_size
    ) {
      try await BlockingThread.run { () throws in
        let piece = try handle.read(upToCount: 64 << 10) ?? Data()
        return piece.isEmpty ? nil : Array(piece)
      }
    }
  }

  /// A new picture, to be filled and kept.
  /// - Throws: `StoreError.folder`.
  func draft() throws(StoreError) -> PictureDraft {
    try make()
    return try PictureDraft(in: self)
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

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func make() throws(StoreError) {
    try PrivateFolder.make(folder)
  }

  /// A name that can only mean a file in the folder: letters, digits, `-`, `_` and inner dots.
  static func isPlain(_ name: String) -> Bool {
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

  static func contentType(of name: String) -> String? {
    name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
  }
}

extension UploadsFolder: SharedPictureStorage {
  /// The path of the folder.
  public var location: String { folder.path }
  /// The same for each folder: processes may have it under different paths.
  public var mark: String { "a folder" }

  /// Returns a new picture, to be filled.
  /// - Throws: `StoreError.folder`.
  public func newDraft() async throws(StoreError) -> PictureDraft {
    try await BlockingThread.run { () throws(StoreError) in try draft() }
  }

  /// Returns the file of this name; nil if there is none.
  public func picture(_ name: String) async throws(StoreError) -> PictureFile? {
    await BlockingThread.run { file(name) }
  }

  func put(_ draft: PictureDraft, as name: String) async throws(StoreError) {
    try await BlockingThread.run { () throws(StoreError) in try draft.save(as: name) }
  }

  func delete(_ name: String, _ db: PostgresSession) async throws {
    await BlockingThread.run { remove(name) }
  }
}
