import Foundation

/// What an outline says as a whole: its keywords, the words for states, its footnotes.
struct OrgHead {
  private static let usual: Set<String> = [
    "TODO", "DONE", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "STARTED", "SOMEDAY",
  ]

  /// The first value of each keyword, such as its title, author, date and tags; the keys in lower case.
  private(set) var keywords: [String: String] = [:]
  private(set) var states = Self.usual
  private(set) var notes = OrgNotes()

  /// Reads a file, and adds what links can lead to.
  ///
  /// - Parameters:
  ///   - path: its path in the import.
  ///   - name: its title if it has none.
  ///   - targets: gets the file, its headlines and their IDs.
  init(_ lines: [Substring], path: String, name: String, into targets: inout OrgTargets) {
    var given: Set<String> = []
    // The headline of each, its index in the list; the file is -1.
    var (headlines, ids): ([Substring], [(headline: Int, key: String, id: String)]) = ([], [])
    var end: String?
    for line in lines {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if let last = end {
        if words.hasPrefix("#"), words.lowercased().hasPrefix(last) { end = nil }
      } else if words.hasPrefix("#+"), let kind = OrgText.block(words.lowercased()) {
        if OrgText.isVerbatim(kind) { end = "#+end_\(kind)" }
      } else if line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") {
        let key = line[..<colon].dropFirst(2).lowercased()
        let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        if ["todo", "seq_todo", "typ_todo"].contains(key) {
          given.formUnion(
            value.split(separator: " ").map { String($0.prefix { $0 != "(" }) }.filter { $0 != "|" }
          )
        } else if keywords[key] == nil {
          keywords[key] = value
        }
      } else if notes.reads(line) {
        // Done.
      } else if line.hasPrefix("*"), case let rest = line.drop(while: { $0 == "*" }),
        rest.hasPrefix(" ")
      {
        headlines.append(rest.dropFirst())
      } else if let key = [":id:", ":custom_id:"].first(where: words.lowercased().hasPrefix) {
        let id = words.dropFirst(key.count).trimmingCharacters(in: .whitespaces)
        ids.append((headlines.count - 1, key, id))
      }
    }
    notes.close()
    if !given.isEmpty { states = given }
    let title = keywords["title"] ?? name
    targets.add(file: path, title: title)
    let titles = Self.titles(of: headlines, states: states, path: path, targets)
    for title in titles { targets.add(headline: title, of: path) }
    for (headline, key, id) in ids {
      let title = headline < 0 ? title : titles[headline]
      if key == ":id:" {
        targets.add(id: id, title: title)
      } else {
        targets.add(customID: id, title: title, of: path)
      }
    }
  }

  /// Returns the titles of headlines.
  ///
  /// Who still held the targets after it would make the next change copy all of them.
  private static func titles(
    of headlines: [Substring], states: Set<String>, path: String, _ targets: OrgTargets
  ) -> [String] {
    var inline = OrgInline()
    (inline.targets, inline.file) = (targets, path)
    return headlines.map { OrgHeadline($0, states: states, inline).title }
  }
}
