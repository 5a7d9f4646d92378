import FireflyCore
import FireflyForeign
import Foundation

/// An export of Notion, in which each name ends with 32 digits, as a folder of notes.
///
/// The digits are left out of names and links, the folder around all notes goes, and the lines with properties
/// below the heading become front matter.
struct NotionExport {
  /// Digits of an ID.
  private static let digits = 32
  /// Maximum lines with properties.
  private static let maxProperties = 100

  /// The notes and the other files at their new paths.
  let files: [ImportFile]

  /// Reads the files of a folder; nil if they are not such an export.
  init?(_ files: [ImportFile]) {
    let notes = files.filter { $0.bytes != nil }
    let named = notes.filter { Self.split($0.stem) != nil }
    guard !named.isEmpty, 2 * named.count >= notes.count else { return nil }
    // Pages with the same title in the same folder keep their digits.
    var ids: [String: Set<String>] = [:]
    for file in files {
      for (index, step) in file.path.enumerated() {
        guard let (title, id) = Self.split(Self.stem(step)) else { continue }
        let above = file.path[..<index].joined(separator: "/")
        ids["\(above)/\(title.lowercased())", default: []].insert(id)
      }
    }
    let kept = Set(ids.values.filter { $0.count > 1 }.flatMap(\.self))
    let wrappers = Self.wrappers(of: files)
    self.files = files.map { file in
      var file = file
      file.path = file.path.dropFirst(wrappers).map { Self.plain($0, kept) }
      if let bytes = file.bytes {
        let text = Self.linked(
          Charset.decode(Array(bytes), nil).withPlainBreaks, kept)
        file.bytes = Data(Self.withFrontMatter(text).utf8)
      }
      return file
    }
  }

  /// Returns the number of folders around all files that are no pages.
  private static func wrappers(of files: [ImportFile]) -> Int {
    var count = 0
    while let name = files.first?.path.dropLast().dropFirst(count).first,
      split(name) == nil, files.allSatisfy({ $0.path.count > count + 1 && $0.path[count] == name })
    {
      count += 1
    }
    return count
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), split(String(name[..<dot])) != nil else { return name }
    return String(name[..<dot])
  }

  /// Splits a name such as `Kites 0123456789abcdef0123456789abcdef`.
  private static func split(_ stem: String) -> (title: String, id: String)? {
    let id = stem.suffix(digits)
    guard stem.utf8.count > digits + 1, id.utf8.count == digits, id.utf8.allSatisfy(isDigit),
      stem.dropLast(digits).last == " "
    else { return nil }
    return (String(stem.dropLast(digits + 1)), String(id))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x66 ~= byte
  }

  private static func plain(_ name: String, _ kept: Set<String>) -> String {
    let stem = stem(name)
    guard let (title, id) = split(stem), !kept.contains(id) else { return name }
    return title + name.dropFirst(stem.count)
  }

  /// Returns a text in which the paths of links have no digits either.
  private static func linked(_ text: String, _ kept: Set<String>) -> String {
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let blank = byte == 0x20 ? 1 : rest.starts(with: "%20".utf8) ? 3 : 0
      let id = rest.dropFirst(blank).prefix(digits)
      let next = rest.dropFirst(blank + digits).first
      if blank > 0, id.count == digits, next.map({ "./)>".utf8.contains($0) }) == true,
        id.allSatisfy(isDigit), !kept.contains(String(decoding: id, as: UTF8.self))
      {
        rest = rest.dropFirst(blank + digits)
      } else {
        output.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns a note whose lines such as `Status: done` below its heading are front matter.
  private static func withFrontMatter(_ text: String) -> String {
    let lines = text.lines
    guard lines.first?.hasPrefix("# ") == true, lines.count > 2, lines[1].isEmpty else {
      return text
    }
    let properties = lines.dropFirst(2).prefix(maxProperties).prefix { line in
      line.firstRange(of: ": ").map { end in
        let key = line[..<end.lowerBound]
        return (1...60).contains(key.count) && !key.contains { "#*[]()`|>".contains($0) }
          && key.first?.isLetter == true
      } == true
    }
    // A single line that ends as a sentence does is one.
    let isSentence = properties.count == 1 && properties.first?.last.map(".!?".contains) == true
    guard !properties.isEmpty, !isSentence,
      properties.endIndex == lines.endIndex || lines[properties.endIndex].isEmpty
    else { return text }
    // Strings of JSON are strings of YAML.
    func quoted(_ text: String) -> String {
      (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) }
        ?? "\"\""
    }
    let head = properties.map { line in
      let end = line.firstRange(of: ": ") ?? line.endIndex..<line.endIndex
      let value = withLinks(line[end.upperBound...])
      return "\(quoted(String(line[..<end.lowerBound]))): \(quoted(value))"
    }
    let rest = [lines[0][...], ""] + lines[properties.endIndex...].drop(while: \.isEmpty)
    return (["---"] + head + ["---"] + rest.map(String.init)).joined(separator: "\n")
  }

  /// Returns the value of a property in which relations such as `Kites (Kites.md), Wind (Wind.md)` are links.
  private static func withLinks(_ value: Substring) -> String {
    value.split(separator: ", ").map { part in
      guard part.hasSuffix(".md)"), let open = part.firstRange(of: " ("),
        case let path = part[open.upperBound...].dropLast(), !path.contains(where: \.isWhitespace)
      else { return String(part) }
      return "[\(BodyLink.label(String(part[..<open.lowerBound])))](\(path))"
    }.joined(separator: ", ")
  }
}
