/// Words without the marks of Markdown, for places that have one line: it reads once, and parses nothing.
enum PlainWords {
  /// Maximum number of characters of a tag.
  private static let longestTag = 200
  /// The bytes with which a mark, an escape, an entity or a tag begins.
  private static let signs = Array("\\*_~&<[".utf8)
  private static let entities: [(name: String, sign: Character)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "),
  ]

  /// Returns whether a line has no words: a rule, the line below a heading, or that below the head of a table.
  static func isRule(_ line: some StringProtocol) -> Bool {
    // Most lines have a letter near their beginning.
    guard line.allSatisfy({ $0.isWhitespace || "=-*_|:".contains($0) }) else { return false }
    let signs = line.filter { !$0.isWhitespace }
    guard signs.count > 1, let first = signs.first else { return false }
    if "=-*_".contains(first), signs.allSatisfy({ $0 == first }) { return true }
    return signs.contains("|") && signs.contains("-") && signs.allSatisfy { "|-:".contains($0) }
  }

  /// Returns whether a line only says where a link leads, or what a footnote is.
  static func isDefinition(_ line: some StringProtocol) -> Bool {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return false }
    return line[line.index(after: end)...].first == ":"
  }

  /// Stands between the items of a list, and between the cells of a table.
  static let separator = " · "

  /// Returns words followed by others that begin an item or follow one: with the separator, which no mark needs
  /// before it.
  static func joined(_ words: String, apart next: String) -> String {
    guard let last = words.last, !next.isEmpty else { return words + next }
    return words + (":;,".contains(last) ? " " : separator) + next
  }

  /// Returns the words of an item of a list without its sign, number or box; nil for other lines.
  static func item(_ line: some StringProtocol) -> String? {
    let start = line.drop(while: \.isWhitespace)
    let number = start.prefix(4).prefix { $0.isASCII && $0.isNumber }
    let sign = start.dropFirst(number.count)
    // A year ends a sentence more often.
    guard let mark = sign.first, number.count < 4,
      number.isEmpty ? "-*+".contains(mark) : ".)".contains(mark)
    else { return nil }
    let rest = sign.dropFirst()
    guard rest.first?.isWhitespace != false else { return nil }
    let words = rest.trimmed
    let box = ["[ ] ", "[x] ", "[X] "].first(where: words.hasPrefix)
    return words.dropFirst(box?.count ?? 0).trimmed
  }

  /// Returns the cells of a row of a table; nil for other lines.
  static func cells(_ line: some StringProtocol) -> String? {
    guard line.first == "|" else { return nil }
    return line.split(separator: "|").map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: separator)
  }

  /// Returns words without emphasis, escapes, entities, tags and the numbers of footnotes; of code they keep all.
  static func text(_ marked: String) -> String {
    let bytes = Array(marked.utf8)
    let code = CodeMarks.spans(in: bytes[...])
    var (parts, place): ([String], Int) = ([], 0)
    for range in code + [bytes.count..<bytes.count] {
      parts.append(String(decoding: bytes[place..<range.lowerBound], as: UTF8.self))
      place = range.upperBound
    }
    var runs = Runs(parts)
    var result = ""
    for (index, part) in parts.enumerated() {
      add(part, before: index < code.count ? "`" : nil, to: &result, &runs)
      if index < code.count { result += inner(bytes[code[index]]) }
    }
    return result
  }

  /// Returns code without its backticks, and without a blank that keeps its own ones apart from these.
  private static func inner(_ code: ArraySlice<UInt8>) -> String {
    let mark = code.prefix { $0 == 0x60 }.count
    let words = code.dropFirst(mark).dropLast(mark)
    let isApart =
      words.first == 0x20 && words.last == 0x20 && words.contains { $0 != 0x20 }
    return String(decoding: isApart ? words.dropFirst().dropLast() : words, as: UTF8.self)
  }

  /// Adds a part without code.
  private static func add(
    _ part: String, before sign: Character?, to result: inout String, _ runs: inout Runs
  ) {
    var rest = part[...]
    while true {
      // What has no sign is taken as a whole.
      let plain = rest.utf8.prefix { !signs.contains($0) }
      result += rest[..<plain.endIndex]
      rest = rest[plain.endIndex...]
      guard let character = rest.first else { return }
      let next = rest.dropFirst().first
      if character == "\\", next.map({ $0.isASCII && ($0.isPunctuation || $0.isSymbol) }) == true {
        result.append(next ?? character)
        rest = rest.dropFirst(2)
      } else if character == "\\", next?.isWhitespace != false {
        // A hard break.
        rest.removeFirst()
      } else if "*_~".contains(character) {
        let run = rest.prefix { $0 == character }
        rest = rest[run.endIndex...]
        if !runs.isMark(run, after: result.last, before: rest.first ?? sign) { result += run }
      } else if character == "&", let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
        result.append(entity.sign)
        rest = rest.dropFirst(entity.name.count)
      } else if character == "<", let end = tagEnd(rest) {
        rest = rest[end...]
        if result.last?.isWhitespace != false, rest.first == " " { rest.removeFirst() }
      } else if character == "[", next == "^", let end = rest.prefix(longestTag).firstIndex(of: "]")
      {
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
  }

  /// Returns where a tag or a comment at the beginning of a text ends; nil if there is none.
  private static func tagEnd(_ text: Substring) -> Substring.Index? {
    if text.hasPrefix("<!--") { return text.firstRange(of: "-->")?.upperBound ?? text.endIndex }
    var name = text.dropFirst()
    if name.first == "/" { name = name.dropFirst() }
    let rest = name.drop { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard name.first?.isLetter == true, let next = rest.first,
      next == ">" || next == "/" || next.isWhitespace,
      let end = rest.prefix(longestTag).firstIndex(of: ">")
    else { return nil }
    return text.index(after: end)
  }
}

/// The runs of `*`, `_` and `~` in a text: only those are marks that begin and end something.
private struct Runs {
  private static let signs = Array("*_~".utf8)
  private var rest: [Substring: Int] = [:]
  private var open: [Substring: Int] = [:]

  init(_ parts: [String]) {
    for part in parts {
      var text = part[...]
      while let start = text.utf8.firstIndex(where: Self.signs.contains) {
        let sign = text[start]
        let run = text[start...].prefix { $0 == sign }
        // Not a sign with a combining mark.
        if "*_~".contains(sign) { rest[run, default: 0] += 1 }
        text = text[run.endIndex...]
      }
    }
  }

  /// Returns whether the next run is a mark.
  mutating func isMark(
    _ run: Substring, after before: Character?, before after: Character?
  ) -> Bool {
    rest[run, default: 1] -= 1
    func isWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber } ?? false
    }
    guard run.count <= 3, run.first != "~" || run.count == 2,
      run.first != "_" || !isWord(before) || !isWord(after)
    else { return false }
    if let count = open[run], count > 0, before?.isWhitespace == false {
      open[run] = count - 1
      return true
    }
    guard after?.isWhitespace == false, rest[run, default: 0] > 0 else { return false }
    open[run, default: 0] += 1
    return true
  }
}
