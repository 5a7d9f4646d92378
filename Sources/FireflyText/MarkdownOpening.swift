import FireflyCore

/// Finds what a body begins with, for posts without a title.
package enum MarkdownOpening {
  /// Maximum bytes of a body that are read.
  private static let maxBytes = 4_096

  /// Returns the opening of a body on one line: without marks, blocks of code and HTML, and without
  /// quotations unless there is nothing else.
  ///
  /// Paragraphs that are code only by their indent, as mails have them, are
  /// words.
  ///
  /// A picture is its description after `▣`, and left out before the first words; headings, the items of a list and
  /// the cells of a table are separated by `·`.
  ///
  /// - Parameters:
  ///   - body: Markdown; only its first 4 KB are read.
  ///   - limit: maximum bytes of the opening.
  /// - Returns: the words, and the source's words if they are all in what is left out.
  package static func words(of body: String, limit: Int = 280) -> String {
    let start = start(of: body)
    var pieces = MarkdownPieces(start)
    guard case .markdown(let text, let hasTables)? = pieces.next() else { return "" }
    var (own, quoted) = (OneLine(showsPictures: true), OneLine(showsPictures: true))
    var quotes = 0
    MarkdownTree(text, hasTables: hasTables).walk { event, node in
      if node.kind == .quote {
        if event == .enter, quotes == 0 { own.dropAttribution() }
        quotes += event == .enter ? 1 : -1
      }
      if quotes == 0 { own.add(node, event) } else { quoted.add(node, event) }
      return true
    }
    let openings = [own.text, own.pictureWords, quoted.text, quoted.pictureWords, start].map {
      ForeignText.cleanLine($0, limit: limit)
    }
    return openings.first { !$0.isEmpty } ?? ""
  }

  /// Splits a first-level heading at the start of a body, in either notation, from the rest.
  ///
  /// - Parameter body: Markdown that does not begin with an empty line.
  /// - Returns: the words of the heading and the lines after it; nil if the body begins otherwise.
  package static func heading(of body: String) -> (words: String, rest: Substring)? {
    var words = OneLine(showsPictures: false)
    var level = 0
    MarkdownTree(start(of: body), hasTables: false).walk { event, node in
      if node.kind == .heading { level = node.headingLevel }
      if level == 1 { words.add(node, event) }
      return level == 0
        ? node.kind == .other : level == 1 && (event, node.kind) != (.exit, .heading)
    }
    let title = ForeignText.cleanLine(words.text)
    guard !title.isEmpty else { return nil }
    var rest = body[...]
    // A heading of several lines ends with its underline: the tree doesn't say where.
    let isUnderlined = !body.drop { $0 == " " }.hasPrefix("#")
    repeat {
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      if !isUnderlined || line.contains("=") && line.allSatisfy({ "= \t".contains($0) }) { break }
    } while !rest.isEmpty
    return (title, rest)
  }

  private static func start(of body: String) -> String {
    ForeignText.clean(String(decoding: body.utf8.prefix(maxBytes), as: UTF8.self))
  }
}

/// Puts the words of a tree's nodes on one line.
private struct OneLine {
  /// Whether pictures are shown by their descriptions.
  let showsPictures: Bool
  private(set) var text = ""
  /// The pictures before the first words.
  private(set) var pictureWords = ""
  private var pictures = 0
  private var description = ""
  private var raised: RaisedText?

  init(showsPictures: Bool) { self.showsPictures = showsPictures }

  /// Where the last paragraph begins, in bytes.
  private var paragraph = 0
  /// Whether the end of a heading, an item of a list or a cell of a table is between the words before and the next ones.
  private var isApart = false

  /// Adds words, apart from those of other items.
  private mutating func write(_ words: String) {
    if isApart, !words.allSatisfy(\.isWhitespace) {
      isApart = false
      let before = text.trimmed
      paragraph = min(paragraph, before.utf8.count)
      text = PostText.joined(before, apart: words)
    } else {
      text += words
    }
  }

  /// Drops the last paragraph if it only says who wrote the quotation that follows, and when.
  mutating func dropAttribution() {
    let start = text.utf8.index(text.startIndex, offsetBy: paragraph)
    let line = text[start...].trimmed
    guard line.hasSuffix(":"),
      line.hasSuffix("wrote:") || line.contains(where: { $0.isNumber || $0 == "@" })
    else { return }
    text.removeSubrange(start...)
  }

  mutating func add(_ node: MarkdownNode, _ event: MarkdownTree.Event) {
    if node.kind == .paragraph, event == .enter { paragraph = text.utf8.count }
    if pictures > 0 || node.kind == .image { return addInPicture(node, event) }
    switch node.kind {
    case .text: write(Poll.withoutBars(raised?.signs(for: node.literal) ?? node.literal))
    case .codeSpan: write(node.literal)
    case .code where node.isIndentedProse: write(" " + node.literal + " ")
    case .htmlSpan:
      RaisedText.update(&raised, at: node.literal)
      if !HTMLText.beginsWithMarkup(node.literal[...]) {
        write(node.literal)
      } else if showsPictures, let picture = HTMLText.picture(node.literal[...]) {
        add(pictureOf: picture.description)
      }
    case .paragraph, .heading, .item, .tableCell:
      // A tag without an end raises no other text.
      raised = nil
      text += " "
      if node.kind != .paragraph { isApart = true }
    case .softBreak, .hardBreak: text += " "
    default: break
    }
  }

  private mutating func addInPicture(_ node: MarkdownNode, _ event: MarkdownTree.Event) {
    switch node.kind {
    case .image:
      if pictures == 0 { description = "" }
      pictures += event == .enter ? 1 : -1
      if pictures == 0, showsPictures { add(pictureOf: description) }
    case .text, .codeSpan: description += node.literal
    case .softBreak, .hardBreak: description += " "
    default: break
    }
  }

  private mutating func add(pictureOf description: String) {
    let frame = TextSymbols.unicode.picture
    let isBlank = description.allSatisfy(\.isWhitespace)
    let words = isBlank ? frame.alone : frame.start + description + frame.end
    if text.allSatisfy(\.isWhitespace) { pictureWords += words + " " } else { write(words) }
  }
}
