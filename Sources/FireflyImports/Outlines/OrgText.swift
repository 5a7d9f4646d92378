import Foundation

/// Converts Org text to Markdown, line by line.
struct OrgText {
  private var lines: [String] = []
  /// The end of the open block.
  private var blockEnd: String?
  private var isQuote = false
  /// The lines of the open drawer.
  private var drawer: [String]?
  /// The values of the drawer `:PROPERTIES:`, by their keys in upper case.
  private(set) var properties: [String: String] = [:]

  /// Whether lines are copied unchanged.
  var isVerbatim: Bool { blockEnd != nil && !isQuote }

  /// The text so far; a drawer without an end is text.
  var markdown: String {
    (lines + (drawer ?? [])).joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      + (isVerbatim ? "\n```" : "")
  }

  /// Adds a line.
  mutating func add(_ line: String) {
    let words = line.trimmingCharacters(in: .whitespaces)
    let lower = words.lowercased()
    if let end = blockEnd, lower == end {
      // The empty line ends the quotation in Markdown.
      lines.append(isQuote ? "" : "```")
      (blockEnd, isQuote) = (nil, false)
    } else if isVerbatim {
      lines.append(line.hasPrefix("```") ? " " + line : line)
    } else if lower == ":end:" {
      closeDrawer()
    } else if drawer != nil {
      drawer?.append(line)
    } else if lower == ":properties:" || lower == ":logbook:" {
      drawer = [line]
    } else if let match = lower.prefixMatch(of: /#\+begin_([a-z]+)/) {
      let kind = String(match.1)
      blockEnd = "#+end_\(kind)"
      isQuote = ["quote", "verse", "center"].contains(kind)
      let language = words.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      if !isQuote { lines.append("```" + (kind == "src" ? language : "")) }
    } else if lower.hasPrefix("#+") || lower.hasPrefix("# ") || lower == "#" {
      // A keyword or a comment.
    } else if lower.prefixMatch(of: /(scheduled|deadline|closed):\s*[<\[]\d/) != nil {
      addDates(words)
    } else if words.hasPrefix("|") {
      addRow(words)
    } else if let mark = words.first, "-=".contains(mark), words.allSatisfy({ $0 == mark }) {
      addRule(words)
    } else {
      append(Self.inline(listed(line)))
    }
  }

  private mutating func append(_ line: String) { lines.append((isQuote ? "> " : "") + line) }

  private mutating func closeDrawer() {
    guard let lines = drawer else { return }
    drawer = nil
    guard lines.first?.lowercased().contains(":properties:") == true else { return }
    for line in lines {
      guard let match = line.wholeMatch(of: /\s*:([^\s:]+):\s+(.*)/) else { continue }
      properties[match.1.uppercased()] = String(match.2)
    }
  }

  /// Adds the dates `SCHEDULED: <2024-01-05 Fri> DEADLINE: <2024-01-06 Sat>`.
  private mutating func addDates(_ line: String) {
    let dates = line.matches(of: /(SCHEDULED|DEADLINE):\s*<([^<>]{1,100})>/.ignoresCase()).map {
      "\($0.1.capitalized): \($0.2)"
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
    append(Self.inline(row))
    let cells = row.dropFirst().split(separator: "|", omittingEmptySubsequences: false).count
    if isFirst { append("|" + String(repeating: "---|", count: max(1, cells - 1))) }
  }

  /// Adds a line of `-` or `=`: below a line of text, Markdown takes it for a heading's underline.
  private mutating func addRule(_ line: String) {
    let isRule = line.hasPrefix("-----")
    if isRule { append("") }
    append(isRule ? line : "\\" + line)
  }

  private func listed(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    if rest.hasPrefix("+ ") { return indent + "- " + rest.dropFirst(2) }
    if rest.hasPrefix("#") { return indent + "\\" + rest }
    return line
  }

  /// Converts links, emphasis and code in a line, and escapes what looks like HTML.
  static func inline(_ line: String) -> String {
    guard line.contains(where: { "[*/=~+<".contains($0) }) else { return line }
    // A control character holds the place of code, which stays as it is.
    var codes: [String] = []
    var text = line.replacing("\u{1}", with: "").replacing(
      /(^|[\s('"{*\/+])[=~]([^\s=~](?:[^=~]{0,400}[^\s=~])?)[=~](?=$|[\s\-.,;:!?'")}*\/+])/
    ) {
      let fence = $0.2.contains("`") ? "``" : "`"
      codes.append("\(fence)\($0.2)\(fence)")
      return "\($0.1)\u{1}"
    }
    text = text.replacing(/<(?=[A-Za-z\/!?])(?!https?:|mailto:)/, with: "\\<")
    text = text.replacing(/(^|[\s('"{])\*([^\s*](?:[^*]{0,400}[^\s*])?)\*(?=$|[\s\-.,;:!?'")}])/) {
      "\($0.1)**\($0.2)**"
    }
    text = text.replacing(/(^|[\s('"{])\/([^\s\/](?:[^\/]{0,400}[^\s\/])?)\/(?=$|[\s\-.,;:!?'")}])/)
    {
      "\($0.1)*\($0.2)*"
    }
    text = text.replacing(/(^|[\s('"{])\+([^\s+](?:[^+]{0,400}[^\s+])?)\+(?=$|[\s\-.,;:!?'")}])/) {
      "\($0.1)~~\($0.2)~~"
    }
    text = text.replacing(/\[\[([^\[\]]{1,900})\](?:\[([^\[\]]{0,900})\])?\]/) { match in
      let target = String(match.1)
      let isWeb = target.hasPrefix("http") || target.hasPrefix("mailto:")
      let words = match.2.map(String.init) ?? target
      return isWeb ? (match.2 == nil ? "<\(target)>" : "[\(words)](<\(target)>)") : words
    }
    var rest = codes[...]
    return text.replacing(/\u{1}/) { _ in rest.popFirst() ?? "" }
  }

  /// Returns a headline without markup.
  static func plain(_ line: String) -> String {
    line.replacing(/\[\[([^\[\]]{1,900})\](?:\[([^\[\]]{0,900})\])?\]/) {
      String($0.2 ?? $0.1)
    }
  }
}
