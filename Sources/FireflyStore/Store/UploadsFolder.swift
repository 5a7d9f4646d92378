import FireflyCore
import Foundation

/// A flat folder of pictures, which several servers of the same data may share.
package struct UploadsFolder: Sendable {
  /// Maximum size of a picture in bytes.
  package static let maxBytes = 16 * 1024 * 1024
  /// The folder.
  package let folder: URL

  /// Content types by extension.
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp",
  ]

  /// Returns a picture; nil if it doesn't exist, or the name is not a valid name of a picture.
  ///
  /// Symbolic links are not followed, so nothing outside the folder can be read.
  package func file(_ name: String) -> PictureFile? {
    guard let type = Self.contentType(of: name) else { return nil }
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
      try await BlockingPool.shared.run { () throws in
        let piece = try handle.read(upToCount: 64 << 10) ?? Data()
        return piece.isEmpty ? nil : Array(piece)
      }
    }
  }

  /// Creates a draft in the folder.
  func draft() throws(StoreError) -> PictureDraft {
    // Its parent exists, unless it was moved away with everything else.
    let problem = OwnFiles.makeFolder(folder.path)
    guard problem == 0 else {
      if problem == ENOENT { throw .unavailable(folder.path, .moved) }
      throw .folder(folder.path, systemError: problem)
    }
    return try PictureDraft(in: self)
  }

  /// Removes a file, if it exists.
  func remove(_ name: String) {
    guard BodyPicture.isPlain(name) else { return }
    unlink(path(name))
  }

  /// Returns the file name in a URL like `/uploads/NAME`; nil for other URLs.
  package static func name(inURL url: String) -> String? {
    guard url.hasPrefix(BodyPicture.folder) else { return nil }
    let name = String(url.dropFirst(BodyPicture.folder.count))
    return BodyPicture.isPlain(name) ? name : nil
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Returns the content type of a picture by its name; nil if the name is not a valid one.
  static func contentType(of name: String) -> String? {
    guard BodyPicture.isName(name) else { return nil }
    return name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
  }
}

extension UploadsFolder: SharedPictureStorage {
  /// The path of the folder.
  package var location: String { folder.path }
  /// The same for every folder, because processes may mount it at different paths.
  package var mark: String { "a folder" }

  /// Creates a draft in the folder.
  package func newDraft() async throws(StoreError) -> PictureDraft {
    try await BlockingPool.shared.run { () throws(StoreError) in try draft() }
  }

  /// Returns a picture; nil if it doesn't exist.
  package func picture(_ name: String) async throws(StoreError) -> PictureFile? {
    try await BlockingPool.shared.run { () throws(StoreError) in
      if let file = file(name) { return file }
      // A file that can't be read is not missing.
      guard [EACCES, EPERM, EIO].contains(errno), Self.contentType(of: name) != nil else {
        return nil
      }
      throw .folder(path(name), systemError: errno)
    }
  }

  func put(_ draft: PictureDraft, as name: String) async throws(StoreError) {
    try await BlockingPool.shared.run { () throws(StoreError) in
      if file(name) == nil { try draft.save(as: name) } else { draft.discard() }
    }
  }

  func delete(_ name: String) { remove(name) }
}
