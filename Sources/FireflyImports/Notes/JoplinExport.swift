import FireflyForeign
import Foundation

/// An export of Joplin, in which each note, notebook and tag is a file with a name of 32 digits, as a folder of notes.
struct JoplinExport {
  /// A file of the export: its title, its text, and what its last lines say.
  private struct Item {
    var title = ""
    var text: Substring = ""
    var values: [Substring: Substring] = [:]
    let file: ImportFile

    init?(_ file: ImportFile) {
      guard let bytes = file.bytes, Self.isName(file.stem) else { return nil }
      self.file = file
      let all = Charset.decode(Array(bytes), nil).replacing("\r\n", with: "\n")
      let end = all.range(of: "\n\n", options: .backwards)
      for line in all[(end?.upperBound ?? all.startIndex)...].split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        values[line[..<colon]] = line[colon...].dropFirst().drop { $0 == " " }
      }
      guard values["type_"] != nil, values["id"].map(String.init) == file.stem else { return nil }
      let words = all[..<(end?.lowerBound ?? all.startIndex)]
      title = String(words.prefix { $0 != "\n" })
      text = words.dropFirst(title.count).drop { $0 == "\n" }
    }

    static func isName(_ text: some StringProtocol) -> Bool {
      text.utf8.count == 32 && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    func value(_ key: Substring) -> String? {
      values[key].flatMap { $0.isEmpty || $0 == "0" ? nil : String($0) }
    }
  }

  /// Most notebooks within each other.
  private static let deepest = 64

  /// The notes with front matter, at paths of their numbers, and the other files.
  let files: [ImportFile]

  /// Reads the files of a folder; nil if they are not such an export.
  init?(_ files: [ImportFile]) {
    let found = files.map { Item($0) }
    let items = Dictionary(
      found.compactMap { item in item.map { ($0.file.stem, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard items.values.contains(where: { ["1", "2"].contains($0.values["type_"]) }) else {
      return nil
    }
    var tags: [String: [String]] = [:]
    for item in items.values where item.values["type_"] == "6" {
      guard let note = item.value("note_id"), let tag = item.value("tag_id").flatMap({ items[$0] })
      else { continue }
      tags[note, default: []].append(tag.title)
    }
    // Resources have their names instead of numbers.
    let names = Dictionary(
      items.values.filter { $0.values["type_"] == "4" }.map { item in
        (item.file.stem, Self.name(of: item))
      }, uniquingKeysWith: { first, _ in first })
    func path(of id: String) -> [String] {
      var path: [String] = []
      var next: String? = id
      while let id = next, let item = items[id], path.count < Self.deepest {
        path.insert(id, at: 0)
        next = item.value("parent_id")
      }
      return path
    }
    func target(_ id: String) -> String? {
      if let name = names[id] { return "/resources/\(id)/\(name)" }
      return items[id] == nil ? nil : "/" + path(of: id).joined(separator: "/") + ".md"
    }
    self.files = zip(files, found).compactMap { file, item in
      guard let item else {
        guard let name = names[file.stem], file.bytes == nil else { return file }
        var named = file
        named.path = ["resources", file.stem, name]
        return named
      }
      guard ["1", "2"].contains(item.values["type_"]) else { return nil }
      var note = file
      note.path = path(of: file.stem)
      note.path[note.path.count - 1] += ".md"
      let head = Self.head(of: item, (tags[file.stem] ?? []).sorted())
      note.bytes = Data((head + Self.linked(item.text, target)).utf8)
      return note
    }
  }

  /// Returns the name of a resource, without signs that have a meaning in paths.
  private static func name(of item: Item) -> String {
    let title = item.title.replacing("/", with: "-").replacing("#", with: "-").replacing(
      "?", with: "-")
    let type = item.value("file_extension") ?? ""
    return type.isEmpty || title.lowercased().hasSuffix("." + type.lowercased())
      ? title : "\(title.isEmpty ? item.file.stem : title).\(type)"
  }

  /// Returns the front matter of a note.
  private static func head(of item: Item, _ tags: [String]) -> String {
    var lines: [(String, String)] = [("title", item.title)]
    let date = item.value("user_created_time") ?? item.value("created_time")
    if let date { lines.append(("date", date)) }
    if item.value("is_todo") != nil {
      lines.append(("todo", item.value("todo_completed") == nil ? "open" : "done"))
    }
    for key in ["author", "source_url"] {
      if let value = item.value(key[...]) { lines.append((key, value)) }
    }
    // Strings of JSON are strings of YAML.
    func quoted(_ text: String) -> String {
      (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
    let list =
      tags.isEmpty ? [] : ["tags: [" + (tags + [""]).map(quoted).joined(separator: ", ") + "]"]
    return (["---"] + lines.map { "\($0.0): \(quoted($0.1))" } + list + ["---", ""])
      .joined(separator: "\n")
  }

  /// Returns a text in which `:/number` is a path.
  private static func linked(_ text: Substring, _ target: (String) -> String?) -> String {
    var (output, rest) = ("", text)
    while let sign = rest.firstRange(of: ":/") {
      output += rest[..<sign.lowerBound]
      rest = rest[sign.upperBound...]
      let name = rest.prefix(32)
      guard Item.isName(name), let path = target(String(name)) else {
        output += ":/"
        continue
      }
      output += path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      rest = rest[name.endIndex...]
    }
    return output + rest
  }
}
