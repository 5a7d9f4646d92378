import FireflyCore
import Foundation

/// Where the links in a folder's notes lead: to other notes, pictures and other files.
struct NoteLinks {
  struct Target {
    let title: String
    /// Its name in links to posts.
    let name: String
    /// The path of its folder, as the ends of paths have it.
    var folder = ""

    /// The number of folders around it.
    var depth: Int { folder.utf8.count { $0 == UInt8(ascii: "/") } }
  }

  /// A note that a name leads to.
  struct Found {
    let target: Target
    /// Whether others have the same name, and neither their paths nor the folder of the link decide.
    var isAmbiguous = false
  }

  /// What a path leads to.
  enum Place {
    case note(Target)
    case picture(URL)
    /// A file that is not imported.
    case file
  }

  /// The notes, by each end of their paths without extensions in lower case; ordered by their folders.
  private var notes: [String: [Target]] = [:]
  /// The notes, by their whole paths without extensions.
  private var wholes: [String: Target] = [:]
  /// The notes, by their whole paths in lower case.
  private var paths: [String: Target] = [:]
  /// The blocks of Logseq, by their names.
  private var blocks: [String: Target] = [:]
  /// The other files, by their whole paths, and by each end of these in lower case.
  private var files: [String: URL] = [:]
  private var names: [String: URL] = [:]
  /// The folder of a single note, whose files are not listed.
  private let single: URL?
  /// The name of the imported folder, which paths of a site may begin with; empty if unknown.
  private let root: String
  /// The names of the folders at the top.
  private var folders: Set<String> = []
  /// Whether the files of the folder are not listed.
  var isSingle: Bool { single != nil }

  /// Indexes a folder.
  ///
  /// - Parameter single: the folder of a single note; nil if all files are listed.
  init(_ files: [ImportFile], single: URL? = nil) {
    self.single = single
    let first = files.first.map { $0.url.pathComponents.dropLast($0.path.count) }
    root = first?.last ?? ""
    folders = Set(files.filter { $0.path.count > 1 }.compactMap(\.path.first))
    for file in files where file.bytes == nil {
      self.files[file.path.joined(separator: "/")] = file.url
      for end in Self.ends(of: file.path) { names[end] = names[end] ?? file.url }
    }
  }

  /// Returns the ends of a path in lower case, the shortest first.
  private static func ends(of path: [String]) -> [String] {
    var end = ""
    return path.reversed().map { name in
      end = end.isEmpty ? name.lowercased() : "\(folder(named: name))/\(end)"
      return end
    }
  }

  /// Returns the name of a folder in lower case; folders of Jekyll begin with a sign that pages lack.
  private static func folder(named name: some StringProtocol) -> String {
    name.drop { $0 == "_" }.lowercased()
  }

  /// Returns the steps of a path from the top of the folder; nil if it leads out of the folder.
  private func steps(_ path: String, from folder: ArraySlice<String>) -> String? {
    let folder = path.hasPrefix("/") ? [] : folder
    var path = path[...]
    // The folder of a site may be the one that is imported.
    if !root.isEmpty, path.hasPrefix("/\(root)/"), !folders.contains(root) {
      path = path.dropFirst(root.count + 1)
    }
    if path.hasPrefix("@/") { path = path.dropFirst(2) }
    return ForeignPath.steps(path, from: folder)?.joined(separator: "/")
  }

  /// Returns the file at a path relative to a folder; nil if it is outside.
  func file(_ path: String, from folder: ArraySlice<String>) -> URL? {
    guard let steps = steps(path, from: folder) else { return nil }
    if let file = files[steps] { return file }
    guard let single, !path.hasPrefix("/"), !steps.isEmpty else { return nil }
    return single.file(at: [steps])
  }

  /// Returns the file whose path ends with a name; nil if there is none.
  func file(named name: String) -> URL? {
    names[name.split(separator: "/").joined(separator: "/").lowercased()]
  }

