import FireflyCore
import FireflyModel
import Foundation

/// A path as the user types it: absolute, relative, with `~` or `$HOME` for the home folder or `~user` for another
/// one, or as a `file://` address, and with the displayed names of files.
package struct TypedPath: Hashable {
  private let text: String
  private let home: String

  /// Creates a path.
  package init(_ text: String, home: String = ProcessInfo.processInfo.environment["HOME"] ?? "/") {
    self.text = text
    self.home = home
  }

  /// The bytes of the path, with displayed names replaced by the real ones.
  package var bytes: [UInt8] {
    var text = text
    // As a completion of a shell leaves it.
    for quote in ["'", "\""] where text.count > 2 && text.hasPrefix(quote) && text.hasSuffix(quote)
    {
      text = String(text.dropFirst().dropLast())
    }
    let first = text.prefix { $0 != "/" }
    if text.hasPrefix("file://") {
      text = PastedPath(text)?.path ?? text
    } else if first == "~" || first == "$HOME" {
      text = home + text.dropFirst(first.count)
    } else if first.hasPrefix("~"), let folder = NSHomeDirectoryForUser(String(first.dropFirst())) {
      text = folder + text.dropFirst(first.count)
    }
    guard !text.isEmpty else { return [] }
    var path: [UInt8] = text.hasPrefix("/") ? [0x2F] : []
    for name in text.split(separator: "/") { path = Self.step(path, to: String(name)) }
    return path
  }

  private static func step(_ path: [UInt8], to name: String) -> [UInt8] {
    let prefix = path.isEmpty || path.last == 0x2F ? path : path + [0x2F]
    let plain = prefix + Array(name.utf8)
    var status = stat()
    if lstat(plain.characters, &status) == 0 { return plain }
    let folder = path.isEmpty ? Array(".".utf8) : path
    guard let entry = FolderNames(folder)?.entries.first(where: { $0.shown == name }) else {
      return plain
    }
    return prefix + entry.name
  }

  /// The completions of the path: folders and pictures, or all files if there are none.
  ///
  /// It blocks.
  package var completion: PathCompletion { completion(forImport: false) }

  /// The ends of the names of files that can be imported.
  private static let imported: Set<Substring> = [
    "md", "markdown", "txt", "mbox", "mbx", "eml", "opml", "xml", "org", "json", "jsonl", "ndjson",
    "zip", "tar", "gz", "tgz",
  ]

  /// Whether a file can be imported, by its name; one without an end may be a mailbox.
  private static func namesImport(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return true }
    return imported.contains(Substring(name[name.index(after: dot)...].lowercased()))
  }

  /// Returns the completions of the path.
  ///
  /// It blocks.
  /// - Parameter isForImport: whether folders and what can be imported is wanted; otherwise folders and pictures, or all
  ///   files if there are none.
  package func completion(forImport isForImport: Bool) -> PathCompletion {
    if text == "~" { return PathCompletion(text: text, names: ["~/"]) }
    let split = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, beginning) = (String(text[..<split]), String(text[split...]))
    func none(_ complaint: String) -> PathCompletion {
      var none = PathCompletion(text: text, folder: folder, complaint: complaint)
      none.start = start
      return none
    }
    let place = folder.isEmpty ? Array(".".utf8) : TypedPath(folder, home: home).bytes
    guard let names = FolderNames(place) else { return none("There is no folder \(folder)") }
    let found = Self.names(in: names, beginningWith: beginning, forImport: isForImport)
    guard !found.isEmpty else {
      return none(beginning.isEmpty ? "That folder is empty." : "No name there begins with that.")
    }
    var completion = PathCompletion(
      text: text, folder: folder, names: Array(found.prefix(PathCompletion.maximumNames)),
      hasMore: found.count > PathCompletion.maximumNames)
    completion.start = start
    return completion
  }

  /// The folder where an empty path begins, with `~` for the home folder; nil for another path.
  private var start: String? {
    guard text.isEmpty else { return nil }
    let folder = FileManager.default.currentDirectoryPath
    let isHome = folder == home || folder.hasPrefix(home + "/")
    let shown = isHome ? "~" + folder.dropFirst(home.count) : folder
    return ForeignText.cleanLine(shown.hasSuffix("/") ? shown : shown + "/", limit: 200)
  }

  /// Returns the names with a prefix; if there are none, those with the prefix in any case.
  private static func names(
    in folder: FolderNames, beginningWith beginning: String, forImport isForImport: Bool
  ) -> [String] {
    // Hidden files are offered only after a dot.
    let seen = folder.entries.filter { beginning.hasPrefix(".") || !$0.shown.hasPrefix(".") }
    var found = seen.filter { $0.shown.hasPrefix(beginning) }
    if found.isEmpty {
      let small = beginning.lowercased()
      found = seen.filter { $0.shown.lowercased().hasPrefix(small) }
    }
    let marked = found.map { ($0.shown, folder.isFolder($0)) }
    let wanted = marked.filter {
      $1 || (isForImport ? Self.namesImport($0) : PastedPath.namesPicture($0))
    }
    // What is imported is mostly a folder.
    func key(_ name: String, _ isFolder: Bool) -> (Int, String, String) {
      (isForImport && isFolder ? 0 : 1, name.lowercased(), name)
    }
    return (!isForImport && wanted.isEmpty ? marked : wanted)
      .sorted { key($0.0, $0.1) < key($1.0, $1.1) }.map { $0 + ($1 ? "/" : "") }
  }
}
