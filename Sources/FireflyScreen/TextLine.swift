/// What a stretch of formatted text is, for the theme to colour.
public enum TextRole: Hashable, Sendable {
  /// Running text.
  case body
  /// A heading, level 1…6.
  case heading(Int)
  /// Code within running text.
  case code
  /// A line of a code block. What is behind it goes on to the text's right edge.
  case codeBlock
  /// Quoted text and its bar.
  case quote
  /// The n-th link of the text, from 1.
  case link(Int)
  /// Bullets, numbers, boxes, table rules: what belongs to the form and not to the words.
  case marker
}

/// A stretch of one line in one style.
public struct TextSpan: Hashable, Sendable {
  /// What it shows, already reduced to cells.
  public var glyphs: [Glyph]
  /// What it is.
  public var role: TextRole
  /// Bold, italic and so on, on top of what the role brings.
  public var attributes: Attributes

  /// A span of glyphs.
  public init(glyphs: [Glyph], role: TextRole = .body, attributes: Attributes = []) {
    self.glyphs = glyphs
    self.role = role
    self.attributes = attributes
  }

  /// A span of text.
  public init(_ text: String, role: TextRole = .body, attributes: Attributes = []) {
    self.init(glyphs: Glyph.glyphs(of: text), role: role, attributes: attributes)
  }
}

/// One wrapped line of formatted text.
public struct TextLine: Hashable, Sendable {
  /// Its spans, left to right.
  public var spans: [TextSpan]

  /// A line of spans; none makes a blank line.
  public init(_ spans: [TextSpan] = []) { self.spans = spans }

  /// Columns it takes.
  public var width: Int { spans.reduce(0) { $0 + $1.glyphs.displayWidth } }
  /// Its characters without styles.
  public var text: String { spans.map { $0.glyphs.map(\.text).joined() }.joined() }
}

/// A text laid out for one width: its lines, and the links they number.
public struct FormattedText: Hashable, Sendable {
  /// Columns it was wrapped to.
  public var width: Int
  /// The lines, top to bottom.
  public var lines: [TextLine]
  /// Addresses of the links in the order of their numbers, from 1.
  public var links: [String]

  /// A laid-out text.
  public init(width: Int, lines: [TextLine], links: [String] = []) {
    self.width = width
    self.lines = lines
    self.links = links
  }
}
