import FireflyCore
import FireflyTransfer
import Foundation

/// Writes the files of archives into a folder, as far as there is room.
struct ArchiveUnpacker {
  /// The files that are not written.
  private(set) var leftOut = Tally()
  private let folder: ScratchFolder
  private var room = (files: ArchiveFile.maxFiles, bytes: ArchiveFile.maxBytes)
  /// Whether each path has a file, and the paths that are to have the file of another one.
  private var (written, copies): ([String: Bool], [String: String]) = ([:], [:])

  init(_ folder: ScratchFolder) { self.folder = folder }

  /// The paths of the last archive.
  var paths: [String] { written.keys.sorted() }

  /// Writes the files of an archive.
  ///
  /// - Throws: `ImportError`, `CancellationError` if the folder is removed meanwhile, and what reading the archive
  ///   throws.
  mutating func unpack(_ archive: ArchiveReader) throws {
    (written, copies) = ([:], [:])
    while let entry = try archive.next() {
      room.files -= 1
      WorkProgress.step(ArchiveFile.maxFiles - room.files)
      guard room.files >= 0 else { throw ImportError.tooManyPosts(limit: ArchiveFile.maxFiles) }
      if entry.isOfMacOS {
        leftOut.add("file with attributes of macOS", "files with attributes of macOS")
        continue
      }
      // Of files with the same path, the last one counts.
      if written.updateValue(false, forKey: entry.path) != nil {
        leftOut.add("earlier copy of a file", "earlier copies of files", named: entry.path)
        copies[entry.path] = nil
        folder.remove(entry.path)
      }
      switch entry.content {
      case .none(let one, let many): leftOut.add(one, many, named: entry.path)
      case .copy(let path): copies[entry.path] = path
      case .file: written[entry.path] = try write(entry, of: archive)
      }
    }
    for (path, target) in copies.sorted(by: { $0.key < $1.key }) {
      if written[target] != true || !folder.add(path, to: target) {
        leftOut.add("link to a missing file", "links to missing files", named: path)
      }
    }
    if archive.problem == .isCut {
      leftOut.add("file behind the end of a cut archive", "files behind the end of a cut archive")
    }
  }

  /// Writes a file; returns whether that is done.
  private mutating func write(_ entry: ArchiveEntry, of archive: ArchiveReader) throws -> Bool {
    try refuse(entry)
    // The directory may lie.
    let limit = entry.isText ? min(room.bytes, ImportDocument.maxBytes) : room.bytes
    var count = 0
    let problem = try folder.write(to: entry.path, changed: entry.changed) {
      guard let piece = try archive.piece() else { return nil }
      count += piece.count
      guard count <= limit else { throw ImportError.tooLarge(limit: limit) }
      return piece
    }
    room.bytes -= count
    if let problem { leftOut.add(problem.one, problem.many, named: entry.path) }
    guard let damage = archive.problem else { return problem == nil }
    folder.remove(entry.path)
    switch damage {
    case .damaged: leftOut.add("damaged file", named: entry.path)
    case .unknown:
      leftOut.add(
        "file in an unknown compression", "files in an unknown compression", named: entry.path)
    case .isCut: break
    }
    return false
  }

  /// Refuses a file for which there is no room, or that is read as a whole and is too large for that.
  private func refuse(_ entry: ArchiveEntry) throws(ImportError) {
    if entry.size > ImportDocument.maxBytes, entry.isText {
      throw .damaged(
        place: ForeignText.cleanLine(entry.path, limit: 200),
        reason: "it is larger than \(ByteCount.words(ImportDocument.maxBytes))")
    }
    guard entry.size <= room.bytes else { throw .tooLarge(limit: ArchiveFile.maxBytes) }
  }
}
