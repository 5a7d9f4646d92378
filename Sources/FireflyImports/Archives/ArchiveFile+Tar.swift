import FireflyCore
import FireflyTransfer
import Foundation

extension ArchiveFile {
  /// Writes the files of a tar archive into a new folder while it is read, with their dates.
  ///
  /// - Returns: the files that can't be written, and those that lead out of the folder.
  /// - Throws: `ImportError`, `CancellationError` if the folder is removed meanwhile, and what reading the archive
  ///   throws.
  package static func unpack(tar stream: ArchiveStream, into folder: ScratchFolder) throws -> Tally
  {
    var (tar, leftOut, room, count) = (TarReader(stream), Tally(), maxBytes, 0)
    // Whether each path has a file, and the paths that are to have the file of another one.
    var (written, copies): ([String: Bool], [String: String]) = ([:], [:])
    while let entry = try tar.next() {
      count += 1
      WorkProgress.step(count)
      guard count <= maxFiles else { throw ImportError.tooManyPosts(limit: maxFiles) }
      try refuse(entry.path, size: entry.size)
      guard entry.size <= room else { throw ImportError.tooLarge(limit: maxBytes) }
      room -= entry.size
      if entry.path.split(separator: "/").first == "__MACOSX" {
        leftOut.add("file with attributes of macOS", "files with attributes of macOS")
        continue
      }
      // Of files with the same path, the last one counts.
      if written.updateValue(false, forKey: entry.path) != nil {
        leftOut.add("earlier copy of a file", "earlier copies of files", named: entry.path)
        copies[entry.path] = nil
        folder.remove(entry.path)
      }
      switch entry.kind {
      case .none(let one, let many): leftOut.add(one, many, named: entry.path)
      case .copy(let path): copies[entry.path] = path
      case .file:
        let problem = try folder.write(to: entry.path, changed: entry.changed) {
          try tar.piece()
        }
        if let problem { leftOut.add(problem.one, problem.many, named: entry.path) }
        if tar.isCut { folder.remove(entry.path) }
        written[entry.path] = problem == nil && !tar.isCut
      }
    }
    for (path, target) in copies.sorted(by: { $0.key < $1.key }) {
      if written[target] != true || !folder.add(path, to: target) {
        leftOut.add("link to a missing file", "links to missing files", named: path)
      }
    }
    if tar.isCut {
      leftOut.add("file behind the end of a cut archive", "files behind the end of a cut archive")
    }
    return leftOut
  }
}
