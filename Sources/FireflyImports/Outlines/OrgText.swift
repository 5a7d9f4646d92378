import Foundation

/// Converts Org text to Markdown, line by line.
struct OrgText {
  private var lines: [String] = []
  /// The end of the open block.
  private var blockEnd: String?
  private var isQuote = false
  private var isDrawer = false

  /// Whether lines are copied unchanged.
  var isVerbatim: Bool { blockEnd != nil && !isQuote }

  /// The text so far.
  var markdown: String {
    lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
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
    } else if let match = lower.prefixMatch(of: /#\+begin_([a-z]+)/) {
      let kind = String(match.1)
      blockEnd = "#+end_\(kind)"
      isQuote = ["quote", "verse", "center"].contains(kind)
      let language = words.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      if !isQuote { lines.append("```" + (kind == "src" ? language : "")) }
    } else if lower == ":end:" || isDrawer {
      isDrawer = lower != ":end:"
    } else if lower == ":logbook:" {
      isDrawer = true
    } else if !isMark(lower) {
      lines.append((isQuote ? "> " : "") + Self.inline(listed(line)))
    }
  }

  /// Returns whether a line is a keyword or a comment.
  private func isMark(_ line: String) -> Bool {
    line.hasPrefix("#+") || line.hasPrefix("# ") || line == "#" || line.hasPrefix("scheduled:")
      || line.hasPrefix("deadline:") || line.hasPrefix("closed:")
      || line.hasPrefix("|-") && !line.contains("|-|")
  }

  private func listed(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    if rest.hasPrefix("+ ") { return indent + "- " + rest.dropFirst(2) }
    if rest.hasPrefix("#") { return indent + "\\" + rest }
    return line
  }

  /// Converts links, emphasis and code in a line.
  static func inline(_ line: String) -> String {
    guard line.contains(where: { "[*/=~+".contains($0) }) else { return line }
    var text = line.replacing(
      /(^|[\s('"{])[=~]([^\s=~](?:[^=~]{0,400}[^\s=~])?)[=~](?=$|[\s\-.,;:!?'")}])/
    ) {
      "\($0.1)`\($0.2)`"
    }
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
    return text.replacing(/\[\[([^\[\]]{1,900})\](?:\[([^\[\]]{0,900})\])?\]/) { match in
      let target = String(match.1)
      let isWeb = target.hasPrefix("http") || target.hasPrefix("mailto:")
      let words = match.2.map(String.init) ?? target
      return isWeb ? (match.2 == nil ? "<\(target)>" : "[\(words)](<\(target)>)") : words
    }
  }

  /// Returns a headline without markup.
  static func plain(_ line: String) -> String {
    line.replacing(/\[\[([^\[\]]{1,900})\](?:\[([^\[\]]{0,900})\])?\]/) {
      String($0.2 ?? $0.1)
    }
  }
}
