/// The table at the end of a body with what another program knows about a note.
///
/// Imports write it, and exports turn it back.
package enum PropertyTable {
  /// A row: a name and its value, one line each.
  package typealias Row = (name: String, value: String)

  private static let head = "| property | value |\n|---|---|"

  /// Returns a table; empty without rows.
  package static func text(_ rows: [Row]) -> String {
    let lines = rows.filter { !$0.name.isEmpty }.map { row in
      "| \(cell(row.name)) | \(cell(row.value)) |"
    }
    return lines.isEmpty ? "" : ([head] + lines).joined(separator: "\n")
  }

  /// Splits a body that ends with such a table, as `text` writes it.
  ///
  /// - Parameter body: Markdown.
  /// - Returns: the text above the table, and its rows; no rows if there is no table.
  package static func split(_ body: String) -> (text: String, rows: [Row]) {
    let start = body.ranges(of: head).last?.lowerBound
    guard let start, start == body.startIndex || body[..<start].hasSuffix("\n\n") else {
      return (body, [])
    }
    let rows = body[start...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .map { row(of: String($0)) }
    let text = String(body[..<start].dropLast(start == body.startIndex ? 0 : 2))
    guard !rows.contains(where: { $0 == nil }), case let known = rows.compactMap(\.self),
      Self.text(known) == body[start...]
    else { return (body, []) }
    return (text, known)
  }

  /// The keys that Firefly's own export writes, in its order; rows with these names come after `mark`.
  package static let ownKeys = [
    "title", "summary", "date", "author", "email", "picture", "clip_offset_x", "clip_offset_y",
    "timezone", "location", "ai_generated", "template", "id", "parent", "source", "source_key",
    "source_page", "source_edited", "server",
  ]
  private static let mark = "property."

  /// Returns the key of a row in the front matter of an export: `property.source` for `source`; nil for
  /// a name that would come back as another one.
  package static func key(ofName name: String) -> String? {
    guard !ownKeys.contains(name.lowercased()) else { return mark + name }
    return self.name(ofKey: name) == name ? name : nil
  }

  /// Returns the name of the row with a key, the reverse of `key(ofName:)`.
  package static func name(ofKey key: String) -> String {
    guard key.hasPrefix(mark), case let name = String(key.dropFirst(mark.count)),
      ownKeys.contains(name.lowercased())
    else { return key }
    return name
  }

  private static func cell(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
      .trimmingSpaces.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
  }

  private static func row(of line: String) -> Row? {
    guard line.hasPrefix("| "), line.hasSuffix(" |"), line.count > 4 else { return nil }
    var (cells, isEscaped) = ([""], false)
    for character in line.dropFirst(2).dropLast(2) {
      if isEscaped || character != "|" && character != "\\" {
        cells[cells.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        cells.append("")
      }
    }
    guard cells.count == 2 else { return nil }
    return (cells[0].trimmingSpaces, cells[1].trimmingSpaces)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = firstIndex { $0 != " " } ?? endIndex
    return String(self[start...].reversed().drop { $0 == " " }.reversed())
  }
}
