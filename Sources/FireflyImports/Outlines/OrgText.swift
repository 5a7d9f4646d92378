import FireflyCore
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
  /// Where the code of the open block begins among the lines, and its language.
  private var code: (start: Int, language: String)?
  /// Whether the lines before are of fixed width: `: text`.
  private var isFixed = false
  private(set) var inline = OrgInline()
  /// The lines of the open paragraph: marks and links may go on in the next line.
  private var paragraph: [String] = []
  /// The end of the open formula: its lines stay as they are.
  private var formulaEnd: String?
  /// The blanks before the first line.
  private var indent: Int?
  /// The values of the drawer `:PROPERTIES:`, by their keys as written.
  private(set) var properties: [PropertyTable.Row] = []
  private var logbook: [String] = []
  /// When the task was closed, as written.
  private(set) var closed: String?
  /// A line with nothing but a date, as templates write it below a new headline.
  private(set) var stamp: String?
  private var hasText = false
  /// The number of comments that were left out.
  private(set) var comments = 0
  /// Whether the open block is a comment, and whether the line before is one.
  private var (isComment, isBelowComment) = (false, false)

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - targets: what its links can lead to.
  ///   - file: the path of its file among the targets.
  init(targets: OrgTargets = OrgTargets(), in file: String = "") {
    (inline.targets, inline.file) = (targets, file)
  }

  /// Whether lines are copied unchanged.
  var isVerbatim: Bool { blockEnd != nil && !isQuote }

  /// Whether there is no text.
  var isEmpty: Bool {
    lines.allSatisfy(\.isEmpty) && paragraph.allSatisfy(\.isEmpty) && drawer == nil
  }

  /// Returns a property; its key in upper case.
  func property(_ key: String) -> String? {
    properties.first { $0.name.uppercased() == key }?.value
  }

  /// Adds the links of the headline above the text, as titles have none.
  mutating func addLinks(ofHeadline words: String) {
    let links = inline.links(in: words)
    if !links.isEmpty { lines += [links.joined(separator: " · "), ""] }
  }

  /// Ends the text; a drawer without an end is text.
  ///
  /// - Parameters:
  ///   - notes: the texts of footnotes in Org, by their names.
  ///   - rows: more rows for the table of properties.
  ///   - key: the property that is not in the table, in upper case; nil for none.
  /// - Returns: Markdown.
  mutating func end(
    notes: [String: String] = [:], rows: [PropertyTable.Row] = [], without key: String? = nil
  ) -> String {
    endParagraph()
    endCode()
    let text = (lines + (drawer?.lines ?? []))
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    var table = rows
    if let closed { table.append(("closed", closed)) }
    table += properties.filter { $0.name.uppercased() != key }
      .map { ($0.name, inline.markdown($0.value)) }
    if !logbook.isEmpty {
      table.append(("logbook", inline.markdown(logbook.joined(separator: " · "))))
    }
    return [text, footnotes(notes), PropertyTable.text(table)]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the footnotes that the text mentions; their further lines are indented.
  private mutating func footnotes(_ notes: [String: String]) -> String {
    var seen: Set<String> = []
    var (footnotes, index): ([String], Int) = ([], 0)
    // Notes may mention others.
    while index < inline.mentioned.count {
      let name = inline.mentioned[index]
      index += 1
      guard seen.insert(name).inserted,
        let note = inline.notes[name] ?? notes[name]
      else { continue }
      let lines = inline.markdown(note).split(separator: "\n", omittingEmptySubsequences: false)
      footnotes.append(
        "[^\(name)]: "
          + lines.enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : "    " + $1 }
          .joined(separator: "\n"))
    }
    return footnotes.joined(separator: "\n")
  }

  mutating func add(_ line: String) {
    let words = line.trimmingCharacters(in: .whitespaces)
    let lower = words.hasPrefix("#") || words.hasPrefix(":") ? words.lowercased() : words
    if isFixed, !(words.hasPrefix(": ") || words == ":") {
      endCode()
      isFixed = false
    }
    if let end = blockEnd, words.lowercased() == end {
      // The empty line ends the quotation in Markdown.
      if isQuote { write("") }
      endCode()
      (blockEnd, isQuote, isComment) = (nil, false, false)
    } else if isVerbatim {
      if !isComment { lines.append(line) }
    } else if formulaEnd != nil, !words.isEmpty, drawer == nil {
      paragraph.append(outdented(line))
      if formulaEnd.map(words.hasSuffix) == true { formulaEnd = nil }
    } else if lower == ":end:" {
      closeDrawer()
    } else if drawer != nil {
      drawer?.lines.append(line)
    } else if let name = Self.drawer(lower) {
      drawer = (name, [line])
    } else if let kind = Self.block(lower) {
      open(kind, words)
    } else if lower.hasPrefix("#+caption:") {
      let caption = words.dropFirst(10).trimmingCharacters(in: .whitespaces)
      if !caption.isEmpty {
        append("")
        append("*" + inline.markdown(caption) + "*")
      }
    } else if lower.hasPrefix("#+") {
      endParagraph()
    } else if lower.hasPrefix("# ") || lower == "#" {
      endParagraph()
      comments += lower == "#" || isBelowComment ? 0 : 1
    } else if words.hasPrefix(": ") || words == ":" {
      if !isFixed { beginCode("") }
      isFixed = true
      lines.append(String(words.dropFirst(2)))
    } else if Self.isPlanning(words) {
      addDates(words)
    } else if words.hasPrefix("|") {
      addRow(words)
    } else if let mark = words.first, "-=".contains(mark), words.allSatisfy({ $0 == mark }) {
      addRule(words)
    } else {
      addText(line, words)
    }
    isBelowComment = !isVerbatim && lower.hasPrefix("# ")
  }

  private mutating func addText(_ line: String, _ words: String) {
    if words.hasPrefix("["), words.hasSuffix("]"), words.dropFirst().first?.isNumber == true,
      !hasText
    {
      stamp = words
    }
    hasText = hasText || !words.isEmpty
    formulaEnd = OrgFormula.end(ofLine: words)
    if formulaEnd != nil { return paragraph.append(outdented(line)) }
    var text = Self.listed(outdented(line))
    // A line break of Org.
    if text.hasSuffix("\\\\") { text.removeLast() }
    let isItem = words.drop(while: \.isNumber).prefix(2)
    if words.isEmpty || ["- ", "+ ", "* ", ". ", ") "].contains(isItem) { endParagraph() }
    if words.isEmpty { append(text) } else { paragraph.append(text) }
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    let text = inline.markdown(paragraph.joined(separator: "\n"))
    paragraph = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append((isQuote ? "> " : "") + line)
    }
  }

  /// Adds a line of Markdown.
  private mutating func write(_ line: String) {
    endParagraph()
    lines.append(line)
  }

  private mutating func append(_ line: String) { write((isQuote ? "> " : "") + line) }

  private mutating func open(_ kind: String, _ words: String) {
    endParagraph()
    blockEnd = "#+end_\(kind)"
    isQuote = !Self.isVerbatim(kind)
    isComment = kind == "comment"
    comments += isComment ? 1 : 0
    let language = words.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    if !isQuote, !isComment { beginCode(kind == "src" ? language : "") }
  }

  private mutating func beginCode(_ language: String) {
    endParagraph()
    code = (lines.count, language)
  }

  /// Puts the lines of the open code in a block.
  private mutating func endCode() {
    guard let (start, language) = code else { return }
    lines[start...] = CodeFence.block(Array(lines[start...]), language)[...]
    code = nil
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
      for line in lines.dropFirst() {
        addText(line, line.trimmingCharacters(in: .whitespaces))
      }
    }
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
    endParagraph()
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
}
