import FireflyCore
import Foundation

/// Converts plain text of mails to Markdown.
enum MailText {
  /// Converts a text: Markdown characters are escaped, quotes stay, patches become code.
  ///
  /// - Parameters:
  ///   - isFlowed: whether lines that end with a space continue in the next one (RFC 3676).
  ///   - deletesSpace: whether that space is not part of the text.
  static func markdown(_ text: String, isFlowed: Bool, deletesSpace: Bool) -> String {
    var lines = self.lines(of: text)
    while lines.last?.isBlank == true { lines.removeLast() }
    lines = Array(lines.drop(while: \.isBlank))
    let quotations = isFlowed ? joined(lines, deletesSpace) : lines.map(MailLine.init)
    return FormulaMarks.escaped(written(MailParagraphs.plain(quotations), isFlowed: isFlowed))
  }

  static func lines(of text: String) -> [Substring] {
    // Before Markdown's characters are escaped: then no escape sequence would be one.
    let text =
      text.hasBytes("\u{1B}") ? ForeignText.clean(text, limit: text.utf8.count + 1) : text
    // "\r\n" is one character in Swift.
    let hasReturns = text.hasBytes("\r")
    return (hasReturns ? text.replacing("\r\n", with: "\n") : text).utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
  }

  private static func written(_ lines: [MailLine], isFlowed: Bool) -> String {
    let code = MailCode(lines)
    let set = MailBreaks(lines, code)
    var output: [String] = []
    var (wasQuote, wasCode, isInList, isSigned) = (false, false, false, false)
    var last = MailLine(depth: 0, words: "")
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let prefix = String(repeating: "> ", count: min(line.depth, 8))
      // A line right after a quote would be part of it.
      if wasQuote, line.depth == 0, !line.words.isEmpty { output.append("") }
      // And so would a line of a quote that has fewer markers.
      if line.depth > 0, line.depth < last.depth, !last.isBlank, !line.isBlank {
        output.append(prefix)
      }
      wasQuote = line.depth > 0
      if let block = code.blocks[index] {
        if !last.isBlank, last.depth == line.depth || wasQuote { output.append(prefix) }
        output += CodeFence.block(lines[block.lines].map(\.words), block.language).map {
          prefix + $0
        }
        index = block.lines.upperBound
        if index < lines.count, lines[index].depth == line.depth, !lines[index].isBlank {
          output.append(prefix)
        }
        (last, wasCode, isInList) = (MailLine(depth: line.depth, words: ""), false, false)
        continue
      }
      // Signatures have lines.
      isSigned = isSigned && line.depth == last.depth || ["-- ", "--"].contains(line.words)
      let next = index + 1 < lines.count ? lines[index + 1] : MailLine(depth: 0, words: "")
      // Code can't follow a paragraph directly.
      let isNew = last.depth != line.depth || last.isBlank
      let isCode = (isNew || wasCode) && isIndented(line.words)
      isInList = !isCode && (isInList && !isNew || beginsItem(line.words, isInList: true))
      let isKept = code.keeps[index] && !isCode && !isInList
      let isSet = isFlowed || isSigned || set.isSet(after: index)
      let keepsNext = index + 1 < lines.count && code.keeps[index + 1]
      let breaks =
        (isSet || isKept || keepsNext) && !isCode && !line.isBlank
        && next.depth == line.depth && !next.isBlank && code.blocks[index + 1] == nil
        && !beginsItem(next.words, isInList: isInList)
      let words = isCode ? line.words : isKept ? spaced(line.words) : escaped(line.words)
      output.append(prefix + words + (breaks ? "\\" : ""))
      (last, wasCode, index) = (line, isCode, index + 1)
    }
    return output.joined(separator: "\n")
  }

  /// Escapes a line whose spaces mean something: Markdown would drop them.
  private static func spaced(_ line: String) -> String {
    var columns: [Character] = []
    for character in line.prefix(4_096) {
      guard character == "\t" else {
        columns.append(character)
        continue
      }
      repeat { columns.append(" ") } while columns.count % 8 != 0
    }
    let indent = columns.prefix { $0 == " " }.count
    let rest = String(columns.dropFirst(indent)) + line.dropFirst(4_096)
    let text = indent == 0 ? escaped(rest) : MailWords.escaped(rest[...])
    var output = String(repeating: "\u{A0}", count: indent)
    var blanks = 0
    for character in text + "\n" {
      if character == " " {
        blanks += 1
        continue
      }
      output += blanks == 1 ? " " : String(repeating: "\u{A0}", count: blanks)
      blanks = 0
      if character != "\n" { output.append(character) }
    }
    return output
  }

  private static func joined(_ lines: [Substring], _ deletesSpace: Bool) -> [MailLine] {
    var (output, wasSoft): ([MailLine], Bool) = ([], false)
    for line in lines {
      let depth = line.prefix { $0 == ">" }.count
      var words = line.dropFirst(depth)
      // A space that escapes the start of the line (RFC 3676).
      if words.first == " " { words = words.dropFirst() }
      let isSoft = words.last == " " && words != "-- "
      if isSoft, deletesSpace { words = words.dropLast() }
      if wasSoft, depth == output.last?.depth, words != "-- " {
        output[output.count - 1].add(words)
      } else {
        output.append(MailLine(depth: depth, words: String(words)))
      }
      wasSoft = isSoft
    }
    return output
  }

  private static func isIndented(_ line: String) -> Bool {
    (line.hasPrefix("    ") || line.hasPrefix("\t")) && !line.isBlank
  }

  /// Whether a line begins an item of a list; a new list that follows a paragraph begins with 1.
  private static func beginsItem(_ line: String, isInList: Bool) -> Bool {
    let rest = line.drop { $0 == " " }
    guard let first = rest.utf8.first, "*-".utf8.contains(first) || 0x30...0x39 ~= first else {
      return false
    }
    let digits = rest.prefix(9).prefix { $0.isASCII && $0.isNumber }
    let mark = rest.dropFirst(digits.count)
    guard let first = mark.first, (digits.isEmpty ? "-*" : ".)").contains(first),
      mark.dropFirst().first == " ", !mark.dropFirst().allSatisfy(\.isWhitespace)
    else { return false }
    return digits.isEmpty || digits == "1" || isInList
  }

  /// Escapes Markdown characters; lists stay.
  static func escaped(_ line: String) -> String {
    let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    var rest = Substring(line.utf8.dropFirst(indent))
    var output = String(repeating: " ", count: indent)
    switch rest.utf8.first.map(UnicodeScalar.init) {
    case "*" where beginsItem(line, isInList: true), "-" where beginsItem(line, isInList: true):
      output += rest.prefix(2)
      rest = rest.dropFirst(2)
    case "#", "=", "-", "+", "~", ">":
      // Not a heading, and not the underline of one.
      output += "\\"
    default: break
    }
    return output.isEmpty ? MailWords.escaped(rest) : output + MailWords.escaped(rest)
  }
}
