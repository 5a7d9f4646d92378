import FireflyServer
import Foundation

/// The targets of links in a folder's notes: other notes by `[[name]]`, and pictures.
struct NoteLinks {
  /// Maximum bytes of a note that are searched for a picture.
  private static let maxBytes = 64 << 10

  /// The names of notes, without extensions, in lower case.
  private var notes: Set<String> = []
  /// The pictures, by their paths joined by slashes, and by their names alone.
  private var pictures: [String: URL] = [:]
  private var names: [String: URL] = [:]

  /// Indexes a folder.
  init(_ files: [ImportFile]) {
    for file in files {
      if file.bytes == nil {
        pictures[file.path.joined(separator: "/")] = file.url
        names[file.path.last ?? ""] = file.url
      } else {
        notes.insert(file.stem.lowercased())
      }
    }
  }

  /// Returns the picture at a path relative to a folder; nil if it is outside, or not a picture.
  func picture(_ name: String, from folder: ArraySlice<String>) -> URL? {
    guard !name.hasPrefix("/") else { return nil }
    var path = Array(folder)
    for step in name.split(separator: "/") where step != "." {
      if step != ".." { path.append(String(step)) } else if path.popLast() == nil { return nil }
    }
    return pictures[path.joined(separator: "/")]
  }

  /// Returns the first picture in a text that is in the folder: `![text](path)` or `![[name]]`.
  func firstPicture(in text: String, from folder: ArraySlice<String>) -> URL? {
    let start = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
    guard !pictures.isEmpty, start.contains("![") else { return nil }
    for match in start.matches(
      of: /!\[(?:\[([^\[\]|]{1,400})[^\[\]]{0,100}\]\]|[^\[\]]{0,400}\]\(<?([^()<>]{1,400}))/)
    {
      let name = String(match.1 ?? match.2 ?? "").trimmingCharacters(in: .whitespaces)
      // A title may follow the path.
      let path = name.split(separator: " \"").first.map(String.init) ?? name
      let plain = path.removingPercentEncoding ?? path
      if let url = picture(plain, from: folder) { return url }
      if match.1 != nil, let url = names[plain] { return url }
    }
    return nil
  }

  /// Returns the number of links to missing notes.
  func unresolved(in text: String) -> Int {
    guard text.contains("[[") else { return 0 }
    return text.matches(of: /(!?)\[\[([^\[\]|#]{1,400})/).count { match in
      let name = match.2.split(separator: "/").last.map(String.init) ?? String(match.2)
      let stem = name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
      return match.1.isEmpty
        && !notes.contains(stem.trimmingCharacters(in: .whitespaces).lowercased())
    }
  }
}
