import FireflyCore

/// Finds what a body begins with, for posts without a title.
public enum MarkdownOpening {
  /// Maximum bytes of a body that are read.
  private static let maxBytes = 4_096

  /// Returns the opening of a body on one line: without marks, blocks of code, HTML and pictures, and
  /// without quotations unless there is nothing else.
  ///
  /// - Parameters:
  ///   - body: Markdown; only its first 4 KB are read.
  ///   - limit: maximum bytes of the opening.
  /// - Returns: the words; `picture` if there are only images, and the source's words if they are all
  ///   in what is left out.
  public static func words(of body: String, limit: Int = 280) -> String {
    let start = start(of: body)
    var pieces = MarkdownPieces(start)
    guard case .markdown(let text, let hasTables)? = pieces.next() else { return "" }
    var (own, quoted) = (OneLine(), OneLine())
    var quotes = 0
    MarkdownTree(text, hasTables: hasTables).walk { event, node in
      if node.kind == .quote { quotes += event == .enter ? 1 : -1 }
      if quotes == 0 { own.add(node, event) } else { quoted.add(node, event) }
      return true
    }
    let picture = own.hasImage || quoted.hasImage ? "picture" : ""
    let openings = [own.text, quoted.text, picture, start].map {
      ForeignText.cleanLine($0, limit: limit)
    }
    return openings.first { !$0.isEmpty } ?? ""
  }

  /// Splits a first-level heading at the start of a body, in either notation, from the rest.
  ///
  /// - Parameter body: Markdown that does not begin with an empty line.
  /// - Returns: the words of the heading and the lines after it; nil if the body begins otherwise.
  public static func heading(of body: String) -> (words: String, rest: Substring)? {
    var words = OneLine()
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
  private(set) var text = ""
  private var images = 0
  /// Whether there is an image, which has no words.
  private(set) var hasImage = false

  mutating func add(_ node: MarkdownNode, _ event: MarkdownTree.Event) {
    switch node.kind {
    case .image:
      images += event == .enter ? 1 : -1
      hasImage = true
    case .text where images == 0, .codeSpan where images == 0: text += node.literal
    case .htmlSpan where images == 0 && !HTMLText.beginsWithMarkup(node.literal[...]):
      text += node.literal
    case .softBreak, .hardBreak, .paragraph, .heading, .item, .tableCell: text += " "
    default: break
    }
  }
}
