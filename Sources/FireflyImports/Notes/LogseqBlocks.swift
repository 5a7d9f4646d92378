import FireflyCore

/// Writes the blocks that Logseq has from Org as Markdown: `#+BEGIN_QUOTE` … `#+END_QUOTE`.
enum LogseqBlocks {
  /// Returns a text without such blocks, and the number of comments that were left out.
  static func converted(_ text: String) -> (text: String, comments: Int) {
    guard text.hasBytes("#+") else { return (text, 0) }
    let lines = text.lines
    var verbatim = VerbatimOfText(text)
    var (output, comments, index): ([String], Int, Int) = ([], 0, 0)
    // The kinds of which no block ends from here on.
    var unended: Set<String> = []
    while index < lines.count {
      let line = lines[index]
      let isProse = !verbatim.next(line).isEmpty
      index += 1
      guard isProse, let begin = Begin(line), !unended.contains(begin.kind) else {
        output.append(String(line))
        continue
      }
      guard let end = lines[index...].firstIndex(where: begin.isEnd) else {
        unended.insert(begin.kind)
        output.append(String(line))
        continue
      }
      for line in lines[index...end] { _ = verbatim.next(line) }
      if begin.kind == "COMMENT" {
        comments += 1
      } else {
        output += begin.block(of: lines[index..<end])
      }
      index = end + 1
    }
    return (output.joined(separator: "\n"), comments)
  }

  /// The first line of a block.
  private struct Begin {
    /// What stands before it: blanks, or the mark of a list.
    let lead: Substring
    let kind: String
    /// The language of code; empty for none.
    let language: String

    /// Reads a line; nil for another one.
    init?(_ line: Substring) {
      lead = line.prefix { " \t-".contains($0) }
      let words = line[lead.endIndex...].split(separator: " ", maxSplits: 2)
      guard let first = words.first?.uppercased(), first.hasPrefix("#+BEGIN_"), first.count <= 40
      else { return nil }
      kind = String(first.dropFirst(8))
      language = words.count > 1 ? String(words[1].prefix { $0.isLetter || $0.isNumber }) : ""
    }

    func isEnd(_ line: Substring) -> Bool {
      line.drop(while: \.isWhitespace).prefix(40).uppercased().hasPrefix("#+END_\(kind)")
    }

    func block(of lines: ArraySlice<Substring>) -> [String] {
      let indent = String(lead.map { $0 == "-" ? " " : $0 })
      let inner = lines.map { line in
        String(line.dropFirst(line.prefix(indent.count).prefix(while: \.isWhitespace).count))
      }
      let quoted = inner.map { $0.isEmpty ? ">" : "> \($0)" }
      let block: [String] =
        switch kind {
        case "SRC", "EXAMPLE", "EXPORT", "QUERY":
          CodeFence.block(inner, kind == "SRC" ? language : "")
        case "QUOTE", "CENTER", "VERSE": quoted
        // Notes, tips and the like.
        default: ["> **\(kind.prefix(1) + kind.dropFirst().lowercased())**", ">"] + quoted
        }
      return block.enumerated().map { ($0 == 0 ? String(lead) : indent) + $1 }
    }
  }
}
