import FireflyCore

/// Converts emphasis, code, links and footnotes within a line of Org to Markdown.
///
/// Reads each line once: an expression for each mark took seconds for a file of a megabyte.
struct OrgInline {
  /// Maximum bytes between two marks.
  private static let longest = 400

  /// The text of notes that stand in the line: `[fn:: text]`.
  private(set) var notes: [(name: String, text: String)] = []
  /// The names of the notes that the line mentions.
  private(set) var mentioned: [String] = []
  /// The files that it shows or links.
  private(set) var files: [String] = []
  /// The titles of headlines by their IDs, for links without words.
  var titles: [String: String] = [:]
  /// The names of the files that are imported together.
  var outlines: Set<String> = []
  /// The number of notes without a name so far, so that their names differ.
  var noteCount = 0

  /// Converts a line.
  mutating func markdown(_ line: String) -> String {
    guard line.utf8.contains(where: { Self.isMark($0) || $0 == 0x3C || $0 == 0x60 }) else {
      return line
    }
    return String(decoding: converted(Array(line.utf8)[...], without: []), as: UTF8.self)
  }

  /// Returns a line without marks.
  mutating func plain(_ line: String) -> String {
    guard line.utf8.contains(where: Self.isMark) else { return line }
    var output: [UInt8] = []
    let bytes = Array(line.utf8)
    var place = 0
    while place < bytes.count {
      if let (words, _, end) = link(at: place, in: bytes[...]) {
        output += words.utf8
        place = end
      } else if "*/=~+_".utf8.contains(bytes[place]),
        let end = Self.end(of: bytes[place], at: place, in: bytes[...])
      {
        output += plain(String(decoding: bytes[(place + 1)..<end], as: UTF8.self)).utf8
        place = end + 1
      } else {
        output.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isMark(_ byte: UInt8) -> Bool { "[*/=~+_".utf8.contains(byte) }

  private mutating func converted(_ bytes: ArraySlice<UInt8>, without used: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "["):
        if let (text, end) = bracket(at: place, in: bytes) {
          output += text.utf8
          place = end
          continue
        }
      case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "~"),
        UInt8(ascii: "+"):
        if !used.contains(byte), let end = Self.end(of: byte, at: place, in: bytes) {
          let inner = bytes[(place + 1)..<end]
          output += byte == 0x3D || byte == 0x7E ? Self.code(inner) : emphasis(byte, inner, used)
          place = end + 1
          continue
        }
      case UInt8(ascii: "<"):
        if Self.beginsMarkup(bytes[(place + 1)...]) { output.append(UInt8(ascii: "\\")) }
      case UInt8(ascii: "`"):
        if let end = Self.endOfQuote(bytes, place) {
          output += Array("‘".utf8) + bytes[(place + 1)..<end] + Array("’".utf8)
          place = end + 1
          continue
        }
        output.append(UInt8(ascii: "\\"))
      default: break
      }
      output.append(byte)
      place += 1
    }
    return output
  }

  private mutating func emphasis(
    _ mark: UInt8, _ inner: ArraySlice<UInt8>, _ used: [UInt8]
  ) -> [UInt8] {
    let sign = mark == UInt8(ascii: "*") ? "**" : mark == UInt8(ascii: "/") ? "*" : "~~"
    return Array(sign.utf8) + converted(inner, without: used + [mark]) + Array(sign.utf8)
  }

  private static func code(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let fence = Array((bytes.contains(UInt8(ascii: "`")) ? "``" : "`").utf8)
    return fence + bytes + fence
  }

  /// Returns the place of the mark that ends what the mark at a place begins; nil if it begins nothing.
  private static func end(of mark: UInt8, at place: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let isCode = mark == 0x3D || mark == 0x7E
    if place > bytes.startIndex, case let before = bytes[place - 1],
      !" \t('\"{".utf8.contains(before), !isCode || !"*/+".utf8.contains(before)
    {
      return nil
    }
    let start = place + 1
    guard start < bytes.endIndex, !isBlank(bytes[start]), bytes[start] != mark else { return nil }
    for end in (start + 1)..<max(start + 1, min(bytes.endIndex, start + longest)) {
      guard bytes[end] == mark, !isBlank(bytes[end - 1]) else { continue }
      let next = end + 1 < bytes.endIndex ? bytes[end + 1] : 0x20
      if isBlank(next) || "-.,;:!?'\")}*/+[".utf8.contains(next) { return end }
      // Within code, the mark can't occur.
      if isCode { return nil }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the place of the apostrophe of a quotation such as `` `word' ``.
  private static func endOfQuote(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int? {
    let rest = bytes[(place + 1)...].prefix(100)
    guard let first = rest.first, !isBlank(first), first != 0x60,
      let end = rest.firstIndex(where: { $0 == 0x27 || $0 == 0x60 }), bytes[end] == 0x27
    else { return nil }
    return end
  }

  /// Whether HTML begins behind a `<`; addresses don't count.
  private static func beginsMarkup(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first,
      first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || "/!?".utf8.contains(first)
    else { return false }
    return !["http:", "https:", "mailto:"].contains { rest.starts(with: $0.utf8) }
  }

  /// Converts a link or a footnote; nil if it is neither.
  private mutating func bracket(
    at place: Int, in bytes: ArraySlice<UInt8>
  ) -> (text: String, end: Int)? {
    if bytes[place...].starts(with: "[fn:".utf8) { return footnote(at: place, in: bytes) }
    guard let (words, target, end) = link(at: place, in: bytes) else { return nil }
    if target.hasPrefix("http") || target.hasPrefix("mailto:") {
      return (words == target ? "<\(target)>" : "[\(words)](<\(target)>)", end)
    }
    if target.hasPrefix("id:"), titles[String(target.dropFirst(3))] != nil {
      return (BodyLink.markdown(words, to: BodyLink.name(for: target)), end)
    }
    guard let file = Self.file(target) else { return (words, end) }
    if let outline = file.split(separator: "/").last.map(String.init), outlines.contains(outline) {
      let label = words == target ? String(outline.dropLast(4)) : words
      return (BodyLink.markdown(label, to: Self.linkName(ofFile: outline)), end)
    }
    files.append(file)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard NoteLinks.isPicture(file) else { return (words == target ? name : words, end) }
    return (words == target ? "![\(name)](<\(file)>)" : "[\(words)](<\(file)>)", end)
  }

  /// Returns the name of a file's post in links.
  static func linkName(ofFile name: String) -> String { BodyLink.name(for: "file:\(name)") }

  /// Returns the path of a link to a file; nil for other links.
  private static func file(_ target: String) -> String? {
    let path = target.hasPrefix("file:") ? String(target.dropFirst(5)) : target
    guard path != target || path.hasPrefix("./") || path.hasPrefix("../") else { return nil }
    return path.firstRange(of: "::").map { String(path[..<$0.lowerBound]) } ?? path
  }

  /// Reads `[[target][words]]`.
  private func link(
    at place: Int, in bytes: ArraySlice<UInt8>
  ) -> (words: String, target: String, end: Int)? {
    guard bytes[place...].starts(with: "[[".utf8) else { return nil }
    let target = bytes[(place + 2)...].prefix(901).prefix { $0 != 0x5B && $0 != 0x5D }
    guard (1...900).contains(target.count) else { return nil }
    let address = String(decoding: target, as: UTF8.self)
    var rest = bytes[target.endIndex...]
    if rest.starts(with: "]]".utf8) {
      let id = address.hasPrefix("id:") ? titles[String(address.dropFirst(3))] : nil
      let words = id ?? (address.hasPrefix("*") ? String(address.dropFirst()) : address)
      return (words, address, target.endIndex + 2)
    }
    guard rest.starts(with: "][".utf8) else { return nil }
    rest = rest.dropFirst(2)
    let words = rest.prefix(901).prefix { $0 != 0x5B && $0 != 0x5D }
    guard words.count <= 900, bytes[words.endIndex...].starts(with: "]]".utf8) else { return nil }
    return (String(decoding: words, as: UTF8.self), address, words.endIndex + 2)
  }

  private mutating func footnote(
    at place: Int, in bytes: ArraySlice<UInt8>
  ) -> (text: String, end: Int)? {
    let inner = bytes[(place + 4)...].prefix(2_000).prefix { $0 != 0x5D && $0 != 0x5B }
    guard inner.endIndex < bytes.endIndex, bytes[inner.endIndex] == 0x5D else { return nil }
    let parts = inner.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    var name = String(decoding: parts[0], as: UTF8.self)
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else { return nil }
    if name.isEmpty {
      guard parts.count > 1 else { return nil }
      noteCount += 1
      name = "n\(noteCount)"
    }
    if parts.count > 1 {
      let text = String(decoding: parts[1], as: UTF8.self)
      notes.append((name, String(text.drop { $0 == " " })))
    }
    mentioned.append(name)
    return ("[^\(name)]", inner.endIndex + 1)
  }
}
