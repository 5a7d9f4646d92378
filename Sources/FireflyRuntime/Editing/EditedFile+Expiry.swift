import FireflyCore
import Foundation

// Removes leftover files of external editors.
extension EditedFile {
  /// Removes old files whose text is saved elsewhere.
  ///
  /// If their folder contains anything else, such as an editor's own backup, all of it stays.
  static func sweep(_ parent: String, now: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent + "/" + name
      if isExpired(folder, now: now) { try? FileManager.default.removeItem(atPath: folder) }
    }
  }

  private static func isExpired(_ folder: String, now: Date) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      Set(names).isSubset(of: [Self.name, savedName, draftName, lockName]),
      ([folder] + names.map { folder + "/" + $0 }).allSatisfy({ isOld($0, now: now) })
    else { return false }
    guard names.contains(Self.name) else { return true }
    guard let data = read(folder + "/" + Self.name) else { return false }
    if isSaved(data, in: folder) { return true }
    // Without a record, only an empty text may be removed.
    return String(validating: data, as: UTF8.self).map { PostText(document: $0).isEmpty } == true
  }

  /// Returns whether the text of a file is saved elsewhere.
  static func isSaved(_ data: Data, in folder: String) -> Bool {
    read(folder + "/" + savedName) == Data(Fingerprint.name(of: Array(data)).utf8)
  }

  private static func isOld(_ path: String, now: Date) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return Double(status.st_mtim.tv_sec) < now.timeIntervalSince1970 - age
  }

  static func read(_ path: String) -> Data? {
    (try? PrivateFile(url: URL(fileURLWithPath: path)).read(maximumBytes: maximumBytes)) ?? nil
  }
}
