import FireflyCore
import FireflyTransfer
import Foundation

/// Files in a tar or zip archive.
public enum ArchiveFile {
  /// Maximum number of files, and of bytes of all of them: a small archive may unpack to any size.
  static let (maxFiles, maxBytes) = (100_000, 1 << 30)

  /// Returns whether data is an archive.
  public static func isOne(_ data: Data) -> Bool { ZipEntries.isZip(data) || TarReader.isTar(data) }

  /// Returns whether a file that begins so is a tar archive, perhaps compressed by gzip.
  public static func isTar(_ start: Data) -> Bool {
    TarReader.isTar(GzipFile.isOne(start) ? GzipFile.beginning(of: start) : start)
  }

  /// Writes the files into a new folder, with their dates.
  ///
  /// - Parameters:
  ///   - data: the archive.
  ///   - folder: the folder.
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: `ImportError`, or `CancellationError` if the folder is removed meanwhile.
  public static func unpack(_ data: Data, into folder: ScratchFolder) throws -> Tally {
    guard ZipEntries.isZip(data) else { return try unpack(tar: ArchiveStream(data), into: folder) }
    let bytes = [UInt8](data)
    let entries = try ZipEntries.read(bytes)
    guard entries.count <= maxFiles else { throw ImportError.tooManyPosts(limit: maxFiles) }
    var leftOut = Tally()
    // Of files with the same path, the last one counts.
    var places: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if places.updateValue(index, forKey: entry.path) != nil {
        leftOut.add("earlier copy of a file", "earlier copies of files", named: entry.path)
      }
    }
    let used = entries.indices.filter { places[entries[$0].path] == $0 }.map { entries[$0] }
    // Nothing is unpacked of what can't be imported.
    for entry in used { try refuse(entry.path, size: entry.size) }
    guard used.reduce(0, { $0 + $1.size }) <= maxBytes else {
      throw ImportError.tooLarge(limit: maxBytes)
    }
    var room = maxBytes
    for (index, entry) in entries.enumerated() where places[entry.path] == index {
      WorkProgress.step(index, of: entries.count)
      if entry.path.split(separator: "/").first == "__MACOSX" {
        leftOut.add("file with attributes of macOS", "files with attributes of macOS")
        continue
      }
      guard let content = try content(of: entry, bytes, room, &leftOut) else {
        continue
      }
      room -= content.count
      if let kind = try folder.write(content, to: entry.path, changed: entry.changed) {
        leftOut.add(kind.one, kind.many, named: entry.path)
      }
    }
    return leftOut
  }

  /// Refuses a file that is read as a whole and is too large for that.
  ///
  /// - Throws: `ImportError`.
  static func refuse(_ path: String, size: Int) throws(ImportError) {
    guard size > ImportDocument.maxBytes, ArchiveEntry.isText(path) else { return }
    throw .damaged(
      place: ForeignText.cleanLine(path, limit: 200),
      reason: "it is larger than \(ByteCount.words(ImportDocument.maxBytes))")
  }

  private static func content(
    of entry: ArchiveEntry, _ bytes: [UInt8], _ room: Int, _ leftOut: inout Tally
  ) throws -> Data? {
    switch entry.content {
    case .stored(let range):
      guard range.count <= room else { throw ImportError.tooLarge(limit: maxBytes) }
      return Data(bytes[range])
    case .deflated(let range, let size):
      guard size <= room else { throw ImportError.tooLarge(limit: maxBytes) }
      do {
        return try GzipFile.inflated(
          Data(bytes[range]),
          limit: ArchiveEntry.isText(entry.path) ? min(room, ImportDocument.maxBytes) : room,
          expected: size)
      } catch ImportError.damaged {
        leftOut.add("damaged file", named: entry.path)
      }
    case .none(let one, let many): leftOut.add(one, many, named: entry.path)
    }
    return nil
  }
}
