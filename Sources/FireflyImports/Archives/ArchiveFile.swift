import FireflyCore
import FireflyTransfer
import Foundation

/// Files in a tar or zip archive.
package enum ArchiveFile {
  /// Maximum number of files, and of bytes of all of them: a small archive may unpack to any size.
  static let (maxFiles, maxBytes) = (100_000, 1 << 30)

  /// Returns whether data is an archive.
  package static func isOne(_ data: Data) -> Bool {
    ZipEntries.isZip(data) || TarReader.isTar(data)
  }

  /// Returns whether a file that begins so is a tar archive, perhaps compressed by gzip.
  package static func isTar(_ start: Data) -> Bool {
    TarReader.isTar(GzipFile.isOne(start) ? GzipFile.beginning(of: start) : start)
  }

  /// Writes the files into a new folder, with their dates.
  ///
  /// - Throws: as the others.
  package static func unpack(_ data: Data, into folder: ScratchFolder) throws -> Tally {
    ZipEntries.isZip(data)
      ? try unpack(zip: ArchiveBytes(data), into: folder)
      : try unpack(tar: ArchiveStream(data), into: folder)
  }

  /// Writes the files of a zip archive into a new folder, with their dates; if these are only zip archives, as large
  /// exports of Notion are, those in them instead.
  ///
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: `ImportError`, `CancellationError` if the folder is removed meanwhile, and what reading the archive
  ///   throws.
  package static func unpack(zip: ArchiveBytes, into folder: ScratchFolder) throws -> Tally {
    var room = (files: maxFiles, bytes: maxBytes)
    var (paths, leftOut) = try unpack(zip, into: folder, &room)
    paths.removeAll(where: isOfMacOS)
    guard paths.allSatisfy({ $0.lowercased().hasSuffix(".zip") }) else { return leftOut }
    for path in paths {
      guard let inner = try folder.bytes(of: path), ZipEntries.isZip(try inner.beginning) else {
        continue
      }
      leftOut.add(try unpack(inner, into: folder, &room).leftOut)
      folder.remove(path)
    }
    return leftOut
  }

  private static func isOfMacOS(_ path: String) -> Bool {
    path.split(separator: "/").first == "__MACOSX"
  }

  /// Writes the files of an archive, as far as there is room.
  private static func unpack(
    _ zip: ArchiveBytes, into folder: ScratchFolder, _ room: inout (files: Int, bytes: Int)
  ) throws -> (paths: [String], leftOut: Tally) {
    let entries = try ZipEntries.read(zip)
    room.files -= entries.count
    guard room.files >= 0 else { throw ImportError.tooManyPosts(limit: maxFiles) }
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
    guard used.reduce(0, { $0 + $1.size }) <= room.bytes else {
      throw ImportError.tooLarge(limit: maxBytes)
    }
    for (index, entry) in entries.enumerated() where places[entry.path] == index {
      WorkProgress.step(index, of: entries.count)
      if isOfMacOS(entry.path) {
        leftOut.add("file with attributes of macOS", "files with attributes of macOS")
        continue
      }
      switch entry.content {
      case .none(let one, let many): leftOut.add(one, many, named: entry.path)
      case .stored(let range):
        try write(entry, zip, range, deflated: nil, into: folder, &room.bytes, &leftOut)
      case .deflated(let range, let size):
        try write(entry, zip, range, deflated: size, into: folder, &room.bytes, &leftOut)
      }
    }
    return (used.map(\.path), leftOut)
  }

  /// Refuses a file that is read as a whole and is too large for that.
  static func refuse(_ path: String, size: Int) throws(ImportError) {
    guard size > ImportDocument.maxBytes, ArchiveEntry.isText(path) else { return }
    throw .damaged(
      place: ForeignText.cleanLine(path, limit: 200),
      reason: "it is larger than \(ByteCount.words(ImportDocument.maxBytes))")
  }

  /// Writes a file of a zip archive.
  private static func write(
    _ entry: ArchiveEntry, _ zip: ArchiveBytes, _ range: Range<Int>, deflated size: Int?,
    into folder: ScratchFolder, _ room: inout Int, _ leftOut: inout Tally
  ) throws {
    var place = range.lowerBound
    let stream = try ArchiveStream(deflated: size) {
      let end = min(place + pieceSize, range.upperBound)
      defer { place = end }
      return try zip.read(place..<end)
    }
    // The directory may lie.
    let limit = ArchiveEntry.isText(entry.path) ? min(room, ImportDocument.maxBytes) : room
    var (count, isDamaged) = (0, false)
    let problem = try folder.write(to: entry.path, changed: entry.changed) {
      do {
        let piece = try stream.read(pieceSize)
        count += piece.count
        guard count <= limit else { throw ImportError.tooLarge(limit: limit) }
        return piece.isEmpty ? nil : piece
      } catch ImportError.damaged {
        isDamaged = true
        return nil
      }
    }
    room -= count
    if isDamaged {
      folder.remove(entry.path)
      leftOut.add("damaged file", named: entry.path)
    } else if let problem {
      leftOut.add(problem.one, problem.many, named: entry.path)
    }
  }

  /// Bytes that are written at once.
  private static let pieceSize = 256 << 10
}
