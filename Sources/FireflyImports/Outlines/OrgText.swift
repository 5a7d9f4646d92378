import FireflyText
import Foundation

/// Converts Org text to Markdown, line by line.
struct OrgText {
  private var lines: [String] = []
  /// The end of the open block.
  private var blockEnd: String?
  private var isQuote = false
  /// The lines of the open drawer, and its name.
  private var drawer: (name: String, lines: [String])?
  /// Whether the lines before are of fixed width: `: text`.
  private var isFixed = false
  private var inline = OrgInline()
  /// The blanks before the first line.
  private var indent: Int?
  /// The values of the drawer `:PROPERTIES:`, by their keys as written.
  private(set) var properties: [PropertyTable.Row] = []
  private var logbook: [String] = []
  private var closed: String?

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - titles: the titles of headlines by their IDs.
  ///   - outlines: the names of the files that are imported together.
  init(titles: [String: String] = [:], outlines: Set<String> = []) {
    (inline.titles, inline.outlines) = (titles, outlines)
  }

  /// Whether lines are copied unchanged.
  var isVerbatim: Bool { blockEnd != nil && !isQuote }

  /// Whether there is no text.
  var isEmpty: Bool { lines.allSatisfy(\.isEmpty) && drawer == nil }

  /// The files that it shows or links.
  var files: [String] { inline.files }

  /// Returns a property; its key in upper case.
  func property(_ key: String) -> String? {
    properties.first { $0.name.uppercased() == key }?.value
  }

  /// Returns the text; a drawer without an end is text.
  ///
  /// - Parameters:
  ///   - notes: the texts of footnotes by their names.
  ///   - rows: more rows for the table of properties.
  /// - Returns: Markdown.
  func markdown(
    notes: [String: String] = [:], rows: [PropertyTable.Row] = []
  ) -> String {
    var text = (lines + (isFixed ? ["```"] : []) + (drawer?.lines ?? []))
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    if isVerbatim { text += "\n```" }
    let own = Dictionary(inline.notes.map { ($0.name, $0.text) }) { first, _ in first }
    var seen: Set<String> = []
    let footnotes = inline.mentioned.filter { seen.insert($0).inserted }.compactMap { name in
      (own[name] ?? notes[name]).map { "[^\(name)]: \($0)" }
    }
    var table = rows
    if let closed { table.append(("closed", closed)) }
    table += properties.filter { !["CREATED", "DATE"].contains($0.name.uppercased()) }
    if !logbook.isEmpty { table.append(("logbook", logbook.joined(separator: " · "))) }
    return [text, footnotes.joined(separator: "\n"), PropertyTable.text(table)]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Adds a line.
  mutating func add(_ line: String) {
    let words = line.trimmingCharacters(in: .whitespaces)
    let lower = words.hasPrefix("#") || words.hasPrefix(":") ? words.lowercased() : words
    if isFixed, !(words.hasPrefix(": ") || words == ":") {
      lines.append("```")
      isFixed = false
    }
    if let end = blockEnd, words.lowercased() == end {
      // The empty line ends the quotation in Markdown.
      lines.append(isQuote ? "" : "```")
      (blockEnd, isQuote) = (nil, false)
    } else if isVerbatim {
      lines.append(line.hasPrefix("```") ? " " + line : line)
    } else if lower == ":end:" {
      closeDrawer()
    } else if drawer != nil {
      drawer?.lines.append(line)
    } else if let name = Self.drawer(lower) {
      drawer = (name, [line])
    } else if lower.hasPrefix("#+begin_") {
      open(words, lower)
    } else if lower.hasPrefix("#+caption:") {
      let caption = words.dropFirst(10).trimmingCharacters(in: .whitespaces)
      if !caption.isEmpty {
        append("")
        append("*" + inline.markdown(caption) + "*")
      }
    } else if lower.hasPrefix("#+") || lower.hasPrefix("# ") || lower == "#" {
      // A keyword or a comment.
    } else if words.hasPrefix(": ") || words == ":" {
      if !isFixed { lines.append("```") }
      isFixed = true
      lines.append(String(words.dropFirst(2)))
    } else if Self.isPlanning(words) {
      addDates(words)
    } else if words.hasPrefix("|") {
      addRow(words)
    } else if let mark = words.first, "-=".contains(mark), words.allSatisfy({ $0 == mark }) {
      addRule(words)
    } else {
      append(text(listed(outdented(line))))
    }
  }

  private mutating func text(_ line: String) -> String {
    // A line break of Org.
    guard line.hasSuffix("\\\\") else { return inline.markdown(line) }
    return inline.markdown(String(line.dropLast(2))) + "\\"
  }

  private mutating func append(_ line: String) { lines.append((isQuote ? "> " : "") + line) }

  private mutating func open(_ words: String, _ lower: String) {
    let kind = String(lower.dropFirst(8).prefix { $0.isLetter || $0 == "-" })
    guard !kind.isEmpty else { return }
    blockEnd = "#+end_\(kind)"
    isQuote = ["quote", "verse", "center"].contains(kind)
    let language = words.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    if !isQuote { lines.append("```" + (kind == "src" ? language : "")) }
  }

  /// Returns the name of a drawer that a line opens; nil for other lines.
  private static func drawer(_ line: String) -> String? {
    guard line.hasPrefix(":"), line.hasSuffix(":"), line.count > 2 else { return nil }
    let name = line.dropFirst().dropLast()
    return name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } ? String(name) : nil
  }

