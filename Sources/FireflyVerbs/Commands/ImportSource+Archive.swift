import FireflyImports
import FireflyStore
import Foundation

// Archives, whose files are written into a folder for temporary files.
extension ImportSource {
  /// Converts an archive that is written into the folder while it is read, as it may be larger than an import; nil for
  /// other files.
  ///
  /// - Parameter start: the first bytes.
  /// - Returns: the format, and the posts.
  /// - Throws: `Failure`, `ImportError`.
  func archive(_ start: Data) throws -> (ImportFormat, Conversion)? {
    let isTar = ArchiveFile.isTar(start)
    // The directory of a zip archive is at its end: standard input is read as a whole.
    guard isTar || path != "-" && ArchiveFile.isOne(start) else { return nil }
    let file =
      path == "-"
      ? VerbEnvironment.current.input.handle
      : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    guard isTar else {
      let zip = try ArchiveBytes(file)
      return try readArchive { try ArchiveFile.unpack(zip: zip, into: $0) }
    }
    if path != "-" { try file.seek(toOffset: UInt64(start.count)) }
    let tar = try ArchiveStream(start) { try file.read(upToCount: 256 << 10) ?? Data() }
    return try readArchive { try ArchiveFile.unpack(tar: tar, into: $0) }
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
