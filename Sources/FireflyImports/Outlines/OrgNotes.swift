import Foundation

/// The footnotes of an outline: `[fn:1] text`, up to the next one, a headline or two empty lines.
struct OrgNotes {
  /// The texts in Org, by their names.
  private(set) var texts: [String: String] = [:]
  private var open: (name: String, lines: [String])?

  /// Reads a line.
  ///
  /// - Returns: whether it belongs to a footnote.
  mutating func reads(_ line: Substring) -> Bool {
    if let (name, text) = Self.beginning(of: line) {
      close()
      open = (name, [text])
      return true
    }
    guard let open else { return false }
    let isBlank = line.allSatisfy(\.isWhitespace)
    guard !line.hasPrefix("*"), !line.hasPrefix("#+"),
      !(isBlank && open.lines.last?.isEmpty == true)
    else {
      close()
      return false
    }
    self.open?.lines.append(isBlank ? "" : String(line.drop { $0 == " " || $0 == "\t" }))
    return true
  }

  /// Ends the last footnote.
  mutating func close() {
    guard let (name, lines) = open else { return }
    open = nil
    if texts[name] != nil { return }
    texts[name] = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func beginning(of line: Substring) -> (name: String, text: String)? {
    guard line.hasPrefix("[fn:") else { return nil }
    let name = line.dropFirst(4).prefix { $0 != "]" && $0 != ":" }
    let rest = line.dropFirst(4 + name.count)
    guard rest.first == "]", !name.isEmpty else { return nil }
    return (String(name), rest.dropFirst().trimmingCharacters(in: .whitespaces))
  }
}
