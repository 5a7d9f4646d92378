import Foundation

/// Converts plain text of mails to Markdown.
enum MailText {
  /// Lines shorter than this keep their line break, as in addresses, verses and signatures.
  private static let shortLine = 45

  /// Converts a text: Markdown characters are escaped, quotes stay, patches become code.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isFlowed: whether lines that end with a space continue in the next one (RFC 3676).
  ///   - deletesSpace: whether that space is not part of the text.
  /// - Returns: the text as Markdown.
  static func markdown(_ text: String, isFlowed: Bool, deletesSpace: Bool) -> String {
    // "\r\n" is one character in Swift.
    var lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    let quotations = isFlowed ? joined(lines, deletesSpace) : lines.map(quotation)
    return written(quotations, isFlowed: isFlowed).trimmingCharacters(in: .newlines)
  }

  /// Returns a line without quote markers, and the number of them.
  private typealias Quotation = (depth: Int, words: String)

  private static func written(_ lines: [Quotation], isFlowed: Bool) -> String {
    var output: [String] = []
    var (wasQuote, wasCode, isInList) = (false, false, false)
    var last = Quotation(depth: 0, words: "")
    for (index, line) in lines.enumerated() {
      if line.depth == 0, isPatch(line.words), lines.count > index + 2 {
        let rest = lines[index...].map { String(repeating: ">", count: $0.depth) + $0.words }
        return (output + ["", fence(rest)]).joined(separator: "\n")
      }
      // A line right after a quote would be part of it.
      if wasQuote, line.depth == 0, !line.words.isEmpty { output.append("") }
      wasQuote = line.depth > 0
      let next = index + 1 < lines.count ? lines[index + 1] : Quotation(depth: 0, words: "")
      // Code can't follow a paragraph directly.
      let isNew = last.depth != line.depth || isBlank(last.words)
      let isCode = (isNew || wasCode) && isIndented(line.words)
      isInList = !isCode && (isInList && !isNew || beginsItem(line.words, isInList: true))
      let isShort = isFlowed || line.words.count < shortLine
      let breaks =
        isShort && !isCode && !isBlank(line.words) && next.depth == line.depth
        && !isBlank(next.words) && !beginsItem(next.words, isInList: isInList)
      let prefix = String(repeating: "> ", count: min(line.depth, 8))
      output.append(
        prefix + (isCode ? line.words : escaped(line.words)) + (breaks ? "\\" : ""))
      (last, wasCode) = (line, isCode)
    }
    return output.joined(separator: "\n")
  }

  private static func quotation(_ line: String) -> Quotation {
    var (depth, rest) = (0, line[...])
    while rest.first == ">" {
      depth += 1
      rest = rest.dropFirst()
      if rest.first == " " { rest = rest.dropFirst() }
    }
    return (depth, String(rest))
  }

  private static func joined(_ lines: [String], _ deletesSpace: Bool) -> [Quotation] {
    var (output, wasSoft): ([Quotation], Bool) = ([], false)
    for line in lines {
      let depth = line.prefix { $0 == ">" }.count
      var words = line.dropFirst(depth)
      // A space that escapes the start of the line (RFC 3676).
      if words.first == " " { words = words.dropFirst() }
      let isSoft = words.last == " " && words != "-- "
      if isSoft, deletesSpace { words = words.dropLast() }
      if wasSoft, depth == output.last?.depth, words != "-- " {
        output[output.count - 1].words += words
      } else {
        output.append((depth, String(words)))
      }
      wasSoft = isSoft
    }
    return output
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isIndented(_ line: String) -> Bool {
    !isBlank(line) && (line.hasPrefix("    ") || line.hasPrefix("\t"))
  }

  /// Whether a line begins an item of a list; a new list that follows a paragraph begins with 1.
  private static func beginsItem(_ line: String, isInList: Bool) -> Bool {
    let rest = line.drop { $0 == " " }
    let digits = rest.prefix(9).prefix { $0.isASCII && $0.isNumber }
    let mark = rest.dropFirst(digits.count)
    guard let first = mark.first, (digits.isEmpty ? "-*" : ".)").contains(first),
      mark.dropFirst().first == " ", !mark.dropFirst().allSatisfy(\.isWhitespace)
    else { return false }
    return digits.isEmpty || digits == "1" || isInList
  }

  private static func isPatch(_ line: String) -> Bool {
    line.hasPrefix("diff --git ") || line.hasPrefix("--- a/") || line.hasPrefix("Index: ")
  }

  private static func fence(_ lines: [String]) -> String {
    let longest = lines.map { $0.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + "diff"] + lines + [fence]).joined(separator: "\n")
  }

  /// Escapes Markdown characters; lists stay.
  static func escaped(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    var rest = line.dropFirst(indent.count)
    var output = String(indent)
    if "*-".contains(rest.first ?? " "), beginsItem(line, isInList: true) {
      output += rest.prefix(2)
      rest = rest.dropFirst(2)
    } else if let first = rest.first, "#=-+~>".contains(first) {
      // Not a heading, and not the underline of one.
      output += "\\"
    }
    for character in rest {
      if "\\*_`<[".contains(character) { output += "\\" }
      output.append(character)
    }
    return output
  }
}
