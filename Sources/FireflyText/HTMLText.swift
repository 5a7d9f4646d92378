/// Extracts the text of HTML: drops tags and comments.
///
/// What only looks like a tag is text: `List<String>`, `a<b and c>d`.
enum HTMLText {
  static func isLineBreak(_ html: String) -> Bool { name(ofTag: html.dropFirst()) == "br" }

  /// Whether a text begins with a tag or a comment; the name of a tag is in one case, and known.
  static func beginsWithMarkup(_ html: Substring) -> Bool {
    let inside = html.dropFirst(html.hasPrefix("</") ? 2 : 1)
    guard inside.first?.isLetter == true else { return true }
    let name = inside.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    guard elements.contains(name.lowercased()),
      name.lowercased() == name || name.uppercased() == name
    else { return false }
    return haveValues(attributes: inside.dropFirst(name.count))
  }

  /// Whether all attributes up to `>` have a value, or need none.
  private static func haveValues(attributes: Substring) -> Bool {
    var rest = attributes
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return true }
      let name = rest.prefix { !$0.isWhitespace && !"=/>".contains($0) }
      rest = rest[name.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == "=" else {
        if flags.contains(name.lowercased()) { continue }
        return false
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      if let quote = rest.first, "\"'".contains(quote) {
        rest = rest.dropFirst().drop { $0 != quote }.dropFirst()
      } else {
        let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
        if value.contains("<") { return false }
        rest = rest[value.endIndex...]
      }
      if name.contains("<") { return false }
    }
  }

  struct Picture: Hashable {
    /// The description; empty if there is none.
    var description: String
    /// The address; empty if there is none.
    var address: String
  }

  /// A part of a line.
  enum Piece: Hashable {
    case text(String)
    case picture(Picture)

    /// Whether it shows something.
    fileprivate var isVisible: Bool {
      if case .text(let text) = self { !text.allSatisfy(\.isWhitespace) } else { true }
    }
  }

  /// Returns the picture of an `img` tag; nil for other markup.
  static func picture(_ tag: Substring) -> Picture? {
    let inside = tag.dropFirst()
    guard inside.first != "/", name(ofTag: inside) == "img" else { return nil }
    var picture = Picture(description: "", address: "")
    var rest = inside.dropFirst(3)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" || $0 == "=" }
      guard let first = rest.first, first != ">" else { return picture }
      let name = rest.prefix { !$0.isWhitespace && !"=/>".contains($0) }
      if name.contains("<") { return picture }
      rest = rest[name.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let quote = rest.first.flatMap { "\"'".contains($0) ? $0 : nil }
      if quote != nil { rest = rest.dropFirst() }
      let value = rest.prefix { quote == nil ? !$0.isWhitespace && $0 != ">" : $0 != quote }
      rest = rest[value.endIndex...].dropFirst(quote == nil ? 0 : 1)
      switch name.lowercased() {
      case "alt": picture.description = decoded(value)
      case "src": picture.address = decoded(value)
      default: break
      }
    }
  }

  /// The text and the pictures in an HTML block, by paragraphs and lines.
  static func paragraphs(of html: String) -> [[[Piece]]] {
    var paragraphs: [[[Piece]]] = [[[]]]
    func add(_ piece: Piece) {
      let last = paragraphs.count - 1
      let line = paragraphs[last].count - 1
      if case .text(let more) = piece, case .text(let text)? = paragraphs[last][line].last {
        paragraphs[last][line][paragraphs[last][line].count - 1] = .text(text + more)
      } else {
        paragraphs[last][line].append(piece)
      }
    }
    func add(_ text: Substring) { add(.text(decoded(text))) }
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
      guard beginsWithMarkup(rest) else {
        add("<")
        rest = inside
        continue
      }
      if let picture = picture(rest) { add(.picture(picture)) }
      rest = dropThrough(">", of: inside)
      switch name {
      case "br": paragraphs[paragraphs.count - 1].append([])
      case "script", "style", "template": rest = dropThrough("</\(name)>", of: rest)
      case let name where breakingTags.contains(name): paragraphs.append([[]])
      default: break
      }
    }
    add(rest)
    return paragraphs.filter { $0.contains { $0.contains(where: \.isVisible) } }
  }

  private static let elements = Set(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big \
    blink blockquote body br button canvas caption center cite code col colgroup command data \
    datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font \
    footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input \
    ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem \
    meta meter nav nobr noembed noframes noscript object ol optgroup option output p param \
    picture plaintext portal pre progress q rp rt ruby s samp script search section select slot \
    small source span strike strong style sub summary sup svg table tbody td template textarea \
    tfoot th thead time title tr track tt u ul var video wbr xmp
    """.split(separator: " ").map(String.init))

  /// The attributes of HTML without a value.
  private static let flags = Set(
    """
    allowfullscreen async autofocus autoplay checked compact controls declare default defer \
    disabled download formnovalidate hidden inert ismap itemscope loop multiple muted nomodule \
    nohref noresize noshade novalidate nowrap open playsinline readonly required reversed \
    selected
    """.split(separator: " ").map(String.init))

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
