/// Extracts the text of HTML: drops tags and comments.
enum HTMLText {
  /// Whether the HTML is a line break tag.
  static func isLineBreak(_ html: String) -> Bool { name(ofTag: html.dropFirst()) == "br" }

  /// The text in an HTML block, by paragraphs and lines.
  static func paragraphs(of html: String) -> [[String]] {
    var paragraphs: [[String]] = [[""]]
    func add(_ text: Substring) {
      paragraphs[paragraphs.count - 1][paragraphs[paragraphs.count - 1].count - 1] += decoded(text)
    }
    var rest = html[...]
    while let tag = rest.firstIndex(of: "<") {
      add(rest[..<tag])
      rest = rest[tag...]
      if rest.hasPrefix("<!--") {
        rest = dropThrough("-->", of: rest.dropFirst(4))
        continue
      }
      let inside = rest.dropFirst()
      guard let first = inside.first, first.isLetter || "/!?".contains(first) else {
        add("<")
        rest = inside
        continue
      }
      let name = name(ofTag: inside)
      rest = dropThrough(">", of: inside)
      switch name {
      case "br": paragraphs[paragraphs.count - 1].append("")
      case "script", "style", "template": rest = dropThrough("</\(name)>", of: rest)
      case let name where breakingTags.contains(name): paragraphs.append([""])
      default: break
      }
    }
    add(rest)
    return paragraphs.filter { $0.contains { $0.contains { !$0.isWhitespace } } }
  }

  /// Block-level tags, whose text begins a new paragraph.
  private static let breakingTags: Set<String> = [
    "address", "article", "aside", "blockquote", "dd", "details", "div", "dl", "dt", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
    "nav", "ol", "p", "pre", "section", "summary", "table", "td", "th", "tr", "ul",
  ]

  /// The lower-case name of a tag after its `<`, with or without a slash.
  private static func name(ofTag text: Substring) -> String {
    let start = text.first == "/" ? text.dropFirst() : text
    return start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
  }

  private static func dropThrough(_ end: String, of text: Substring) -> Substring {
    var rest = text
    guard let first = end.first else { return rest }
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.prefix(end.count).lowercased() == end { return rest.dropFirst(end.count) }
      rest = rest.dropFirst()
    }
    return ""
  }

  /// Decodes the most common entities.
  private static func decoded(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let body = rest.dropFirst().prefix(10)
      if let end = body.firstIndex(of: ";"), let character = character(named: body[..<end]) {
        result.append(character)
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func character(named name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default: break
    }
    guard name.first == "#" else { return nil }
    let number = name.dropFirst()
    let value =
      number.first == "x" || number.first == "X"
      ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
    return value.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