  private mutating func closeDrawer() {
    guard let (name, lines) = drawer else { return }
    drawer = nil
    switch name {
    case "properties":
      for line in lines.dropFirst() {
        let words = line.trimmingCharacters(in: .whitespaces)
        guard words.hasPrefix(":"), let end = words.dropFirst().firstIndex(of: ":") else {
          continue
        }
        let key = words[words.index(after: words.startIndex)..<end]
        let value = words[end...].dropFirst().trimmingCharacters(in: .whitespaces)
        if !key.isEmpty, !key.contains(" "), !value.isEmpty {
          properties.append((String(key), value))
        }
      }
    case "logbook":
      logbook += lines.dropFirst().map { line in
        let words = line.trimmingCharacters(in: .whitespaces)
        return words.hasSuffix("\\\\")
          ? words.dropLast(2).trimmingCharacters(in: .whitespaces) : words
      }.filter { !$0.isEmpty }
    default:
      // The text of another drawer belongs to the post.
      for line in lines.dropFirst() { append(text(listed(outdented(line)))) }
    }
  }

  private static func isPlanning(_ line: String) -> Bool {
    let word = line.prefix { $0.isLetter }.lowercased()
    guard ["scheduled", "deadline", "closed"].contains(word) else { return false }
    let rest = line.dropFirst(word.count + 1).drop { $0 == " " }
    return line.dropFirst(word.count).first == ":" && rest.first.map { "<[".contains($0) } == true
      && rest.dropFirst().first?.isNumber == true
  }

  /// Adds the dates `SCHEDULED: <2024-01-05 Fri> CLOSED: [2024-01-06 Sat]`.
  private mutating func addDates(_ line: String) {
    var dates: [String] = []
    var name = ""
    for part in line.split(whereSeparator: { "<>[]".contains($0) }) {
      let words = part.trimmingCharacters(in: .whitespaces)
      if words.hasSuffix(":") {
        name = words.dropLast().lowercased()
      } else if name == "closed" {
        closed = words
      } else if !name.isEmpty, !words.isEmpty {
        dates.append("\(name.capitalized): \(words)")
        name = ""
      }
    }
    guard !dates.isEmpty else { return }
    append(dates.joined(separator: " · "))
    append("")
  }

  /// Adds a row of a table; in Markdown, there is one rule, below the first row.
  private mutating func addRow(_ row: String) {
    guard !row.hasPrefix("|-") else { return }
    let isFirst = lines.last?.hasPrefix(isQuote ? "> |" : "|") != true
    if isFirst { append("") }
    append(inline.markdown(row))
    let cells = row.dropFirst().split(separator: "|", omittingEmptySubsequences: false).count
    if isFirst { append("|" + String(repeating: "---|", count: max(1, cells - 1))) }
  }

  /// Adds a line of `-` or `=`: below a line of text, Markdown takes it for a heading's underline.
  private mutating func addRule(_ line: String) {
    let isRule = line.hasPrefix("-----")
    if isRule { append("") }
    append(isRule ? line : "\\" + line)
  }

  /// Returns a line without the indent that the first one has: from four blanks on, it would be code.
  private mutating func outdented(_ line: String) -> String {
    let blanks = line.prefix { $0 == " " }.count
    if indent == nil, blanks < line.count { indent = blanks }
    return String(line.dropFirst(min(blanks, indent ?? 0)))
  }

  private func listed(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    if rest.hasPrefix("#") { return indent + "\\" + rest }
    guard rest.hasPrefix("+ ") || rest.hasPrefix("- ") else { return line }
    let item = rest.dropFirst(2)
    guard let sign = item.firstRange(of: " :: ") else { return indent + "- " + item }
    let term = item[..<sign.lowerBound]
    return indent + "- " + (term.contains("*") ? term : "*\(term)*") + ": "
      + item[sign.upperBound...]
  }
}
