import FireflySources
import FireflyText
import Foundation
import Yams

/// The front matter of a Markdown file, in YAML or simple TOML, and the text after it.
struct FrontMatter {
  /// Its scalar values as written, by lower-case keys.
  private(set) var values: [String: String] = [:]
  /// The keys of its scalar values as written, in their order.
  private(set) var keys: [String] = []
  /// All its values on one line each, lists with commas, by their keys as written.
  private(set) var pairs: [(key: String, values: [String])] = []
  /// The text after it.
  private(set) var body: String
  /// Why it is invalid; it is then part of the text.
  private(set) var complaint: String?

  /// The templates that Firefly's own export names.
  private static let ownTemplates: Set<String> = ["query", "profile", "deleted"]

  /// Whether Firefly's own export writes a key.
  static func isOwn(_ key: String) -> Bool { PropertyTable.ownKeys.contains(key) }

  /// Maximum bytes of the front matter.
  private static let maxBytes = 256 << 10

  /// Splits a file.
  init(_ data: Data) {
    body = Charset.decode(Array(data), nil)
    guard let (head, rest, isTOML) = Self.parts(Array(body.utf8)) else { return }
    do {
      let text = String(decoding: head, as: UTF8.self)
      // Aliases of aliases stand for more values than any parser counts.
      if Self.hasManyAliases(head) { throw TooManyAliases() }
      let node = try Yams.compose(yaml: isTOML ? Self.yaml(toml: text) : text)
      guard node == nil || node?.mapping != nil else {
        complaint = "the front matter is not a list of keys and values"
        return
      }
      var reader = FrontMatterValues()
      for (key, value) in node?.mapping ?? [:] {
        guard let name = key.scalar?.string else { continue }
        add(name, value, &reader)
      }
      body = String(decoding: rest, as: UTF8.self)
    } catch {
      if !isTOML, let pairs = Self.pairs(of: String(decoding: head, as: UTF8.self)) {
        for (key, values) in pairs { add(key, values) }
        body = String(decoding: rest, as: UTF8.self)
        return
      }
      complaint =
        isTOML
        ? "the front matter is not TOML that Firefly reads; convert it to YAML"
        : "the front matter is not YAML"
    }
  }

  private struct TooManyAliases: Error {}

  /// Whether there are more than a few aliases, such as `*name`, and an anchor.
  private static func hasManyAliases(_ head: some Collection<UInt8>) -> Bool {
    var (aliases, hasAnchor, last) = (0, false, UInt8(ascii: " "))
    for byte in head {
      let isName = UnicodeScalar(byte).properties.isAlphabetic || 0x30...0x39 ~= byte
      if isName, last == UInt8(ascii: "*") { aliases += 1 }
      if isName, last == UInt8(ascii: "&") { hasAnchor = true }
      last = byte
    }
    return hasAnchor && aliases > 20
  }

  private mutating func add(
    _ name: String, _ node: Node, _ reader: inout FrontMatterValues
  ) {
    let found = reader.pairs(name, node)
    if node.scalar != nil || FrontMatterValues.brackets(node) != nil {
      for (key, values) in found { add(key, values) }
    } else {
      pairs += found
    }
  }

  private mutating func add(_ name: String, _ values: [String]) {
    if values.count == 1 {
      self.values[name.lowercased()] = values[0]
      keys.append(name)
    }
    pairs.append((name, values))
  }

  /// Returns the pairs of lines such as `title: a: b`, which are not YAML; nil if there are others.
  private static func pairs(of text: String) -> [(key: String, values: [String])]? {
    var pairs: [(key: String, values: [String])] = []
    var seen: Set<Substring> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.isEmpty || words.hasPrefix("#") { continue }
      if words.hasPrefix("- "), !pairs.isEmpty {
        pairs[pairs.count - 1].values.append(plain(words.dropFirst(2)))
        continue
      }
      let key = line.prefix { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      guard !key.isEmpty, !key.hasPrefix(" "), key.endIndex < line.endIndex,
        line[key.endIndex] == ":", seen.insert(key).inserted
      else { return nil }
      var value = line[key.endIndex...].dropFirst().trimmingCharacters(in: .whitespaces)[...]
      if value.hasPrefix("["), value.hasSuffix("]"), !value.hasPrefix("[[") {
        value = value.dropFirst().dropLast()
        pairs.append((String(key), value.split(separator: ",").map { plain($0) }))
      } else {
        pairs.append((String(key), value.isEmpty ? [] : [plain(value)]))
      }
    }
    return pairs.isEmpty ? nil : pairs
  }

  private static func plain(_ text: Substring) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote)
    {
      return String(text.dropFirst().dropLast())
    }
    return text
  }

  /// The template that Firefly's own export names; that of a page in other notes is left out.
  var template: String? {
    values["template"].flatMap { isOwn && Self.ownTemplates.contains($0) ? $0 : nil }
  }

  /// Whether Firefly's own export wrote it: the order is that of the export, and a key beside `id`
  /// is one that notes with an ID of another program don't have.
  var isOwn: Bool {
    let order = keys.compactMap { PropertyTable.ownKeys.firstIndex(of: $0) }
    let isMarked =
      values["email"] != nil || values["source_key"] != nil
      || Self.ownTemplates.contains(values["template"] ?? "")
    return keys.first == "title" && values["id"].flatMap { Int($0) } != nil && isMarked
      && order == order.sorted()
  }

  /// Returns the bytes between two lines `---`, or `+++` for TOML, and those of the text without an
  /// empty first line and the final line break.
  private static func parts(
    _ bytes: [UInt8]
  ) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>, isTOML: Bool)? {
    var lines = ByteLines(bytes[...])
    guard let first = lines.next(), first.last == 0x0A else { return nil }
    let isTOML = first.withoutBreak.elementsEqual("+++".utf8)
    guard isTOML || first.withoutBreak.elementsEqual("---".utf8) else { return nil }
    while let line = lines.next(), line.startIndex < maxBytes {
      guard line.withoutBreak == first.withoutBreak else { continue }
      var body = lines.rest
      if lines.next()?.withoutBreak.isEmpty == true { body = lines.rest }
      if body.last == 0x0A { body.removeLast() }
      if first.count > 4, body.last == 0x0D { body.removeLast() }
      return (bytes[first.endIndex..<line.startIndex], body, isTOML)
    }
    return nil
  }

  /// Returns the pairs of a TOML text up to a list of tables as YAML, which has the same values.
  ///
  /// Texts of several lines and keys in quotation marks become invalid.
  private static func yaml(toml text: String) -> String {
    var indent = ""
    return text.split(whereSeparator: \.isNewline).prefix { !$0.hasPrefix("[[") }
      .map { line -> String in
        if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
          indent = "  "
          return String(line[line.index(after: line.startIndex)..<end]) + ":"
        }
        let words = line.drop { $0 == " " || $0 == "\t" }
        let key = words.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || "_.-".contains($0) }
        let rest = words.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }
        guard !key.isEmpty, rest.first == "=" else { return indent + line }
        return indent + key + ": " + rest.dropFirst().drop { $0 == " " }
      }.joined(separator: "\n")
  }
}
