import FireflyCore
import FireflyStore
import Foundation

extension CopyableStore {
  /// Copies everything into a folder, which can then be used as a data folder: the database with the
  /// accounts, and the pictures.
  ///
  /// Other programs may write meanwhile; the copy is what was there at one moment.
  ///
  /// - Parameter path: a folder that is new or empty.
  /// - Returns: what was written.
  /// - Throws: `ExportError`, `StoreError`, `CancellationError`; then nothing is left of the backup.
  package func backUp(to path: String) async throws -> ExportReport {
    try await ExportFolder.fill(path, isPrivate: true) { folder in
      try folder.makeFolder(DatabaseCopy.uploads)
      var (report, copied) = (ExportReport(), Set<String>())
      // The pictures are copied before the database, because they may be replaced meanwhile, and
      // again after it, because others may have come.
      var urls = try await pictureURLs()
      for isLast in [false, true] {
        if isLast {
          DatabaseCopy.names.forEach(folder.willContain)
          let database = try await copyDatabase(to: URL(fileURLWithPath: path))
          (report.posts, urls) = (database.posts, database.pictureURLs)
        }
        for name in urls.compactMap(UploadsFolder.name(inURL:)) where !copied.contains(name) {
          try Task.checkCancellation()
          let file = try await report.picture(name, from: pictures, isLast: isLast)
          guard let file else { continue }
          try await folder.copy(file, to: "\(DatabaseCopy.uploads)/\(name)")
          copied.insert(name)
          WorkProgress.step(copied.count, of: urls.count)
        }
      }
      report.pictures = copied.count
      return report
    }
  }
}
