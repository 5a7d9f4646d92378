import FireflyCore
import Foundation

// The texts of notes, in which links lead to posts and pictures to those of the folder.
extension NoteLinks {
  /// A text with its links, and what it names.
  struct Resolved {
    var text = ""
    /// Links that lead nowhere; they stay as they are.
    var missing: [String] = []
    /// Links that may mean several notes.
    var ambiguous: [String] = []
    /// Pictures that are missing; they stay as they are.
    var missingPictures: [String] = []
    /// The first picture that it shows.
    var picture: URL?
    /// The files that it names and that are not imported.
    var files: [String] = []
  }

  /// Makes links to notes lead to their posts, and pictures to those of the folder.
  ///
  /// - Parameters:
  ///   - text: Markdown; its code stays unchanged.
  ///   - isOwn: whether Firefly's own export wrote it, which links by relative paths only.
  ///   - show: returns the address of a picture in the text; nil if there are too many.
  /// - Returns: the text, and what it names.
  func resolve(
    _ text: String, in folder: ArraySlice<String>, isOwn: Bool,
    showing show: (_ picture: URL, _ address: String) -> String?
  ) -> Resolved {
    var resolved = Resolved()
    let text = isOwn ? text : withNames(withBlockLinks(text), in: folder, &resolved)
    resolved.text = BodyMark.rewriting(text) { mark in
      let isSized = mark.kind == .picture && !isOwn && mark.label.contains("|")
      let label = isSized ? Self.withoutSize(mark.label) : mark.label
      let change = change(of: mark, label, in: folder, isOwn: isOwn, &resolved, show)
      if !isSized { return change }
      return switch change {
      case .text: change
      case .address(let address): .text("![\(label)](\(address))")
      case nil: .text("![\(label)](<\(mark.address)>)")
      }
    }
    return resolved
  }

  private func change(
    of mark: BodyMark, _ label: String, in folder: ArraySlice<String>, isOwn: Bool,
    _ resolved: inout Resolved, _ show: (_ picture: URL, _ address: String) -> String?
  ) -> BodyMark.Change? {
    guard Self.isPath(mark.address), case let path = Self.path(mark.address), !path.isEmpty else {
      return nil
    }
    switch place(of: path, from: folder, isExact: isOwn) {
    case .note(let note):
      if mark.kind == .definition { return .address(BodyLink.scheme + note.name) }
      let label = label.isEmpty ? BodyLink.label(note.title) : label
      return .text(BodyLink.markdown(label, to: note.name))
    case .picture(let file):
      guard let address = show(file, mark.address) else { return nil }
      if mark.kind != .link { resolved.picture = resolved.picture ?? file }
      return .address(address)
    case .file:
      resolved.files.append(path)
      return Self.words(for: mark, label, path)
    case nil:
      if isOwn { return nil }
      if mark.kind == .picture, Self.isPicture(path) || Self.type(of: path).isEmpty {
        resolved.missingPictures.append(path)
        return nil
      }
      guard path.contains("/") || !Self.type(of: path).isEmpty else { return nil }
      resolved.missing.append(path)
      return Tally.isKnownFile(path) ? Self.words(for: mark, label, path) : nil
    }
  }

  /// Returns the words of a picture without the size that Obsidian writes behind them: `words|300x200`.
  private static func withoutSize(_ label: String) -> String {
    guard let sign = label.lastIndex(of: "|"), case let size = label[sign...].dropFirst(),
      !size.isEmpty, size.allSatisfy({ $0.isNumber || $0 == "x" })
    else { return label }
    return String(label[..<sign].drop { $0 == " " })
  }

  /// Returns what stands for a file that is not imported.
  private static func words(
    for mark: BodyMark, _ label: String, _ path: String
  ) -> BodyMark.Change? {
    guard mark.kind != .definition else { return nil }
    return .text(LeftOutFile.words(label, path, isShown: mark.kind == .picture))
  }

  // MARK: Names in double brackets

