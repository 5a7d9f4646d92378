import FireflyApp
import Foundation

/// A path as the user types it: from here or from the root, with `~` for the home, and with names as they
/// are shown.
struct TypedPath: Hashable {
  private let text: String
  private let home: String

  /// - `home`: the user's folder; by default what the environment says.
  init(_ text: String, home: String = ProcessInfo.processInfo.environment["HOME"] ?? "/") {
    self.text = text
    self.home = home
  }

  /// The path as the system has it: of a name that is shown otherwise than it is, the name itself.
  var bytes: [UInt8] {
    var text = text
    if text == "~" || text.hasPrefix("~/") { text = home + text.dropFirst() }
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

  /// How it can go on: with folders and pictures, or with what there is if there are none.
  ///
  /// It blocks.
  var completion: PathCompletion {
    if text == "~" { return PathCompletion(text: text, names: ["~/"]) }
    let split = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, beginning) = (String(text[..<split]), String(text[split...]))
    func none(_ complaint: String) -> PathCompletion {
      PathCompletion(text: text, folder: folder, complaint: complaint)
    }
    let place = folder.isEmpty ? Array(".".utf8) : TypedPath(folder, home: home).bytes
    guard let names = FolderNames(place) else { return none("There is no folder \(folder)") }
    let found = Self.names(in: names, beginningWith: beginning)
    guard !found.isEmpty else {
      return none(beginning.isEmpty ? "That folder is empty." : "No name there begins with that.")
    }
    return PathCompletion(
      text: text, folder: folder, names: Array(found.prefix(PathCompletion.maximumNames)),
      hasMore: found.count > PathCompletion.maximumNames)
  }

  /// The names that begin so; where none does, those that do in other letters' case.
  private static func names(in folder: FolderNames, beginningWith beginning: String) -> [String] {
    // What begins with a dot is hidden from those who don't type one.
    let seen = folder.entries.filter { beginning.hasPrefix(".") || !$0.shown.hasPrefix(".") }
    var found = seen.filter { $0.shown.hasPrefix(beginning) }
    if found.isEmpty {
      let small = beginning.lowercased()
      found = seen.filter { $0.shown.lowercased().hasPrefix(small) }
    }
    let marked = found.map { ($0.shown, folder.isFolder($0)) }
    let wanted = marked.filter { $1 || PastedPath.namesPicture($0) }
    return (wanted.isEmpty ? marked : wanted).map { $0 + ($1 ? "/" : "") }
      .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }
}
