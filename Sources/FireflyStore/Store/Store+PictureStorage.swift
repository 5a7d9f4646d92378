import FireflyCore
import Foundation

/// Why a folder or bucket can't hold the pictures of a store.
package enum PictureStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It can't be created, read or written.
  case unusable(String, reason: String)
  /// It holds the pictures of other data; those would be swept as unused.
  case belongsToOtherData(String)
  /// Pictures of this data are still in the old folder.
  case picturesNotCopied(String, target: String)
  /// The store is not in a database; its pictures must be in a folder.
  case needsDatabase
  /// The pictures are stored elsewhere, and some are missing here; `missing` is their number.
  case storedElsewhere(String, target: String, missing: Int)

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .unusable(let path, let reason): "\(path) can't hold pictures: \(reason)."
    case .belongsToOtherData(let path):
      "\(path) holds the pictures of another Firefly. Name another folder with --uploads."
    case .picturesNotCopied(let path, let target):
      "There are pictures in \(path). Move or copy them to \(target) first."
    case .needsDatabase: "Pictures can be in S3 with --database only. Name a folder with --uploads."
    case .storedElsewhere(let known, let target, let missing):
      """
      The pictures of this database are in \(known): \(Counted.words(missing, "is", "are")) missing in \
      \(target). Name the right place with --uploads, or copy the pictures first.
      """
    }
  }
}

extension UploadsFolder {
  /// The name of the file with the ID of the data that owns the folder; not a valid name of a
  /// picture.
  private static let markName = ".firefly-uploads"

  func claim(for identity: String, from old: any SharedPictureStorage) async throws {
    try await BlockingPool.shared.run { try claim(for: identity, in: old as? UploadsFolder) }
  }

  /// Marks the folder as belonging to some data, unless it is already.
  /// - Throws: `PictureStorageError`.
  fileprivate func claim(for identity: String, in old: UploadsFolder?) throws {
    let problem = OwnFiles.makeFolder(folder.path)
    guard problem == 0 else { throw unusable(problem) }
    if let owner = try markedOwner() {
      guard owner == identity else { throw PictureStorageError.belongsToOtherData(folder.path) }
      return
    }
    let files = FileManager.default
    let known = old.flatMap { try? files.contentsOfDirectory(atPath: $0.folder.path) } ?? []
    let isLeft = known.contains {
      !$0.hasPrefix(".")
        && !files.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
    if isLeft, let old {
      throw PictureStorageError.picturesNotCopied(old.folder.path, target: folder.path)
    }
    // Written to a temporary file and linked, so that no other server reads an incomplete ID.
    let aside = folder.appendingPathComponent(".\(UUID().uuidString)").path
    let file = Self.createPart(aside, O_WRONLY)
    guard file >= 0 else { throw unusable(errno) }
    let bytes = Array("\(identity)\n".utf8)
    let count = write(file, bytes, bytes.count)
    var errorNumber = count == bytes.count ? 0 : errno
    if fsync(file) != 0 { errorNumber = errno }
    close(file)
    let path = folder.appendingPathComponent(Self.markName).path
    if errorNumber == 0, link(aside, path) != 0, errno != EEXIST { errorNumber = errno }
    unlink(aside)
    guard errorNumber == 0 else { throw unusable(errorNumber) }
    guard try markedOwner() == identity else {
      throw PictureStorageError.belongsToOtherData(folder.path)
    }
  }

  /// The ID of the data that owns the folder; nil if it is not marked.
  private func markedOwner() throws(PictureStorageError) -> String? {
    let path = folder.appendingPathComponent(Self.markName).path
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable(errno)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw unusable(errno) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func unusable(_ number: Int32) -> PictureStorageError {
    .unusable(folder.path, reason: OwnFiles.reason(number, at: folder.path))
  }
}
