import Yams

/// Reads the values of front matter as lines of text, also lists, and tables in tables.
struct FrontMatterValues {
  /// Maximum bytes of all values of a file; aliases of YAML repeat values at little cost.
  private static let maxBytes = 512 << 10
  /// Maximum tables in tables whose keys are joined by dots.
  private static let deepest = 64

  private var found: [(key: String, values: [String])] = []
  private var bytesLeft = Self.maxBytes

  /// Reads the values of a key.
  ///
  /// - Returns: the values, one line each; those of a table by keys such as `size.width`.
  mutating func pairs(_ name: String, _ node: Node) -> [(key: String, values: [String])] {
    found = []
    add(name, node, depth: 0)
    return found
  }

  private mutating func add(_ name: String, _ node: Node, depth: Int) {
    if let table = node.mapping, Self.brackets(node) == nil, depth < Self.deepest {
      for (key, inner) in table where bytesLeft > 0 {
        let key = line(of: key, depth: depth)
        // Tags may be in a table of their own.
        let isTags = ["tags", "categories"].contains(key)
        add(isTags ? key : "\(name).\(key)", inner, depth: depth + 1)
      }
    } else if let list = node.sequence, Self.brackets(node) == nil {
      found.append((name, list.map { line(of: $0, depth: depth) }))
    } else {
      found.append((name, [line(of: node, depth: depth)]))
    }
  }

  /// Returns a value on one line, with commas in lists.
  private mutating func line(of node: Node, depth: Int) -> String {
    let text: String
    if let scalar = node.scalar?.string ?? Self.brackets(node) {
      text = scalar
    } else if depth >= Self.deepest || bytesLeft <= 0 {
      text = "…"
    } else if let list = node.sequence {
      text = list.map { line(of: $0, depth: depth + 1) }.joined(separator: ", ")
    } else {
      text = (node.mapping ?? [:]).map { key, value in
        "\(line(of: key, depth: depth + 1)): \(line(of: value, depth: depth + 1))"
      }.joined(separator: ", ")
    }
    bytesLeft -= text.utf8.count + 1
    return bytesLeft < 0 ? "…" : text
  }

  /// Returns the names of people: of a text, of a list, of a table with a name, of a list of such tables.
  static func names(_ node: Node, isInList: Bool = false) -> [String] {
    if let name = node.scalar?.string ?? brackets(node) { return name.isEmpty ? [] : [name] }
    if let table = node.mapping {
      let name = table.first { $0.key.scalar?.string.lowercased() == "name" }?.value
      return [name?.scalar?.string].compactMap(\.self)
    }
    return isInList ? [] : (node.sequence ?? []).flatMap { names($0, isInList: true) }
  }

  /// Returns `[[note]]`, a list in a list for YAML, and `{{date}}`, a table in a table, as written; nil for
  /// other values.
  static func brackets(_ node: Node) -> String? {
    if let list = node.sequence, list.count == 1, let inner = list[0].sequence,
      isBeside(list.mark, inner.mark), (1...20).contains(inner.count),
      case let words = inner.compactMap({ words(of: $0) }), words.count == inner.count
    {
      return "[[" + words.joined(separator: ", ") + "]]"
    }
    if let table = node.mapping, table.count == 1, let inner = table.first?.key.mapping,
      isBeside(table.mark, inner.mark), inner.count == 1, let name = inner.first?.key.scalar
    {
      return "{{\(name.string)}}"
    }
    return nil
  }

  /// Whether a bracket stands right before another one; Yams doesn't know the style.
  private static func isBeside(_ outer: Mark?, _ inner: Mark?) -> Bool {
    guard let outer, let inner else { return false }
    return outer.line == inner.line && outer.column + 1 == inner.column
  }

  /// Returns a text in double brackets, which may have a colon.
  private static func words(of node: Node) -> String? {
    var text = node.scalar?.string
    if let pair = node.mapping?.first, node.mapping?.count == 1, let key = pair.key.scalar,
      let value = pair.value.scalar
    {
      text = "\(key.string): \(value.string)"
    }
    return text.flatMap { $0.utf8.count <= 1_200 ? $0 : nil }
  }
}
