import FireflyCore
import Foundation

/// Writes the marks of Obsidian, Logseq and the like as plain Markdown.
struct NoteText {
  /// The number of comments that were left out: `%%…%%`.
  private(set) var comments = 0
  /// The properties at the start of the text: `tags:: a, b`.
  private(set) var properties: [(key: String, value: String)] = []
  private(set) var markdown: String

  private var isInComment = false
  /// The number of signs `%%` that follow.
  private var signs = 0

  /// The first bytes of marks, and those of fences.
  private static let marks = Array("%=[^`~".utf8)

  /// Converts a text.
  ///
  /// - Parameters:
  ///   - text: the text, with `\n` between its lines.
  ///   - isLogseq: whether lines such as `id:: x` are properties.
  init(_ text: String, isLogseq: Bool) {
    let text = isLogseq ? LogseqPage.outdented(text) : text
    markdown = text
    guard
      isLogseq || text.hasBytes("%%") || text.hasBytes("==") || text.hasBytes("[!")
        || text.contains("^")
    else { return }
    signs = text.ranges(of: "%%").count
    var lines: [String] = []
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // Most lines have no marks.
      if !isLogseq, !isInComment, !line.utf8.contains(where: Self.marks.contains) {
        lines.append(String(line))
        continue
      }
      let words = line.drop { " \t>-".contains($0) }
      if let open = fence {
        if words.hasPrefix(open) { fence = nil }
        lines.append(String(line))
      } else if !isInComment, words.hasPrefix("```") || words.hasPrefix("~~~") {
        fence = words.prefix(3)
        lines.append(String(line))
      } else if isLogseq, let page = Self.page(ofHighlight: words), !lines.isEmpty {
        lines[lines.count - 1] += " (page \(page))"
      } else if let line = isLogseq ? withoutProperty(line, isFirst: lines.isEmpty) : line[...] {
        // A mark around a part of a page has no words.
        let text =
          isLogseq ? Self.withoutMacros(line).replacing("[:span]", with: "Marked area") : nil
        if let line = plain(text?[...] ?? line) { lines += line }
      }
    }
    markdown = lines.joined(separator: "\n")
  }

  /// Returns the page of a PDF that a block of Logseq marks, by its property `hl-page:: 3`; nil for others.
  private static func page(ofHighlight line: Substring) -> String? {
    guard line.hasPrefix("hl-page:: ") else { return nil }
    let page = line.dropFirst(10).trimmingCharacters(in: .whitespaces)
    return (1...6).contains(page.count) && page.allSatisfy(\.isNumber) ? page : nil
  }

  /// Returns a line of Logseq; nil for a property of a page or a block.
  private mutating func withoutProperty(_ line: Substring, isFirst: Bool) -> Substring? {
    let words = line.drop { $0 == " " || $0 == "\t" }
    let name = words.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    let rest = words.dropFirst(name.count)
    guard !name.isEmpty, rest.hasPrefix("::"), rest.dropFirst(2).first.map({ $0 == " " }) ?? true
    else { return line }
    let value = rest.dropFirst(2).trimmingCharacters(in: .whitespaces)
    // Those of blocks are numbers and states for the program itself.
    if isFirst || words.startIndex == line.startIndex { properties.append((String(name), value)) }
    return nil
  }

  /// Returns a line of Logseq with what its macros show: `{{embed [[page]]}}`, `{{cloze words}}`, `{{video https://…}}`.
  private static func withoutMacros(_ line: Substring) -> String {
    var (output, rest) = ("", line)
    while let open = rest.firstRange(of: "{{"),
      let end = rest[open.upperBound...].firstRange(of: "}}")
    {
      let inner = rest[open.upperBound..<end.lowerBound]
      let name = inner.prefix { $0.isLetter }
      let value = inner.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
      output += rest[..<open.lowerBound]
      switch name {
      case "embed" where value.hasPrefix("[["), "cloze": output += value
      case _ where value.hasPrefix("https://") && !value.contains(" "): output += "<\(value)>"
      default: output += "{{\(inner)}}"
      }
      rest = rest[end.upperBound...]
    }
    return output + rest
  }

  /// Returns a line as one or two of Markdown; nil if nothing is left of it.
  private mutating func plain(_ line: Substring) -> [String]? {
    let text = withoutComments(line)
    if text.count < line.count, text.allSatisfy(\.isWhitespace) { return nil }
    return callout(text) ?? [withoutAnchor(withInlineNotes(highlighted(text)))]
  }

  /// Returns a line with `^[words]`, a footnote at its place, as words in brackets; not in code.
  private func withInlineNotes(_ line: String) -> String {
    guard line.hasBytes("^[") else { return line }
    return outsideCode(of: line) { part in
      var (output, rest) = ("", part)
      while let open = rest.firstRange(of: "^[") {
        var (depth, end) = (1, open.upperBound)
        while end < rest.endIndex, depth > 0 {
          depth += rest[end] == "[" ? 1 : rest[end] == "]" ? -1 : 0
          end = rest.index(after: end)
        }
        guard depth == 0 else { break }
        let before = rest[..<open.lowerBound]
        let words = rest[open.upperBound..<end].dropLast()
        output += before + (before.last.map(\.isWhitespace) ?? true ? "" : " ") + "(\(words))"
        rest = rest[end...]
      }
      return output + rest
    }
  }

  /// Changes the parts of a line that are not between signs of code.
  private func outsideCode(of line: String, _ change: (Substring) -> String) -> String {
    var (output, isCode) = ("", false)
    for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        output += "`"
        isCode.toggle()
      }
      output += isCode ? String(part) : change(part)
    }
    return output
  }

  private mutating func withoutComments(_ line: Substring) -> String {
    guard isInComment || line.hasBytes("%%") else { return String(line) }
    var text = ""
    for (index, piece) in line.split(separator: "%%", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 {
        signs -= 1
        // The last one of an odd number begins nothing.
        if isInComment || signs > 0 {
          isInComment.toggle()
          if isInComment { comments += 1 }
        } else {
          text += "%%"
        }
      }
      if !isInComment { text += piece }
    }
    return text
  }

  /// Returns `> [!note] Title` as a bold title above the quotation.
  private func callout(_ line: String) -> [String]? {
    let marks = line.prefix { " >".contains($0) }
    let rest = line.dropFirst(marks.count)
    guard marks.contains(">"), rest.hasPrefix("[!"), let end = rest.firstIndex(of: "]") else {
      return nil
    }
    let kind = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
    guard (1...40).contains(kind.count), kind.allSatisfy({ $0.isLetter || "-_|".contains($0) })
    else { return nil }
    let title = rest[rest.index(after: end)...].drop { "+-".contains($0) }
      .trimmingCharacters(in: .whitespaces)
    let words = title.isEmpty ? kind.prefix(1).uppercased() + kind.dropFirst() : title
    let quote = marks.reversed().drop { $0 == " " }.reversed()
    return ["\(marks)**\(words)**", String(quote)]
  }

  /// Returns a line with `==words==` in bold; not in code.
  private func highlighted(_ line: String) -> String {
    line.hasBytes("==") ? outsideCode(of: line, bold) : line
  }

  private func bold(_ text: Substring) -> String {
    var (output, rest) = ("", text)
    while let start = rest.firstRange(of: "==") {
      let after = rest[start.upperBound...]
      guard let end = after.firstRange(of: "=="), case let words = after[..<end.lowerBound],
        let first = words.first, let last = words.last, first != " ", last != " ", first != "=",
        rest[..<start.lowerBound].last != "="
      else {
        output += rest[..<start.upperBound]
        rest = after
        continue
      }
      output += rest[..<start.lowerBound] + "**" + words + "**"
      rest = rest[end.upperBound...]
    }
    return output + rest
  }

  /// Returns a line without the name of a block at its end: ` ^name`.
  private func withoutAnchor(_ line: String) -> String {
    guard let sign = line.lastIndex(of: "^") else { return line }
    let name = line[line.index(after: sign)...]
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    let before = line[..<sign]
    guard isName, before.isEmpty || before.last == " " else { return line }
    return String(before.reversed().drop { $0 == " " }.reversed())
  }
}