  /// Finds what a path in a note leads to.
  ///
  /// - Parameters:
  ///   - path: the path, without percent escapes.
  ///   - isExact: whether paths are relative to the folder only.
  /// - Returns: nil if it leads nowhere.
  func place(of path: String, from folder: ArraySlice<String>, isExact: Bool) -> Place? {
    if let note = note(at: path, from: folder) { return .note(note) }
    if let file = file(path, from: folder) { return Self.place(of: file) }
    if isExact { return nil }
    if let note = page(at: path, from: folder) { return .note(note) }
    // The ends of paths lead nowhere else.
    return path.split(separator: "/").contains("..") ? nil : file(named: path).map(Self.place)
  }

  private static func place(of file: URL) -> Place {
    isPicture(file.lastPathComponent) ? .picture(file) : .file
  }

  /// Returns the path in an address, without its fragment.
  static func path(_ address: String) -> String {
    // The template of a page of Jekyll names a file or a post.
    let name = ["{% link ", "{% post_url "].compactMap { address.firstRange(of: $0)?.upperBound }
      .first.map { address[$0...].prefix { !" %".contains($0) } }
    let path = String((name ?? address[...]).prefix { $0 != "#" && $0 != "?" })
    guard name == nil else { return "/" + path + (type(of: path).isEmpty ? ".md" : "") }
    return path.removingPercentEncoding ?? path
  }

  /// Returns whether an address is not one on the web.
  static func isPath(_ address: String) -> Bool {
    !address.isEmpty && !address.contains(":") && !address.hasPrefix("//")
      && !address.hasPrefix("#")
  }

  /// Returns the extension of a path in lower case; empty for none.
  static func type(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[dot...].dropFirst().lowercased()
  }

  /// Returns whether a path ends like that of a picture.
  static func isPicture(_ path: String) -> Bool { ImportFolder.pictures.contains(type(of: path)) }

  /// The name of a note in links to posts.
  static func name(of file: ImportFile) -> String {
    BodyLink.name(for: file.path.joined(separator: "/"))
  }

  /// Records the title of a note, for links to it.
  ///
  /// A whole path counts more than the end of one; of notes with the same name, see `note(named:from:)`.
  mutating func add(_ file: ImportFile, title: String) {
    var note = Target(title: title, name: Self.name(of: file))
    note.folder = file.path.dropLast().map { Self.folder(named: $0) + "/" }.joined()
    paths[file.path.joined(separator: "/").lowercased()] = note
    let ends = Self.ends(of: file.path.dropLast() + [file.stem])
    for end in ends { notes[end, default: []].append(note) }
    if let whole = ends.last { wholes[whole] = note }
  }

  /// Orders the notes with the same name by their folders.
  mutating func order() {
    for (name, found) in notes where found.count > 1 {
      notes[name] = found.sorted { $0.folder < $1.folder }
    }
  }

  /// Records other names of a note: its aliases, and its page on a site; a file's own name counts more.
  mutating func add(_ file: ImportFile, aliases: [String]) {
    for alias in aliases {
      let name = alias.split(separator: "/").joined(separator: "/").lowercased()
      if !name.isEmpty, notes[name] == nil {
        notes[name] = [Target(title: ForeignText.cleanLine(alias), name: Self.name(of: file))]
      }
    }
  }

