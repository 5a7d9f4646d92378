/// Writes Markdown from the events of an HTML parser.
///
/// An element can be a block, a container of blocks, inline markup, or nothing. The stack of open
/// elements records what to do at their end.
package final class MarkdownWriter: HTMLReader {
  /// The meaning of an open element.
  enum Meaning {
    case nothing
    case block
    case container
    case mark
    /// A mark that is a block of its own.
    case caption
    case code
    case verbatim
    case hidden
    case formula
  }

  /// A quote, a list, or an item of a list.
  struct Container {
    enum Kind {
      case quote
      /// A quotation with its author, of Discourse; its `blockquote` is not another one.
      case quoteWithAuthor
      /// The number of the next item; nil for bullets.
      case list(next: Int?)
      /// With its marker.
      case item(String)
    }

    var kind: Kind
    /// Whether it is empty so far.
    var isFresh = true

    var isQuote: Bool {
      switch kind {
      case .quote, .quoteWithAuthor: true
      case .list, .item: false
      }
    }
  }

  /// The gap before the next text.
  enum Gap {
    case none
    /// A new line of the same paragraph.
    case lineBreak
    /// A new line, such as the next item of a list.
    case line
    /// A blank line.
    case block
  }

  /// Maximum depth of containers; deeper ones are flattened.
  private static let maximumContainers = 12

  let habits: HTMLText.Habits
  var output: [UInt8] = []
  var open: [Meaning] = []
  var containers: [Container] = []
  var marks: [Mark] = []
  var gap = Gap.none
  var hasSpace = false
  var isLineStart = true
  /// Whether the mark of a block, such as a heading, was written, and no word since.
  var isBehindMark = false
  /// Text that is not written yet.
  var run: [UInt8] = []
  /// The number of open elements that hide their text.
  var hidden = 0
  /// How many elements were open when each one began whose line breaks mean something, and whether its
  /// blanks do.
  private var preserving: [(depth: Int, blanks: Bool)] = []
  /// The number of blanks before the next word that mean something.
  var blanks = 0
  /// Whether a new line in the text is one on the page.
  var keepsLines: Bool { !preserving.isEmpty }
  /// Whether each blank in the text is one on the page.
  var keepsBlanks: Bool { preserving.last?.blanks == true }
  /// The number of open elements with verbatim text: code, or preformatted.
  var verbatim = 0
  /// The pictures on the web that a mail names.
  var leftOutPictures: [String] = []
  /// What was closed or written last, as long as the next word may follow it directly.
  var joint = Joint()
  /// Whether there may be formulas among the text.
  package var hasFormulas = false
  /// The formula that is open.
  var formula: FormulaText?
  /// Whether the formula before was written, so that copies of it for other programs are left out.
  var isFormulaKnown = false
  /// Whether the next formula stands on a line of its own.
  var isInDisplay = false
  /// The table that is open, as long as it may become one of Markdown.
  var table: TableEvents?
  /// Whether the events are those that were kept of a table.
  var isReplaying = false
  /// Whether the text is in a cell of a table, which has one line.
  var isInCell = false
  /// Whether an open film or sound has named no file so far.
  var awaitsFile = false

  package init(habits: HTMLText.Habits) { self.habits = habits }

  /// The written Markdown.
  package var markdown: String { String(decoding: output, as: UTF8.self) }

  /// Whether a limit is reached.
  package var isFull: Bool {
    output.count + run.count > HTMLText.maximumOutput
      || open.count + (table?.depth ?? 0) >= HTMLText.maximumDepth
  }

  /// Starts an element.
  package func begin(_ name: String, _ attributes: HTMLAttributes) {
    if collects(name, attributes) { return }
    if formula != nil {
      formula?.begin(name, attributes)
      return open.append(.nothing)
    }
    if verbatim == 0 { flush() }
    if awaitsFile { addFile(within: name, attributes) }
    if let style = attributes["style"], let space = Self.space(in: style), space.hasPrefix("pre") {
      preserving.append((open.count, !space.hasPrefix("pre-line")))
    }
    open.append(hidden > 0 ? .nothing : meaning(of: name, attributes))
  }

  /// Ends the current element, whatever its name.
  package func end(_ name: String = "") {
    if collectsEnd(name) { return }
    guard let meaning = open.popLast() else { return }
    defer { if preserving.last?.depth == open.count { preserving.removeLast() } }
    switch meaning {
    case .nothing where formula != nil: formula?.end()
    case .nothing: if verbatim == 0 { flush() }
    case .hidden: (hidden, awaitsFile) = (hidden - 1, false)
    case .block:
      flush()
      separate()
    case .container:
      flush()
      separate()
      containers.removeLast()
      if case .list? = containers.last?.kind { gap = .line } else { gap = .block }
      if output.isEmpty { gap = .none }
    case .mark:
      flush()
      closeMark()
    case .caption:
      flush()
      closeMark()
      separate()
    case .code: endCode()
    case .verbatim: endVerbatim()
    case .formula: endFormula()
    }
  }

  /// Adds text.
  package func add(_ bytes: UnsafeRawBufferPointer) {
    if table != nil { return collect(bytes) }
    if formula != nil { formula?.add(bytes) } else if hidden == 0 { run.append(contentsOf: bytes) }
  }

  /// Adds the text of a script: nothing, unless it is a formula.
  package func add(script: UnsafeRawBufferPointer) { if formula != nil { add(script) } }

  /// Ends the document.
  package func finish() {
    while table != nil { _ = collectsEnd("") }
    while !open.isEmpty { end() }
    flush()
    closeMarks()
  }

  /// Returns what a style says about white space, such as `pre-wrap`, and what follows; nil for nothing.
  private static func space(in style: String) -> Substring? {
    style.firstRange(of: "white-space").map { style[$0.upperBound...].drop { " :".contains($0) } }
  }

  private func meaning(of name: String, _ attributes: HTMLAttributes) -> Meaning {
    switch name {
    // Of Discourse: what it says below a picture and of a poll's state.
    case "div" where ["meta", "poll-info", "poll-buttons"].contains(attributes["class"] ?? ""):
      hidden += 1
      return .hidden
    case "div" where verbatim == 0 && attributes["class"] == "spoiler":
      let meaning = push(.quote)
      write(block: "**Spoiler**")
      separate()
      return meaning
    case "script" where attributes["type"]?.hasPrefix("math/tex") == true, "math":
      return beginFormula(name, attributes)
    case "span" where isCopyOfFormula(attributes), "script", "style", "title", "template", "svg",
      "textarea", "select":
      hidden += 1
      return .hidden
    case "embed":
      // It has no content: for the parser, all that follows is within it.
      addFile(attributes)
      awaitsFile = false
      return .nothing
    case "iframe", "video", "audio", "object":
      addFile(attributes)
      awaitsFile = awaitsFile && name != "iframe"
      hidden += 1
      return .hidden
    case "i", "em", "cite", "var": return beginMark(.sign("*"))
    case "b", "strong": return beginMark(.sign("**"))
    case "s", "del", "strike": return beginMark(.sign("~~"))
    case "span" where Self.style(attributes).contains("line-through"):
      return beginMark(.sign("~~"))
    case "sup", "sub": return beginMark(.raised(name))
    case "summary":
      separate()
      return .block
    case "a":
      let address = attributes["href"].flatMap(habits.address)
      return address.map { beginMark(.link($0)) } ?? .nothing
    case "code" where verbatim == 0, "tt" where verbatim == 0, "kbd" where verbatim == 0:
      verbatim += 1
      return .code
    case "pre" where verbatim == 0:
      separate()
      verbatim += 1
      return .verbatim
    case "br":
      breakLine()
      return .nothing
    case "hr":
      separate()
      if verbatim == 0 { write(block: "---") }
      separate()
      return .nothing
    case "img":
      addPicture(attributes)
      return .nothing
    default: return block(name, attributes)
    }
  }

  private func block(_ name: String, _ attributes: HTMLAttributes) -> Meaning {
    guard verbatim == 0 else { return .nothing }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      separate()
      write(block: String(repeating: "#", count: Int(name.suffix(1)) ?? 1) + " ")
      return .block
    case "aside" where attributes["class"]?.split(separator: " ").contains("quote") == true:
      return push(.quoteWithAuthor)
    case "blockquote":
      guard case .quoteWithAuthor? = containers.last?.kind else { return push(.quote) }
      separate()
      return .block
    case "ul", "menu", "dl": return push(.list(next: nil))
    case "ol":
      let start = attributes["start"].flatMap { Int($0) } ?? 1
      return push(.list(next: (0...99_999_999).contains(start) ? start : 1))
    case "li", "dd": return pushItem()
    // A term stands above its explanations, which are items.
    case "dt":
      separate()
      return .block
    case "td", "th":
      hasSpace = true
      return .nothing
    // Italic: it is not read as a paragraph of the text.
    case "figcaption":
      separate()
      return beginMark(.sign("*")) == .mark ? .caption : .block
    case "p", "div", "details", "section", "article", "header", "footer", "aside", "main", "nav",
      "table", "tr", "caption", "figure", "form", "fieldset", "address", "center",
      "body":
      separate()
      return .block
    default: return .nothing
    }
  }

  private func push(_ kind: Container.Kind) -> Meaning {
    separate()
    guard containers.count < Self.maximumContainers else { return .block }
    containers.append(Container(kind: kind))
    return .container
  }

  private func pushItem() -> Meaning {
    separate()
    guard containers.count < Self.maximumContainers, let last = containers.indices.last,
      case .list(let next) = containers[last].kind
    else { return .block }
    if !containers[last].isFresh { gap = .line }
    containers[last].kind = .list(next: next.map { $0 + 1 })
    containers.append(Container(kind: .item(next.map { "\($0). " } ?? "- ")))
    return .container
  }
}
