import FireflyCore
/// The macros of an outline: `#+MACRO: name text with $1` and `{{{name(words)}}}`.
struct OrgMacros {
  /// Maximum macros within macros, and bytes of a line and of all lines after they are replaced.
  private static let (deepest, maxLine, maxBytes) = (8, 64 << 10, 1 << 20)

  private var templates: [Substring: String] = [:]
  private var bytesLeft = Self.maxBytes

  /// Returns lines in which the macros are replaced; those that are unknown or too large stay.
  static func replaced(in lines: [Substring]) -> [Substring] {
    guard lines.contains(where: { $0.hasBytes("{{{") }) else { return lines }
    var macros = OrgMacros()
    for line in lines { macros.read(line) }
    var output: [Substring] = []
    var end: String?
    for line in lines {
      let words = line.drop { $0 == " " || $0 == "\t" }.lowercased()
      if let last = end {
        if words.hasPrefix(last) { end = nil }
      } else if words.hasPrefix("#+"), let kind = OrgText.block(words) {
        if OrgText.isVerbatim(kind) { end = "#+end_\(kind)" }
      } else if !words.hasPrefix("#+macro:"), line.hasBytes("{{{"),
        let text = macros.replaced(line, depth: 0)
      {
        output += text.split(separator: "\n", omittingEmptySubsequences: false)
        continue
      }
      output.append(line)
    }
    return output
  }

  private mutating func read(_ line: Substring) {
    guard line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") else { return }
    let key = line[..<colon].dropFirst(2).lowercased()
    let value = line[colon...].dropFirst().drop { $0 == " " }
    if key == "macro" {
      let name = value.prefix { !$0.isWhitespace }
      let text = value.dropFirst(name.count).drop(while: \.isWhitespace)
      // Programs are not run.
      guard templates[name] == nil, !text.hasPrefix("(eval") else { return }
      templates[name] = String(text).replacing("\\n", with: "\n")
    } else if ["title", "author", "email", "date"].contains(key), templates[key[...]] == nil {
      templates[key[...]] = String(value)
    }
  }

  /// Returns a text with its macros replaced; nil if it becomes too large.
  private mutating func replaced(_ text: Substring, depth: Int) -> String? {
    var (output, rest) = ("", text)
    var verbatim = Self.verbatim(in: text)[...]
    while let open = rest.firstRange(of: "{{{") {
      // Those before it end there, or begin within the last macro.
      verbatim = verbatim.drop {
        $0.upperBound <= open.lowerBound || $0.lowerBound < rest.startIndex
      }
      if let inner = verbatim.first, inner.lowerBound < open.lowerBound {
        output += rest[..<inner.upperBound]
        rest = rest[inner.upperBound...]
        continue
      }
      let name = rest[open.upperBound...].prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0)
      }
      let after = rest[name.endIndex...]
      var (arguments, end): ([String], Substring.Index?) = ([], nil)
      if after.hasPrefix("}}}") {
        end = after.index(after.startIndex, offsetBy: 3)
      } else if after.first == "(", let close = after.firstRange(of: ")}}}") {
        arguments = Self.arguments(after[..<close.lowerBound].dropFirst())
        end = close.upperBound
      }
      output += rest[..<open.lowerBound]
      guard let end, let template = templates[name], depth < Self.deepest,
        let words = Self.filled(template, arguments),
        let inner = words.hasBytes("{{{") ? replaced(words[...], depth: depth + 1) : words
      else {
        output += "{{{"
        rest = rest[open.upperBound...]
        continue
      }
      bytesLeft -= inner.utf8.count
      output += inner
      rest = rest[end...]
      guard output.utf8.count <= Self.maxLine, bytesLeft > 0 else { return nil }
    }
    return output + rest
  }

  /// Returns the ranges of verbatim text and code, in which macros stay.
  private static func verbatim(in text: Substring) -> [Range<Substring.Index>] {
    let bytes = Array(text.utf8)
    func index(_ place: Int) -> Substring.Index {
      text.utf8.index(text.startIndex, offsetBy: place)
    }
    var (ranges, place): ([Range<Substring.Index>], Int) = ([], 0)
    while let start = bytes[place...].firstIndex(where: { "=~".utf8.contains($0) }) {
      let end = OrgInline.end(of: bytes[start], at: start, in: bytes[...])
      if let end { ranges.append(index(start)..<index(end)) }
      place = (end ?? start) + 1
    }
    return ranges
  }

  /// Returns the words between commas; one after a backslash is part of a word.
  private static func arguments(_ text: Substring) -> [String] {
    var (arguments, isEscaped) = ([""], false)
    for character in text {
      if character == ",", !isEscaped {
        arguments.append("")
      } else {
        if isEscaped, character != "," { arguments[arguments.count - 1].append("\\") }
        if character != "\\" { arguments[arguments.count - 1].append(character) }
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return arguments.map { String($0.drop { $0 == " " }) }
  }

  /// Returns a template with the arguments in place of `$1` to `$9`; nil if it becomes too large.
  private static func filled(_ template: String, _ arguments: [String]) -> String? {
    var (output, rest) = ("", template[...])
    while let sign = rest.firstIndex(of: "$") {
      output += rest[..<sign]
      rest = rest[sign...].dropFirst()
      if let number = rest.first?.wholeNumberValue, 1...9 ~= number {
        output += number <= arguments.count ? arguments[number - 1] : ""
        rest = rest.dropFirst()
      } else {
        output += "$"
      }
      guard output.utf8.count <= maxLine else { return nil }
    }
    return output + rest
  }
}
