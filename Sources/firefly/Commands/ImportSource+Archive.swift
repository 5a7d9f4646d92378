import FireflyImports
import FireflyStore
import FireflyTransfer
import Foundation

// Archives, whose files are written into a folder for temporary files.
extension ImportSource {
  /// Converts an archive that is written into the folder, as it may be larger than an import; nil for other files.
  ///
  /// - Parameters:
  ///   - start: its first bytes.
  ///   - stream: all of its bytes.
  /// - Returns: the format, and the posts.
  /// - Throws: `Failure`, `ImportError`.
  func archive(_ start: Data, _ stream: ArchiveStream) throws -> (ImportFormat, Conversion)? {
    if ArchiveFile.isTar(start) {
      return try readArchive { try ArchiveFile.unpack(tar: stream, into: $0) }
    }
    guard ArchiveFile.isZip(start) else { return nil }
    // The directory of a zip archive is at its end.
    if isRegular, !stream.isCompressed {
      let zip = try ArchiveBytes(FileHandle(forReadingFrom: URL(fileURLWithPath: path)))
      return try readArchive { try ArchiveFile.unpack(zip: zip, into: $0) }
    }
    let data = try stream.all(limit: ImportDocument.maxBytes)
    return try readArchive { try ArchiveFile.unpack(zip: ArchiveBytes(data), into: $0) }
  }

  /// Converts the files of an archive that are written into the folder; what was left out is returned.
  func readArchive(
    _ unpack: (ScratchFolder) throws -> Tally
  ) throws -> (ImportFormat, Conversion) {
    let folder = Self.scratch.url
    try Self.scratch.create()
    let leftOut = try unpack(Self.scratch)
    // The files may be in a folder of the archive.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let inner = names.count == 1 ? folder.appendingPathComponent(names[0]) : folder
    var isFolder: ObjCBool = false
    let hasFolder =
      FileManager.default.fileExists(atPath: inner.path, isDirectory: &isFolder)
      && isFolder.boolValue
    var source = ImportSource(
      path: (hasFolder ? inner : folder).path, format: format, isPrivate: isPrivate, since: since)
    (source.givenIdentity, source.archive) = (identity, name)
    var (format, conversion) = try source.read()
    conversion.leftOut.add(leftOut)
    return (format, conversion)
  }
}
