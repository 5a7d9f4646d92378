import FireflyCore
import Foundation

/// Writes the marks of Obsidian, Logseq and the like as plain Markdown.
struct NoteText {
  /// The number of comments that were left out: `%%…%%`.
  private(set) var comments = 0
  /// The properties at the start of the text: `tags:: a, b`.
  private(set) var properties: [(key: String, value: String)] = []
  private(set) var markdown: String

  /// Converts a text.
  ///
  /// - Parameters:
  ///   - text: the text, with `\n` between its lines.
  ///   - isLogseq: whether lines such as `id:: x` are properties.
  init(_ text: String, isLogseq: Bool) {
    var text = text
    if isLogseq { (text, comments) = LogseqBlocks.converted(LogseqPage.outdented(text)) }
    markdown = text
    guard
      isLogseq || text.hasBytes("%%") || text.hasBytes("==") || text.hasBytes("[!")
        || text.hasBytes("^")
    else { return }
    if text.hasBytes("%%") { markdown = withoutComments(text) }
    var lines: [String] = []
    var verbatim = VerbatimOfText(markdown)
    for line in markdown.lines {
      let prose = verbatim.next(line)
      if prose.isEmpty {
        lines.append(String(line))
      } else if isLogseq, let page = Self.page(ofHighlight: line.drop { " \t>-".contains($0) }),
        !lines.isEmpty
      {
        lines[lines.count - 1] += " (page \(page))"
      } else if !isLogseq || !takesProperty(line, isFirst: lines.isEmpty) {
        lines += Self.plain(line, prose, isLogseq: isLogseq)
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

  /// Keeps a line of Logseq that is a property of a page or a block; returns whether it is one.
  private mutating func takesProperty(_ line: Substring, isFirst: Bool) -> Bool {
    let words = line.drop { $0 == " " || $0 == "\t" }
    let name = words.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    let rest = words.dropFirst(name.count)
    guard !name.isEmpty, rest.hasPrefix("::"), rest.dropFirst(2).first.map({ $0 == " " }) ?? true
    else { return false }
    let value = rest.dropFirst(2).trimmingCharacters(in: .whitespaces)
    guard isFirst || words.startIndex == line.startIndex else { return Self.isOfLogseq(name) }
    properties.append((String(name), value))
    return true
  }

  /// Whether a property of a block is a number or a state for Logseq itself; others are what somebody wrote.
  private static func isOfLogseq(_ name: Substring) -> Bool {
    ["id", "collapsed", "heading", "created-at", "updated-at", "background-color", "file"].contains(
      name)
      || ["hl-", "ls-", "card-", "query-", "logseq-", "file-"].contains(where: name.hasPrefix)
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

  /// The first bytes of marks.
  private static let marks = Array("=[^{".utf8)

  /// Returns a line as one or two of Markdown.
  ///
  /// - Parameters:
  ///   - prose: its parts that are neither code nor formulas, in bytes.
  ///   - isLogseq: whether it has macros.
  private static func plain(_ line: Substring, _ prose: [Range<Int>], isLogseq: Bool) -> [String] {
    // Most lines have none.
    guard line.utf8.contains(where: marks.contains) else { return [String(line)] }
    if let lines = callout(line) { return lines }
    let bytes = Array(line.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var (output, place) = ("", 0)
    for range in prose {
      output += text(place..<range.lowerBound)
      var part = text(range)
      if isLogseq {
        // A mark around a part of a page has no words.
        part = withoutMacros(part[...]).replacing("[:span]", with: "Marked area")
      }
      part = withInlineNotes(bold(part[...])[...], behind: output.last)
      if range.upperBound == bytes.count { part = withoutAnchor(part, behind: output.last) }
      output += part
      place = range.upperBound
    }
    return [output + text(place..<bytes.count)]
  }

  /// Returns a text with `^[words]`, a footnote at its place, as words in brackets.
  private static func withInlineNotes(_ text: Substring, behind last: Character?) -> String {
    var (output, rest) = ("", text)
    while let open = rest.firstRange(of: "^[") {
      var (depth, end) = (1, open.upperBound)
      while end < rest.endIndex, depth > 0 {
        depth += rest[end] == "[" ? 1 : rest[end] == "]" ? -1 : 0
        end = rest.index(after: end)
      }
      guard depth == 0 else { break }
      let before = rest[..<open.lowerBound]
      let words = rest[open.upperBound..<end].dropLast()
      let isApart = (before.last ?? output.last ?? last).map(\.isWhitespace) ?? true
      output += before + (isApart ? "" : " ") + "(\(words))"
      rest = rest[end...]
    }
    return output + rest
  }

  /// Returns a text without its comments, and without lines of which nothing is left.
  ///
  /// A sign `%%` in code, in a formula or behind a backslash is none. One in an address begins nothing, nor does the
  /// last one of an odd number.
  private mutating func withoutComments(_ text: String) -> String {
    let lines = text.lines
    var verbatim = VerbatimOfText(text)
    let signs = lines.map { line in
      let bytes = Array(line.utf8)
      return verbatim.next(line).flatMap { Self.signs(in: bytes, $0) }
    }
    var left = signs.reduce(0) { $0 + $1.count }
    var isInComment = false
    var output: [String] = []
    for (line, signs) in zip(lines, signs) {
      let bytes = Array(line.utf8)
      var (kept, place): ([UInt8], Int) = ([], 0)
      for sign in signs {
        left -= 1
        guard isInComment || left > 0 && !sign.isInAddress else { continue }
        if !isInComment { kept += bytes[place..<sign.place] }
        isInComment.toggle()
        if isInComment { comments += 1 }
        place = sign.place + 2
      }
      if !isInComment { kept += bytes[place...] }
      let isLeft = kept.count == bytes.count || kept.contains { $0 > 0x20 }
      if isLeft { output.append(String(decoding: kept, as: UTF8.self)) }
    }
    return output.joined(separator: "\n")
  }

  /// A sign `%%`.
  private struct Sign {
    let place: Int
    let isInAddress: Bool
  }

  /// Returns the signs in a part of a line.
  private static func signs(in bytes: [UInt8], _ part: Range<Int>) -> [Sign] {
    var (signs, place, isInAddress): ([Sign], Int, Bool) = ([], part.lowerBound, false)
    while place < part.upperBound {
      let rest = bytes[place..<part.upperBound]
      var length = 1
      switch bytes[place] {
      case UInt8(ascii: "\\"): length = 2
      case 0...0x20, UInt8(ascii: ">"), UInt8(ascii: ")"): isInAddress = false
      case UInt8(ascii: ":") where rest.starts(with: "://".utf8),
        UInt8(ascii: "]") where rest.starts(with: "](".utf8):
        isInAddress = true
      case UInt8(ascii: "%") where rest.starts(with: "%%".utf8):
        signs.append(Sign(place: place, isInAddress: isInAddress))
        length = 2
      default: break
      }
      place += length
    }
    return signs
  }

  /// Returns `> [!note] Title` as a bold title above the quotation.
  private static func callout(_ line: Substring) -> [String]? {
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

  /// Returns a text with `==words==` in bold.
  private static func bold(_ text: Substring) -> String {
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

  /// Returns the end of a line without the name of a block: ` ^name`.
  private static func withoutAnchor(_ text: String, behind last: Character?) -> String {
    guard let sign = text.lastIndex(of: "^") else { return text }
    let name = text[text.index(after: sign)...]
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    let before = text[..<sign]
    guard isName, (before.last ?? last ?? " ") == " " else { return text }
    return String(before.reversed().drop { $0 == " " }.reversed())
  }
}
