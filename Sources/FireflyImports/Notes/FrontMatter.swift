import FireflyCore
import FireflyForeign
import FireflySources
import FireflyText
import Foundation
import Yams

/// The front matter of a Markdown file, in YAML, TOML or JSON, and the text after it.
struct FrontMatter {
  /// Its scalar values as written, by lower-case keys.
  private(set) var values: [String: String] = [:]
  /// The keys of its scalar values as written, in their order.
  private(set) var keys: [String] = []
  /// All its values on one line each, lists with commas, by their keys as written.
  private(set) var pairs: [(key: String, values: [String])] = []
  /// The values that became part of the post, by lower-case keys.
  private(set) var taken: [String: String] = [:]
  /// The names of authors by the keys that have some.
  private var authors: [String: [String]] = [:]
  /// The text after it.
  private(set) var body: String
  /// Why it is invalid; it is then part of the text.
  private(set) var complaint: String?

  /// The templates that Firefly's own export names.
  private static let ownTemplates: Set<String> = ["query", "profile", "deleted"]

  /// Whether Firefly's own export writes a key.
  static func isOwn(_ key: String) -> Bool { PropertyTable.ownKeys.contains(key) }

  /// The forms of front matter, which tell by their first line.
  enum Form {
    case yaml, toml, json
  }

  /// Splits a file.
  init(_ data: Data) {
    body = Charset.decode(Array(data), nil)
    guard let (head, rest, form) = Self.parts(Array(body.utf8)) else { return }
    do {
      let node = try Self.node(head, form)
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
      if form == .yaml, let pairs = Self.pairs(of: String(decoding: head, as: UTF8.self)) {
        for (key, values) in pairs { add(key, values) }
        body = String(decoding: rest, as: UTF8.self)
        return
      }
      switch error {
      case let problem as TOMLReader.Problem:
        complaint = "line \(problem.line) of the front matter is not TOML"
      // A text may begin with a brace.
      case _ where form == .json: break
      default: complaint = "the front matter is not YAML"
      }
    }
  }

  private static func node(_ head: ArraySlice<UInt8>, _ form: Form) throws -> Node? {
    switch form {
    case .toml: return try TOMLReader.node(head)
    case .yaml:
      // Aliases of aliases stand for more values than any parser counts.
      if hasManyAliases(head) { throw TooManyAliases() }
      return try Yams.compose(yaml: String(decoding: head, as: UTF8.self))
    case .json:
      _ = try JSONSerialization.jsonObject(with: Data(head))
      // Foundation loses the order of the keys.
      return try Yams.compose(yaml: yaml(json: head))
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
    if Self.authorKeys.contains(name.lowercased()) {
      authors[name.lowercased()] = FrontMatterValues.names(node)
    }
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

  private static let authorKeys = ["author", "authors", "author_name"]

  /// Takes the first value of some keys that can be used: it has a place of its own in the post.
  ///
  /// - Parameters:
  ///   - keys: the keys, in lower case.
  ///   - use: returns what the value means; nil if it can't be used.
  /// - Returns: what it means; nil for none.
  mutating func take<Value>(_ keys: [String], as use: (String) -> Value?) -> Value? {
    for key in keys {
      guard let value = values[key], let used = use(value) else { continue }
      taken[key] = value
      return used
    }
    return nil
  }

  /// Takes the first value of some keys that can be used.
  mutating func take<Value>(_ keys: String..., as use: (String) -> Value?) -> Value? {
    take(keys, as: use)
  }

  /// Takes the first value of some keys.
  mutating func take(_ keys: String...) -> String? { take(keys) { $0 } }

  /// Takes the names of the authors, with commas between them; nil for none.
  mutating func takeAuthors() -> String? {
    for key in Self.authorKeys {
      guard let names = authors[key] ?? values[key].map({ [$0] }), !names.isEmpty else { continue }
      for (name, values) in pairs where [key, "\(key).name"].contains(name.lowercased()) {
        // Tables in a list may say more than a name.
        if values == names { taken[name.lowercased()] = values.joined(separator: ", ") }
      }
      return names.map { ForeignText.cleanLine(NoteLinks.words(of: $0)) }.joined(separator: ", ")
    }
    return nil
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
      values["server"] != nil || values["email"] != nil || values["source_key"] != nil
      || Self.ownTemplates.contains(values["template"] ?? "")
    return keys.first == "title" && values["id"].flatMap { Int($0) } != nil && isMarked
      && order == order.sorted()
  }
}
