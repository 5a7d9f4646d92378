import FireflyCore

/// Converts emphasis, code, links and footnotes within a paragraph of Org to Markdown.
///
/// Reads each byte once: an expression for each mark took seconds for a file of a megabyte.
struct OrgInline {
  /// Maximum bytes between two marks.
  private static let longest = 400

  /// The text of notes that stand in the text: `[fn:: text]`.
  private(set) var notes: [String: String] = [:]
  /// The names of the notes that the text mentions.
  private(set) var mentioned: [String] = []
  /// The files that it shows or links.
  private(set) var files: [String] = []
  /// The targets of its links to posts.
  private(set) var linked: Set<String> = []
  /// The number of links that lead to nothing of the import.
  private(set) var unresolvedLinks = 0
  /// What links can lead to, and the file of the text.
  var (targets, file) = (OrgTargets(), "")
  /// The number of notes without a name so far, so that their names differ.
  var noteCount = 0
  /// The formulas of the paragraph, by their places.
  private var formulas: [Int: OrgFormula] = [:]

  /// Converts a paragraph.
  mutating func markdown(_ line: String) -> String {
    guard
      line.utf8.contains(where: {
        Self.isMark($0) || $0 == 0x3C || $0 == 0x60 || $0 == 0x5C || $0 == 0x24
      })
    else { return line }
    let bytes = Array(line.utf8)
    let outer = formulas
    defer { formulas = outer }
    formulas = OrgFormula.formulas(in: bytes)
    return String(decoding: converted(bytes[...], without: []), as: UTF8.self)
  }

  /// Returns the links of a line as Markdown.
  mutating func links(in line: String) -> [String] {
    let bytes = Array(line.utf8)
    var links: [String] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
      guard let (words, target, end) = link(at: start, in: bytes[...]) else {
        place = start + 1
        continue
      }
      let isLink =
        Self.page(target) != nil || targets.target(of: target, in: file) != nil
        || Self.path(target).map(NoteLinks.isPicture) == true
      let text = markdown(linkTo: target, words)
      if isLink { links.append(text) }
      place = end
    }
    return links
  }

  /// Returns a line without marks.
  func plain(_ line: String) -> String {
    guard line.utf8.contains(where: Self.isMark) else { return line }
    var output: [UInt8] = []
    let bytes = Array(line.utf8)
    var place = 0
    while place < bytes.count {
      if let (words, target, end) = link(at: place, in: bytes[...]) {
        let name = targets.target(of: target, in: file)?.title ?? target
        output +=
          (words.map { plain($0) } ?? (name.hasPrefix("*") ? String(name.dropFirst()) : name))
          .utf8
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
      if let formula = formulas[place], formula.end <= bytes.endIndex {
        output += formula.markdown
        place = formula.end
        continue
      }
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
    Array(CodeFence.span(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Returns the place of the mark that ends what the mark at a place begins; nil if it begins nothing.
  static func end(of mark: UInt8, at place: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let isCode = mark == 0x3D || mark == 0x7E
    if place > bytes.startIndex, case let before = bytes[place - 1],
      !" \t\n('\"{".utf8.contains(before), !isCode || !"*/+".utf8.contains(before)
    {
      return nil
    }
    let start = place + 1
    guard start < bytes.endIndex, !isBlank(bytes[start]), bytes[start] != mark else { return nil }
    var breaks = 0
    for end in (start + 1)..<max(start + 1, min(bytes.endIndex, start + longest)) {
      // What is marked has two lines at most.
      breaks += bytes[end] == 0x0A ? 1 : 0
      if breaks > 1 { return nil }
      guard bytes[end] == mark, !isBlank(bytes[end - 1]) else { continue }
      let next = end + 1 < bytes.endIndex ? bytes[end + 1] : 0x20
      if isBlank(next) || "-.,;:!?'\")}*/+[\\".utf8.contains(next) { return end }
      // Within code, the mark can't occur.
      if isCode { return nil }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }

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
    return (markdown(linkTo: target, words), end)
  }

  /// Returns a link as Markdown; its words are the target if it has none.
  private mutating func markdown(linkTo target: String, _ words: String?) -> String {
    if let page = Self.page(target) {
      return words.map { "[\(label($0))](<\(page)>)" } ?? "<\(page)>"
    }
    if let post = targets.target(of: target, in: file) {
      linked.insert(post.key)
      return BodyLink.markdown(words.map { label($0) } ?? BodyLink.label(post.title), to: post.name)
    }
    let plain = words ?? (target.hasPrefix("*") ? String(target.dropFirst()) : target)
    guard let path = Self.path(target), !path.hasSuffix(".org") else {
      // Two brackets also occur in formulas.
      let isOnlyWords =
        words == nil && !["id:", "*", "#", "file:"].contains(where: target.hasPrefix)
      unresolvedLinks += isOnlyWords ? 0 : 1
      return label(plain)
    }
    files.append(path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard NoteLinks.isPicture(path) else {
      return LeftOutFile.words(words.map { label($0) } ?? "", path, isShown: false)
    }
    return words.map { "[\(label($0))](<\(path)>)" } ?? "![\(name)](<\(path)>)"
  }

  /// Returns words with their own marks as the label of a link.
  private mutating func label(_ words: String) -> String {
    let text = markdown(words)
    return text.replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// Returns the address of a link to a page on the web, or of a mail; nil for other links.
  private static func page(_ target: String) -> String? {
    if ["http:", "https:", "mailto:"].contains(where: target.hasPrefix) { return target }
    return target.hasPrefix("doi:") ? "https://doi.org/" + target.dropFirst(4) : nil
  }

  /// Returns the path of a link to a file; nil for other links.
  private static func path(_ target: String) -> String? {
    let start = ["file:", "attachment:"].first(where: target.hasPrefix)
    let path = start.map { String(target.dropFirst($0.count)) } ?? target
    guard start != nil || path.hasPrefix("./") || path.hasPrefix("../") else { return nil }
    return path.firstRange(of: "::").map { String(path[..<$0.lowerBound]) } ?? path
  }

  /// Reads `[[target][words]]`.
  private func link(
    at place: Int, in bytes: ArraySlice<UInt8>
  ) -> (words: String?, target: String, end: Int)? {
    guard bytes[place...].starts(with: "[[".utf8) else { return nil }
    let target = bytes[(place + 2)...].prefix(901).prefix { $0 != 0x5B && $0 != 0x5D }
    guard (1...900).contains(target.count) else { return nil }
    let address = Self.joined(target)
    let rest = bytes[target.endIndex...]
    if rest.starts(with: "]]".utf8) { return (nil, address, target.endIndex + 2) }
    guard rest.starts(with: "][".utf8) else { return nil }
    let words = rest.dropFirst(2).prefix(902)
    guard
      let end = words.indices.first(where: {
        words[$0] == 0x5D && words[$0...].starts(with: "]]".utf8)
      }),
      end > words.startIndex
    else { return nil }
    return (Self.joined(words[..<end]), address, end + 2)
  }

  /// Returns the text of some bytes on one line.
  private static func joined(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("\n") else { return text }
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
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
      notes[name] = notes[name] ?? String(text.drop { $0 == " " })
    }
    mentioned.append(name)
    return ("[^\(name)]", inner.endIndex + 1)
  }
}