  /// Records the blocks of a note of Logseq that have a name, for links to them.
  mutating func addBlocks(of file: ImportFile) {
    guard let bytes = file.bytes, bytes.firstRange(of: Data("id:: ".utf8)) != nil else { return }
    var words: Substring = ""
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop { " \t-#".contains($0) }
      if text.hasPrefix("id:: ") {
        let id = text.dropFirst(5).trimmingCharacters(in: .whitespaces)
        if id.count == Self.blockName, !words.isEmpty {
          let plain = words.replacing("[[", with: "").replacing("]]", with: "")
          blocks[id] = Target(title: plain.shortened(to: 80), name: Self.name(of: file))
        }
      } else if line.drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("-") {
        words = text
      }
    }
  }

  /// Number of characters of a block's name.
  private static let blockName = 36

  /// Returns the name, in links to posts, of the note with a block; nil if there is none.
  func name(ofBlock id: String) -> String? { blocks[id]?.name }

  /// Returns a text in which `((name))` and `{{embed ((name))}}` link to the note of the block.
  func withBlockLinks(_ text: String) -> String {
    guard !blocks.isEmpty, text.hasBytes("((") else { return text }
    let bytes = Array(text.utf8)
    var (output, place) = ("", 0)
    for code in CodeMarks.code(in: bytes) {
      output += withBlockLinks(
        inProse: String(decoding: bytes[place..<code.lowerBound], as: UTF8.self)[...])
      output += String(decoding: bytes[code], as: UTF8.self)
      place = code.upperBound
    }
    return output + withBlockLinks(inProse: String(decoding: bytes[place...], as: UTF8.self)[...])
  }

  private func withBlockLinks(inProse text: Substring) -> String {
    var (output, rest) = ("", text)
    while let open = rest.firstRange(of: "((") {
      let name = rest[open.upperBound...].prefix(Self.blockName)
      var end = name.endIndex
      guard let block = blocks[String(name)], rest[end...].hasPrefix("))") else {
        // Another bracket may stand before the name.
        let next = rest.index(after: open.lowerBound)
        output += rest[..<next]
        rest = rest[next...]
        continue
      }
      end = rest.index(end, offsetBy: 2)
      var before = rest[..<open.lowerBound]
      if before.hasSuffix("{{embed "), rest[end...].hasPrefix("}}") {
        before = before.dropLast(8)
        end = rest.index(end, offsetBy: 2)
      }
      output += before + BodyLink.markdown(BodyLink.label(block.title), to: block.name)
      rest = rest[end...]
    }
    return output + rest
  }

  /// Returns the note at a path relative to a folder.
  private func note(at path: String, from folder: ArraySlice<String>) -> Target? {
    steps(path, from: folder).flatMap { paths[$0.lowercased()] }
  }

  /// Returns the note of a page of a site: `/a/b/` and `b.html` for `a/b.md` or `a/b/index.md`.
  private func page(at path: String, from folder: ArraySlice<String>) -> Target? {
    let type = Self.type(of: path)
    guard ["md", "html", "htm"].contains(type) || type.isEmpty && path.contains("/") else {
      return nil
    }
    let name = type.isEmpty ? path : String(path.dropLast(type.count + 1))
    let stem = name.hasSuffix("/") ? String(name.dropLast()) : name
    let pages = ["", "/index", "/_index", "/readme"].map { stem + $0 }
    let exact = pages.lazy.compactMap { note(at: $0 + ".md", from: folder) }.first
    return exact
      ?? pages.lazy.compactMap { note(named: $0[...], from: folder)?.target }.first
  }

  /// Maximum notes with the same name in the folder of a link that are compared.
  private static let maxCompared = 200

  /// Returns the note with a name, which may be the end of its path.
  ///
  /// Of several ones, it is the one with exactly this path, or else the one with the shortest path below the
  /// folder of the link, or else the one with the shortest path.
  func note(named link: Substring, from folder: ArraySlice<String>) -> Found? {
    let name = link.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard !name.isEmpty else { return nil }
    let path = (name.hasSuffix(".md") ? name.dropLast(3) : name[...])
      .split(separator: "/").filter { ![".", "..", "@"].contains($0) }
    let end = (path.dropLast().map(Self.folder) + path.suffix(1).map(String.init))
      .joined(separator: "/")
    if let exact = wholes[end] { return Found(target: exact) }
    guard let found = notes[end], let first = found.first else { return nil }
    if found.count == 1 { return Found(target: first) }
    let place = folder.map { Self.folder(named: $0) + "/" }.joined()
    var start = (low: 0, high: found.count)
    while start.low < start.high {
      let middle = (start.low + start.high) / 2
      if found[middle].folder < place { start.low = middle + 1 } else { start.high = middle }
    }
    let below = found[start.low...].prefix(Self.maxCompared).prefix { $0.folder.hasPrefix(place) }
    let near = below.isEmpty ? found.prefix(Self.maxCompared) : below
    let best = near.min { $0.depth < $1.depth } ?? first
    // One in the folder itself, or the only one below it.
    let isClear = !below.isEmpty && (best.folder == place || below.count == 1)
    return Found(target: best, isAmbiguous: !isClear)
  }
}
