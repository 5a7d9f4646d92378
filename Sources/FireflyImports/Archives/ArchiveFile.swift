import FireflyCore
import FireflyTransfer
import Foundation

/// Files in a tar or zip archive.
public enum ArchiveFile {
  /// Maximum number of files, and of bytes of all of them: a small archive may unpack to any size.
  static let (maxFiles, maxBytes) = (100_000, 1 << 30)

  /// Returns whether data is an archive.
  public static func isOne(_ data: Data) -> Bool {
    ZipEntries.isZip(data) || TarEntries.isTar(data)
  }

  /// Writes the files into a new folder, with their dates.
  ///
  /// - Parameters:
  ///   - data: the archive.
  ///   - folder: the folder.
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: `ImportError`, or `CancellationError` if the folder is removed meanwhile.
  public static func unpack(_ data: Data, into folder: ScratchFolder) throws -> Tally {
    let bytes = [UInt8](data)
    let isZip = ZipEntries.isZip(data)
    let (entries, isCut) = try isZip ? (ZipEntries.read(bytes), false) : TarEntries.read(bytes)
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
    guard used.reduce(0, { $0 + $1.size }) <= maxBytes else {
      throw ImportError.tooLarge(limit: maxBytes)
    }
    if let large = used.first(where: { $0.isText && $0.size > ImportDocument.maxBytes }) {
      throw ImportError.damaged(
        place: ForeignText.cleanLine(large.path, limit: 200),
        reason: "it is larger than \(ByteCount.words(ImportDocument.maxBytes))")
    }
    var room = maxBytes
    for (index, entry) in entries.enumerated() where places[entry.path] == index {
      WorkProgress.step(index, of: entries.count)
      if entry.path.split(separator: "/").first == "__MACOSX" {
        leftOut.add("file with attributes of macOS", "files with attributes of macOS")
        continue
      }
      guard let content = try content(of: entry, entries, places, bytes, room, &leftOut) else {
        continue
      }
      room -= content.count
      if let kind = try folder.write(content, to: entry.path, changed: entry.changed) {
        leftOut.add(kind.one, kind.many, named: entry.path)
      }
    }
    if isCut {
      leftOut.add("file behind the end of a cut archive", "files behind the end of a cut archive")
    }
    return leftOut
  }

  private static func content(
    of entry: ArchiveEntry, _ entries: [ArchiveEntry], _ places: [String: Int], _ bytes: [UInt8],
    _ room: Int, _ leftOut: inout Tally
  ) throws -> Data? {
    switch entry.content {
    case .stored(let range):
      guard range.count <= room else { throw ImportError.tooLarge(limit: maxBytes) }
      return Data(bytes[range])
    case .deflated(let range, let size):
      guard size <= room else { throw ImportError.tooLarge(limit: maxBytes) }
      do {
        return try GzipFile.inflated(
          Data(bytes[range]), limit: entry.isText ? min(room, ImportDocument.maxBytes) : room,
          expected: size)
      } catch ImportError.damaged {
        leftOut.add("damaged file", named: entry.path)
      }
    case .copy(let path):
      if let place = places[path], case .stored(let range) = entries[place].content {
        guard range.count <= room else { throw ImportError.tooLarge(limit: maxBytes) }
        return Data(bytes[range])
      }
      leftOut.add("link to a missing file", "links to missing files", named: entry.path)
    case .none(let one, let many): leftOut.add(one, many, named: entry.path)
    }
    return nil
  }
}
