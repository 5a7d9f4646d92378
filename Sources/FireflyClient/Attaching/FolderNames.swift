import FireflyCore
import Glibc

/// The entries of a folder, by the bytes of their names.
struct FolderNames {
  /// Maximum number of entries; further ones are ignored.
  private static let maximumCount = 50_000

  /// A file or folder in it.
  struct Entry: Hashable {
    /// The bytes of the name: anything but a slash and NUL.
    let name: [UInt8]
    /// The name for display, without control characters.
    let shown: String
  }

  /// All entries except `.` and `..`, unordered.
  let entries: [Entry]
  private let path: [UInt8]

  /// Reads a folder.
  ///
  /// Nil if it can't be read.
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

  /// Returns whether an entry is a folder or a link to one.
  func isFolder(_ entry: Entry) -> Bool {
    var status = stat()
    return stat((path + [0x2F] + entry.name).characters, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension [UInt8] {
  /// The bytes as a C string.
  var characters: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
