import FireflyServer
import Foundation

/// What the notes of a folder lead to: other notes by `[[name]]`, and pictures.
struct NoteLinks {
  /// The bytes of a note in which a picture is looked for.
  private static let maxBytes = 64 << 10

  /// The names of notes, without extensions, in lower case.
  private var notes: Set<String> = []
  /// The pictures, by their paths joined by slashes, and by their names alone.
  private var pictures: [String: URL] = [:]
  private var names: [String: URL] = [:]

  /// Looks through a folder.
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

  /// The picture at a path from a folder; nil if it stands outside, or is none.
  func picture(_ name: String, from folder: ArraySlice<String>) -> URL? {
    guard !name.hasPrefix("/") else { return nil }
    var path = Array(folder)
    for step in name.split(separator: "/") where step != "." {
      if step != ".." { path.append(String(step)) } else if path.popLast() == nil { return nil }
    }
    return pictures[path.joined(separator: "/")]
  }

  /// The first picture of the folder that a text shows: `![words](path)` or `![[name]]`.
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

  /// How many links of a text lead to notes that are not there.
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
