import FireflyCore
import FireflyTransfer
import Foundation

/// A file below a folder that is imported.
public struct ImportFile: Sendable {
  /// The path from the imported folder, by components.
  public var path: [String]
  /// The contents of a note; nil for other files: pictures are read when they are imported.
  public var bytes: Data?
  /// The path on this machine.
  public var url: URL
  /// When it was changed; nil if unknown.
  public var changed: Date?

  /// The name without its extension.
  var stem: String {
    URL(fileURLWithPath: "/" + (path.last ?? "")).deletingPathExtension().lastPathComponent
  }
}

extension URL {
  /// Whether it is that of an existing folder.
  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Returns the file at some steps below a folder; nil if there is none.
  func file(at steps: [String]) -> URL? {
    let url = steps.reduce(self) { $0.appendingPathComponent($1) }
    let values = try? url.resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true ? url : nil
  }
}

/// The files of a folder that can be imported.
public struct ImportFolder: Sendable {
  private static let texts: Set<String> = ["md", "markdown", "mdown", "mkd"]
  static let pictures: Set<String> = ["png", "jpg", "jpeg", "gif", "webp"]

  /// The notes with their bytes, other files without; by their paths.
  public private(set) var files: [ImportFile] = []
  /// What was left out, as sentences.
  public private(set) var complaints: [String] = []
  /// What can't be read, and what isn't part of the notes.
  public private(set) var leftOut = Tally()

  /// Reads a folder recursively, without symbolic links and hidden files.
  ///
  /// - Throws: `ImportError` if it is too large, Foundation's error if it can't be read.
  public init(markdown folder: URL) throws { try self.init(folder, texts: Self.texts) }

  /// Reads the outlines of a folder in the same way.
  ///
  /// - Throws: as `init(markdown:)`.
  public init(org folder: URL) throws { try self.init(folder, texts: ["org"]) }

  /// Reads the files in JSON of a folder in the same way.
  ///
  /// - Throws: as `init(markdown:)`.
  public init(json folder: URL) throws {
    try self.init(folder, texts: ["json", "jsonl", "ndjson"])
  }

  /// Whether it has files of notes.
  public var hasTexts: Bool { files.contains { $0.bytes != nil } }
  /// Whether it has more notes of the other format.
  public var hasMoreOthers: Bool { others > files.count { $0.bytes != nil } }
  /// The number of notes of the other format.
  private var others = 0

  private init(_ folder: URL, texts: Set<String>) throws {
    var waiting: [[String]] = [[]]
    var (bytes, count) = (0, 0)
    var links: [String] = []
    while let path = waiting.popLast() {
      let place = path.reduce(folder) { $0.appendingPathComponent($1) }
      for name in try Self.names(in: place, path, &leftOut) {
        guard !name.hasPrefix(".") else { continue }
        let url = place.appendingPathComponent(name)
        var status = stat()
        let isKnown = lstat(url.path, &status) == 0
        count += 1
        guard count <= 2 * ImportDocument.maxPosts else {
          throw ImportError.tooManyPosts(limit: ImportDocument.maxPosts)
        }
        let title = (path + [name]).joined(separator: "/")
        guard isKnown else {
          // Foundation has repaired the name, and then doesn't find the file.
          if name.contains("\u{FFFD}") {
            complaints.append(
              "\(ForeignText.cleanLine(title)) was not imported: its name is not UTF-8.")
          } else {
            leftOut.addUnreadable(title)
          }
          continue
        }
        let type = url.pathExtension.lowercased()
        switch status.st_mode & S_IFMT {
        case S_IFDIR where path == ["logseq"] && ["bak", "version-files"].contains(name):
          let backups = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
          for file in backups.sorted() where !url.appendingPathComponent(file).isFolder {
            leftOut.add("backup of Logseq", "backups of Logseq", named: "\(title)/\(file)")
          }
        case S_IFDIR: waiting.append(path + [name])
        case S_IFREG where texts.contains(type):
          bytes += Int(status.st_size)
          guard bytes <= ImportDocument.maxBytes else {
            throw ImportError.tooLarge(limit: ImportDocument.maxBytes)
          }
          let changed = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
          guard let text = try? Data(contentsOf: url) else {
            leftOut.addUnreadable(title)
            continue
          }
          files.append(
            ImportFile(path: path + [name], bytes: text, url: url, changed: changed))
        case S_IFREG where access(url.path, R_OK) != 0: leftOut.addUnreadable(title)
        case S_IFREG:
          files.append(ImportFile(path: path + [name], bytes: nil, url: url))
          others += Self.texts.contains(type) || type == "org" ? 1 : 0
        case S_IFLNK: links.append(ForeignText.cleanLine(title))
        default: break
        }
      }
    }
    guard let first = links.first else { return }
    let others = links.count == 1 ? "" : " and \(links.count - 1) more"
    complaints.append("Symbolic links are not followed: \(first)\(others).")
  }

  /// Returns the names in a folder; those below the imported one may be closed to the user.
  private static func names(
    in folder: URL, _ path: [String], _ leftOut: inout Tally
  ) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch  where !path.isEmpty {
      leftOut.addUnreadable(path.joined(separator: "/"), isFolder: true)
      return []
    }
  }
}
