import FireflyCore
import FireflyTransfer
import Foundation

/// Files in a tar or zip archive.
public enum ArchiveFile {
  /// Maximum number of files, and of bytes of all of them: a small archive may unpack to any size.
  static let (maxFiles, maxBytes) = (100_000, 1 << 30)

  /// Returns whether data is an archive.
  public static func isOne(_ data: Data) -> Bool { isZip(data) || isTar(data) }

  /// Returns whether data begins like a tar archive.
  public static func isTar(_ data: Data) -> Bool {
    data.count >= 512 && data.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Returns whether data begins like a zip archive.
  public static func isZip(_ data: Data) -> Bool {
    data.prefix(4).elementsEqual([0x50, 0x4B, 3, 4])
  }

  /// Writes the files into a new folder, with their dates.
  ///
  /// - Throws: as the others.
  public static func unpack(_ data: Data, into folder: ScratchFolder) throws -> Tally {
    isZip(data)
      ? try unpack(zip: ArchiveBytes(data), into: folder)
      : try unpack(tar: ArchiveStream(data), into: folder)
  }

  /// Writes the files of a tar archive into a new folder while it is read, with their dates.
  ///
  /// - Parameters:
  ///   - stream: the archive.
  ///   - folder: the folder.
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: `ImportError`, `CancellationError` if the folder is removed meanwhile, and what reading the archive
  ///   throws.
  public static func unpack(tar stream: ArchiveStream, into folder: ScratchFolder) throws -> Tally {
    var unpacker = ArchiveUnpacker(folder)
    try unpacker.unpack(ArchiveReader(.tar, stream))
    return unpacker.leftOut
  }

  /// Writes the files of a zip archive into a new folder, with their dates; if these are only zip archives, as large
  /// exports of Notion are, those in them instead.
  ///
  /// - Parameters:
  ///   - zip: the archive.
  ///   - folder: the folder.
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: as for a tar archive.
  public static func unpack(zip: ArchiveBytes, into folder: ScratchFolder) throws -> Tally {
    var unpacker = ArchiveUnpacker(folder)
    try unpacker.unpack(ArchiveReader(.zip, zip))
    let paths = unpacker.paths
    guard paths.allSatisfy({ $0.lowercased().hasSuffix(".zip") }) else { return unpacker.leftOut }
    for path in paths {
      guard let inner = try folder.bytes(of: path), isZip(try inner.read(4)) else { continue }
      try unpacker.unpack(ArchiveReader(.zip, inner))
      folder.remove(path)
    }
    return unpacker.leftOut
  }
}
