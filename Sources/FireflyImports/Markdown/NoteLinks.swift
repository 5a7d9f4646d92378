import FireflyCore
import FireflyText
import Foundation

/// The targets of links in a folder's notes: other notes by `[[name]]`, and pictures.
struct NoteLinks {
  /// Maximum bytes of a note that are searched for pictures.
  private static let maxBytes = 256 << 10

  /// A note.
  private struct Target {
    let title: String
    /// Its name in links to posts.
    let name: String
  }

  /// The notes, by each end of their paths without extensions in lower case.
  private var notes: [String: Target] = [:]
  /// The notes, by their whole paths in lower case.
  private var files: [String: Target] = [:]
  /// The blocks of Logseq, by their names.
  private var blocks: [String: Target] = [:]
  /// The pictures, by their paths joined by slashes, and by their names alone.
  private var pictures: [String: URL] = [:]
  private var names: [String: URL] = [:]

  /// Indexes a folder.
  init(_ files: [ImportFile]) {
    for file in files where file.bytes == nil {
      pictures[file.path.joined(separator: "/")] = file.url
      names[file.path.last ?? ""] = file.url
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

  /// Returns the pictures in a text that are in the folder, by their paths there, and the missing ones.
  func pictures(
    in text: String, from folder: ArraySlice<String>
  ) -> (files: [(path: String, file: URL)], missing: [String]) {
    guard text.contains("![") else { return ([], []) }
    let start = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
    var (files, missing): ([(String, URL)], [String]) = ([], [])
    for found in MarkdownPictures.list(in: start) {
      let path = Self.path(found.address)
      // An embedded name may be that of a file in any folder.
      if let file = picture(path, from: folder) ?? names[path] {
        files.append((path, file))
      } else if !found.isName || Self.isPicture(path), Self.isPath(path) {
        // Of names, notes have some, too.
        missing.append(path)
      }
    }
    return (files, missing)
  }

  /// Returns the path in an address.
  static func path(_ address: String) -> String { address.removingPercentEncoding ?? address }

  /// Returns whether an address is not one on the web.
  static func isPath(_ address: String) -> Bool {
    !address.isEmpty && !address.contains(":") && !address.hasPrefix("//")
  }

  /// Returns whether a path ends like that of a picture.
  static func isPicture(_ path: String) -> Bool {
    let type = path.split(separator: ".").last?.lowercased()
    return type.map(ImportFolder.pictures.contains) == true
  }

  /// The name of a note in links to posts.
  static func name(of file: ImportFile) -> String {
    BodyLink.name(for: file.path.joined(separator: "/"))
  }

  /// Records the title of a note, for links to it.
  ///
  /// A whole path counts more than the end of one; of notes with the same name, the first one counts.
  mutating func add(_ file: ImportFile, title: String) {
    let note = Target(title: title, name: Self.name(of: file))
    files[file.path.joined(separator: "/").lowercased()] = note
    var path = file.stem.lowercased()
    notes[path] = notes[path] ?? note
    for folder in file.path.dropLast().reversed() {
      path = "\(folder.lowercased())/\(path)"
      notes[path] = notes[path] ?? note
    }
    notes[path] = note
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
  private func withBlockLinks(_ text: String) -> String {
    guard !blocks.isEmpty, text.contains("((") else { return text }
    var (output, rest) = ("", text[...])
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

  /// Returns the picture with a name, in any folder; nil if there is none.
  func picture(named name: String) -> URL? { names[name] }

  /// Returns `[[note|words]]` as its words; other text unchanged.
  static func words(of text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.count > 4 else { return text }
    let inner = text.dropFirst(2).dropLast(2)
    return String(inner.firstIndex(of: "|").map { inner[$0...].dropFirst() } ?? inner)
  }

  /// Makes links to notes lead to their posts; without words of their own, they have the titles.
  ///
  /// - Parameters:
  ///   - text: Markdown; its code stays unchanged.
  ///   - folder: the folder of the note.
  ///   - isOwn: whether Firefly's own export wrote it, which links by relative paths only.
  /// - Returns: the text, and the number of links to missing notes, which stay as they are.
  func resolve(
    _ text: String, in folder: ArraySlice<String>, isOwn: Bool = false
  ) -> (text: String, missing: Int) {
    let original = withBlockLinks(text)
    guard original.contains("[[") || original.contains("](") else { return (original, 0) }
    let text = original.replacing("\r\n", with: "\n")
    let prose = Dictionary(grouping: MarkdownProse.runs(in: text), by: \.line)
    var missing = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    let resolved = lines.map { number, line in
      guard line.utf8.contains(0x5B), let prose = prose[number] else { return String(line) }
      return resolve(line, in: prose.map(\.range), folder, isOwn: isOwn, &missing)
    }
    let new = resolved.joined(separator: "\n")
    return (new == text ? original : new, missing)
  }

  private func resolve(
    _ line: Substring, in prose: [Range<Int>], _ folder: ArraySlice<String>, isOwn: Bool,
    _ missing: inout Int
  ) -> String {
    var (output, rest) = ("", line)
    while let open = rest.firstIndex(of: "[") {
      let before = rest[..<open]
      let place = line.utf8.distance(from: line.startIndex, to: open)
      guard let link = Link(rest[open...]), link.mark == 1 || !isOwn,
        case let label = (place + link.mark)..<(place + link.mark + link.words.utf8.count),
        prose.contains(where: { $0.overlaps(label) })
      else {
        output += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      let isEmbedded = before.last == "!"
      rest = link.rest
      if link.mark == 1 {
        // A file beside it, in the usual notation.
        let beside = note(at: link.target, from: folder)
        let note = isEmbedded ? nil : beside ?? (isOwn ? nil : note(named: link.target[...]))
        let words = note.map { BodyLink.markdown(link.words, to: $0.name) }
        output += before + (words ?? String(link.source))
        missing += note != nil || isEmbedded || isOwn ? 0 : 1
      } else if let words = words(of: link.words, isEmbedded: isEmbedded) {
        output += before.dropLast(isEmbedded ? 1 : 0) + words
      } else {
        output += before + link.source
        missing += isEmbedded || link.words.hasPrefix("#") ? 0 : 1
      }
    }
    return output + rest
  }

  /// A link at the start of a text: `[[note|words]]` or `[words](note.md)`.
  private struct Link {
    /// The number of brackets.
    let mark: Int
    let words: Substring
    /// The path of `[words](path)`.
    var target = ""
    let source: Substring
    let rest: Substring

    init?(_ text: Substring) {
      mark = text.hasPrefix("[[") ? 2 : 1
      let inner = text.dropFirst(mark).prefix { $0 != "[" && $0 != "]" }
      var rest = text[inner.endIndex...]
      words = inner
      if mark == 2 {
        guard !inner.isEmpty, inner.utf8.count <= 1_200, rest.hasPrefix("]]") else { return nil }
        rest = rest.dropFirst(2)
      } else {
        guard rest.hasPrefix("](") else { return nil }
        let path = rest.dropFirst(2).prefix { $0 != ")" }
        rest = text[path.endIndex...]
        guard rest.popFirst() == ")", path.utf8.count <= 1_200, !path.contains(":") else {
          return nil
        }
        let file = path.drop { $0 == "<" }.prefix { $0 != "#" && $0 != ">" }
        target = String(file).removingPercentEncoding ?? String(file)
        guard target.lowercased().hasSuffix(".md") else { return nil }
      }
      (source, self.rest) = (text[..<rest.startIndex], rest)
    }
  }

  /// Returns the words for a link; nil if it leads to no note of the folder.
  private func words(of link: Substring, isEmbedded: Bool) -> String? {
    // In a table, the sign between note and words is escaped.
    let parts = link.split(separator: "|", maxSplits: 1).map { part in
      part.hasSuffix("\\") ? part.dropLast() : part
    }
    guard let target = parts.first else { return nil }
    if isEmbedded, let picture = picture(embedded: target) { return picture }
    if let note = note(named: target) {
      let words = isEmbedded ? nil : parts.dropFirst().first.map { String($0) }
      return BodyLink.markdown(BodyLink.label(words ?? note.title), to: note.name)
    }
    // Dendron has the words first.
    guard parts.count > 1, let note = note(named: parts[1]) else { return nil }
    return BodyLink.markdown(BodyLink.label(String(target)), to: note.name)
  }

  /// Returns the note at a path relative to a folder.
  private func note(at path: String, from folder: ArraySlice<String>) -> Target? {
    var steps = Array(folder)
    for step in path.split(separator: "/") where step != "." {
      if step != ".." { steps.append(String(step)) } else if steps.popLast() == nil { return nil }
    }
    return files[steps.joined(separator: "/").lowercased()]
  }

  private func note(named link: Substring) -> Target? {
    let name = link.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard !name.isEmpty else { return nil }
    let path = (name.hasSuffix(".md") ? name.dropLast(3) : name[...])
      .split(separator: "/").filter { ![".", "..", "@"].contains($0) }
    return notes[path.joined(separator: "/")]
  }

  /// Returns `![[path/name.png]]` as Markdown; nil for other files.
  private func picture(embedded link: Substring) -> String? {
    let name = link.trimmingCharacters(in: .whitespaces)
    guard Self.isPicture(name), let file = name.split(separator: "/").last else { return nil }
    return "![\(file)](<\(name)>)"
  }
}
