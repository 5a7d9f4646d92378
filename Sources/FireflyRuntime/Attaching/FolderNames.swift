import FireflyCore
import Glibc

/// What is in a folder, by the names that the system has for it.
struct FolderNames {
  /// Names that are looked at; of a larger folder the rest is left out.
  private static let maximumCount = 50_000

  /// Something in the folder.
  struct Entry: Hashable {
    /// The name as the system has it: any bytes but a slash and NUL.
    let name: [UInt8]
    /// The name as it is shown: without what a terminal would obey.
    let shown: String
  }

  /// All of it but the folder itself and the one above, in no order.
  let entries: [Entry]
  /// Where it is.
  private let path: [UInt8]

  /// Reads a folder; nil if it can't be read.
  init?(_ path: [UInt8]) {
    guard let folder = opendir(path.characters) else { return nil }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while entries.count < Self.maximumCount, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      let shown = ForeignText.cleanLine(String(decoding: name, as: UTF8.self), limit: 255)
      if !shown.isEmpty { entries.append(Entry(name: name, shown: shown)) }
    }
    self.path = path
    self.entries = entries
  }

  /// Whether something in it is a folder, or leads to one.
  func isFolder(_ entry: Entry) -> Bool {
    var status = stat()
    return stat((path + [0x2F] + entry.name).characters, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension [UInt8] {
  /// The bytes as C takes them, with NUL at the end.
  var characters: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
