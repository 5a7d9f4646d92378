import FireflyCore
import FireflyForeign
import FireflyTransfer
import Foundation

/// A file below a folder that is imported.
package struct ImportFile: Sendable {
  /// The path from the imported folder, by components.
  package var path: [String]
  /// The contents of a note; nil for other files: pictures are read when they are imported.
  package var bytes: Data?
  /// The path on this machine.
  package var url: URL
  /// When it was changed; nil if unknown.
  package var changed: Date?

  /// The name without its extension.
  var stem: String {
    URL(fileURLWithPath: "/" + (path.last ?? "")).deletingPathExtension().lastPathComponent
  }
  /// Whether its character set is a guess.
  var hasGuessedCharset: Bool { bytes.map { !Charset.isEvident(in: $0) } ?? false }
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
package struct ImportFolder: Sendable {
  private static let markdown: Set<String> = ["md", "markdown", "mdown", "mkd"]
  private static let texts = markdown.union(["txt"])
  static let pictures: Set<String> = ["png", "jpg", "jpeg", "gif", "webp"]

  /// The notes with their bytes, other files without; by their paths.
  package private(set) var files: [ImportFile] = []
  /// What was left out, as sentences.
  package private(set) var complaints: [String] = []
  /// What can't be read, and what isn't part of the notes.
  package private(set) var leftOut = Tally()

  /// Reads a folder recursively, without symbolic links and hidden files.
  ///
  /// - Throws: `ImportError` if it is too large, Foundation's error if it can't be read.
  package init(markdown folder: URL) throws { try self.init(folder, texts: Self.texts) }

  /// Reads the outlines of a folder in the same way.
  ///
  /// - Throws: as `init(markdown:)`.
  package init(org folder: URL) throws { try self.init(folder, texts: ["org"]) }

  /// Reads the files in JSON of a folder in the same way.
  ///
  /// - Throws: as `init(markdown:)`.
  package init(json folder: URL) throws {
    try self.init(folder, texts: ["json", "jsonl", "ndjson"])
  }

  /// What one of its files is that can't be imported, and what to do instead; nil if none is known.
  package var refusal: String? {
    let known: Set<String> = ["html", "htm", "txt", "json", "xml", "rss", "atom"]
    return files.lazy.filter { known.contains($0.url.pathExtension.lowercased()) }.prefix(20)
      .compactMap { file in
        guard let handle = try? FileHandle(forReadingFrom: file.url) else { return nil }
        defer { try? handle.close() }
        let data = try? handle.read(upToCount: RefusedFile.searched)
        return data.flatMap(RefusedFile.words)
      }.first
  }

  /// Whether it has files of notes.
  package var hasTexts: Bool { files.contains { $0.bytes != nil } }
  /// Whether it has more notes of the other format.
  package var hasMoreOthers: Bool { others > files.count { $0.bytes != nil } }
  /// The number of notes of the other format.
  private var others = 0

  private init(_ folder: URL, texts: Set<String>) throws {
    var walk = FolderWalk(folder)
    var bytes = 0
    var links: [String] = []
    while let item = try walk.next() {
      let (path, url) = (item.path, item.url)
      guard !item.name.hasPrefix(".") else { continue }
      switch item.kind {
      case S_IFDIR where [["logseq", "bak"], ["logseq", "version-files"]].contains(path):
        let backups = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        for file in backups.sorted() where !url.appendingPathComponent(file).isFolder {
          leftOut.add("backup of Logseq", "backups of Logseq", named: "\(item.title)/\(file)")
        }
      case S_IFDIR: walk.enter(item)
      case S_IFREG where texts.contains(item.ending):
        bytes += Int(item.status.st_size)
        guard bytes <= ImportDocument.maxBytes else {
          throw ImportError.tooLarge(limit: ImportDocument.maxBytes)
        }
        let changed = Date(timeIntervalSince1970: Double(item.status.st_mtim.tv_sec))
        guard let text = try? Data(contentsOf: url) else {
          leftOut.addUnreadable(item.title)
          continue
        }
        guard Charset.isText(text) else {
          leftOut.add("file that is no text", "files that are no text", named: item.title)
          continue
        }
        files.append(ImportFile(path: path, bytes: text, url: url, changed: changed))
      case S_IFREG where !item.isReadable: leftOut.addUnreadable(item.title)
      case S_IFREG:
        files.append(ImportFile(path: path, bytes: nil, url: url))
        others += Self.markdown.contains(item.ending) || item.ending == "org" ? 1 : 0
      case S_IFLNK: links.append(ForeignText.cleanLine(item.title))
      default: break
      }
    }
    leftOut.add(walk.leftOut)
    complaints = walk.unfound.map {
      "\(ForeignText.cleanLine($0)) was not imported: its name is not UTF-8."
    }
    if others > 0, hasTexts {
      if texts == Self.texts {
        complaints.append("The outlines of Org are left out: --from org imports them.")
      } else if texts == ["org"] {
        complaints.append("The notes in Markdown are left out: --from markdown imports them.")
      }
    }
    guard let first = links.first else { return }
    let others = links.count == 1 ? "" : " and \(links.count - 1) more"
    complaints.append("Symbolic links are not followed: \(first)\(others).")
  }
}
