/// The role of a span of formatted text, which determines its colours.
public enum TextRole: Hashable, Sendable {
  /// Running text.
  case body
  /// A heading, level 1…6.
  case heading(Int)
  /// Code within running text.
  case code
  /// A line of a code block.
  ///
  /// Its background extends to the text's right edge.
  case codeBlock
  /// Quoted text and its bar.
  case quote
  /// The n-th link of the text, from 1.
  case link(Int)
  /// Bullets, numbers, boxes, table rules: symbols that are not words.
  case marker
}

/// A span of one line in one style.
public struct TextSpan: Hashable, Sendable {
  /// The glyphs.
  public var glyphs: [Glyph]
  /// The role.
  public var role: TextRole
  /// Bold, italic and so on, in addition to those of the role.
  public var attributes: Attributes

  /// Creates a span of glyphs.
  public init(glyphs: [Glyph], role: TextRole = .body, attributes: Attributes = []) {
    self.glyphs = glyphs
    self.role = role
    self.attributes = attributes
  }

  /// Creates a span of text.
  public init(_ text: String, role: TextRole = .body, attributes: Attributes = []) {
    self.init(glyphs: Glyph.glyphs(of: text), role: role, attributes: attributes)
  }
}

/// One wrapped line of formatted text.
public struct TextLine: Hashable, Sendable {
  /// Its spans, left to right.
  public var spans: [TextSpan]

  /// Creates a line; without spans it is blank.
  public init(_ spans: [TextSpan] = []) { self.spans = spans }

  /// Width in columns.
  public var width: Int { spans.reduce(0) { $0 + $1.glyphs.displayWidth } }
  /// The characters without styles.
  public var text: String { spans.map { $0.glyphs.map(\.text).joined() }.joined() }
}

/// A text for ears: its paragraphs in reading order, with what the look says in words.
public struct SpokenText: Hashable, Sendable {
  /// The paragraphs; code and verses have several lines.
  public var paragraphs: [String]
  /// What stands in the text for each link, in the order of their numbers from 1.
  public var linkLabels: [String]

  /// Creates a text.
  public init(paragraphs: [String] = [], linkLabels: [String] = []) {
    self.paragraphs = paragraphs
    self.linkLabels = linkLabels
  }
}

/// A text laid out for one width: its lines and numbered links.
public struct FormattedText: Hashable, Sendable {
  /// The width in columns.
  public var width: Int
  /// The lines, top to bottom.
  public var lines: [TextLine]
  /// Addresses of the links, in the order of their numbers from 1.
  public var links: [String]
  /// The same text for ears; nil if it is only drawn.
  public var spoken: SpokenText?

  /// Creates a laid-out text.
  public init(
    width: Int, lines: [TextLine], links: [String] = [], spoken: SpokenText? = nil
  ) {
    self.width = width
    self.lines = lines
    self.links = links
    self.spoken = spoken
  }
}
