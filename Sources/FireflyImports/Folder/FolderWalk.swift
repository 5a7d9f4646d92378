import FireflyTransfer
import Foundation

/// Walks through a folder and those in it, in the order of names; follows no symbolic links.
struct FolderWalk {
  /// What is in a folder.
  struct Item {
    /// The path from the first folder, by components.
    let path: [String]
    let url: URL
    let status: stat

    var name: String { path.last ?? "" }
    var title: String { path.joined(separator: "/") }
    /// `S_IFREG` and the like.
    var kind: mode_t { status.st_mode & S_IFMT }
    var isReadable: Bool { access(url.path, R_OK) == 0 }
    var ending: String { url.pathExtension.lowercased() }
  }

  /// What can't be read.
  private(set) var leftOut = Tally()
  /// The paths of files that can't be found by their names, because these are not UTF-8.
  private(set) var unfound: [String] = []
  private let folder: URL
  /// The folder whose names are read, and those in it that were entered.
  private var (path, place, entered): ([String], URL, [[String]])
  private var (waiting, names, count): ([[String]], [String], Int) = ([[]], [], 0)

  init(_ folder: URL) {
    self.folder = folder
    (path, place, entered) = ([], folder, [])
  }

  /// Returns the next item; nil after the last one.
  ///
  /// - Throws: `ImportError` if there are too many, Foundation's error if the first folder can't be read.
  mutating func next() throws -> Item? {
    while true {
      while let name = names.popLast() {
        count += 1
        guard count <= 2 * ImportDocument.maxPosts else {
          throw ImportError.tooManyPosts(limit: ImportDocument.maxPosts)
        }
        let url = place.appendingPathComponent(name)
        var status = stat()
        if lstat(url.path, &status) == 0 {
          return Item(path: path + [name], url: url, status: status)
        }
        let title = (path + [name]).joined(separator: "/")
        // Foundation has repaired the name, and then doesn't find the file.
        if name.contains("\u{FFFD}") { unfound.append(title) } else { leftOut.addUnreadable(title) }
      }
      waiting += entered.reversed()
      guard let next = waiting.popLast() else { return nil }
      (path, place, entered) = (
        next, folder.appendingPathComponent(next.joined(separator: "/")), []
      )
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().reversed()
      } catch  where !path.isEmpty {
        leftOut.addUnreadable(path.joined(separator: "/"), isFolder: true)
      }
    }
  }

  /// Walks through a folder, after the one that it is in.
  mutating func enter(_ folder: Item) { entered.append(folder.path) }
}
