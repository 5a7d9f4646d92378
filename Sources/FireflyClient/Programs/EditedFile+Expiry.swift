import FireflyCore
import Foundation

// Removes leftover files of external editors.
extension EditedFile {
  /// Removes old files whose text is saved elsewhere.
  ///
  /// If their folder contains anything else, such as an editor's own backup, all of it stays.
  static func sweep(_ parent: String, now: Date = Date()) {
    for folder in folders(in: parent) where isExpired(folder, now: now) {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// Returns the folders of the files in a folder, ordered by name.
  static func folders(in parent: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map { parent + "/" + $0 }
  }

  private static func isExpired(_ folder: String, now: Date) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      Set(names).isSubset(of: [Self.name, savedName, draftName, lockName]),
      ([folder] + names.map { folder + "/" + $0 }).allSatisfy({ isOld($0, now: now) })
    else { return false }
    guard names.contains(Self.name) else { return true }
    do {
      guard let text = try Self.text(at: folder + "/" + Self.name) else { return true }
      // Without a record, only an empty text may be removed.
      return isSaved(text, in: folder) || PostText(document: text).isEmpty
    } catch {
      return false
    }
  }

  /// Returns whether the text of a file is saved elsewhere.
  static func isSaved(_ text: String, in folder: String) -> Bool {
    read(folder + "/" + savedName) == Data(Fingerprint.name(of: Array(text.utf8)).utf8)
  }

  private static func isOld(_ path: String, now: Date) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    // In the future, too: then the clock was ahead.
    return abs(Double(status.st_mtim.tv_sec) - now.timeIntervalSince1970) > age
  }

  static func read(_ path: String) -> Data? {
    (try? PrivateFile(url: URL(fileURLWithPath: path)).read(maximumBytes: maximumBytes)) ?? nil
  }
}