  /// Returns a text in which `[[name|words]]` is a link in Markdown.
  private func withNames(
    _ text: String, in folder: ArraySlice<String>, _ resolved: inout Resolved
  ) -> String {
    guard text.hasBytes("[[") else { return text }
    let plain = text.withPlainBreaks
    var prose = ProseOfText(plain)
    let new = plain.lines.map { line in
      guard let prose = prose.next(line), line.hasBytes("[[") else { return String(line) }
      return withNames(line, in: prose, folder, &resolved)
    }.joined(separator: "\n")
    return new == plain ? text : new
  }

  private func withNames(
    _ line: Substring, in prose: ProseOfLine, _ folder: ArraySlice<String>,
    _ resolved: inout Resolved
  ) -> String {
    var (output, rest, prose) = ("", line, prose)
    while let open = rest.firstRange(of: "[[") {
      let before = rest[..<open.lowerBound]
      let inner = rest[open.upperBound...].prefix { $0 != "[" && $0 != "]" }
      let start = line.utf8.distance(from: line.startIndex, to: open.upperBound)
      let place = start..<(start + inner.utf8.count)
      guard !inner.isEmpty, inner.utf8.count <= 1_200, !inner.contains("`"),
        rest[inner.endIndex...].hasPrefix("]]"),
        prose.overlaps(place)
      else {
        output += rest[...open.lowerBound]
        rest = rest[open.lowerBound...].dropFirst()
        continue
      }
      let isShown = before.last == "!"
      // A tag with blanks.
      let isTag = before.last == "#"
      rest = rest[inner.endIndex...].dropFirst(2)
      let words = link(inner, isShown: isShown, isTag: isTag, from: folder, &resolved)
      if let words {
        output += before.dropLast(isShown || isTag ? 1 : 0) + words
      } else {
        output += isTag ? before + inner : before + "[[\(inner)]]"
        if !isShown { resolved.missing.append(String(inner)) }
      }
    }
    return output + rest
  }

  /// Returns `[[name|words]]` as a link or picture of Markdown; nil if it leads nowhere.
  private func link(
    _ link: Substring, isShown: Bool, isTag: Bool, from folder: ArraySlice<String>,
    _ resolved: inout Resolved
  ) -> String? {
    // In a table, the sign between name and words is escaped; Dendron may name the vault.
    let parts = link.split(separator: "|", maxSplits: 1).map { part in
      let name = part.hasSuffix("\\") ? part.dropLast() : part
      guard name.hasPrefix("dendron://") else { return name }
      return name.dropFirst(10).drop { $0 != "/" }.dropFirst()
    }
    guard let target = parts.first else { return nil }
    let words = parts.dropFirst().first.map { String($0) }
      .flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    // A place in the same note reads as words.
    if target.hasPrefix("#") { return words ?? Self.heading(at: target) }
    if let found = note(named: target, from: folder) {
      if found.isAmbiguous { resolved.ambiguous.append(String(link)) }
      let note = found.target
      let label = BodyLink.label(isShown ? note.title : words ?? note.title)
      return BodyLink.markdown(isTag ? "#" + label : label, to: note.name)
    }
    let path = target.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
    if Tally.isKnownFile(path) || file(named: path) != nil {
      // For pictures, the words are a size.
      let isPicture = Self.isPicture(path)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let label = isShown && isPicture ? name : words ?? (isPicture ? name : "")
      return "\(isShown ? "!" : "")[\(BodyLink.label(label))](<\(path)>)"
    }
    // Dendron has the words first.
    guard let words, let found = note(named: words[...], from: folder) else { return nil }
    if found.isAmbiguous { resolved.ambiguous.append(words) }
    return BodyLink.markdown(BodyLink.label(String(target)), to: found.target.name)
  }

  /// Returns the words of `#Heading` and `#Chapter#Heading`; none of `#^block`.
  private static func heading(at place: Substring) -> String {
    let name = place.split(separator: "#").last ?? ""
    return name.hasPrefix("^") ? "" : name.trimmingCharacters(in: .whitespaces)
  }

  /// Returns `[[note|words]]` as its words; other text unchanged.
  static func words(of text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.count > 4 else { return text }
    let inner = text.dropFirst(2).dropLast(2)
    return String(inner.firstIndex(of: "|").map { inner[$0...].dropFirst() } ?? inner)
  }
}
