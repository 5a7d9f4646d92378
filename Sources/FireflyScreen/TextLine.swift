/// The role of a span of formatted text, which determines its colours.
package enum TextRole: Hashable, Sendable {
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
package struct TextSpan: Hashable, Sendable {
  /// The glyphs.
  package var glyphs: [Glyph]
  /// The role.
  package var role: TextRole
  /// Bold, italic and so on, in addition to those of the role.
  package var attributes: Attributes

  /// Creates a span of glyphs.
  package init(glyphs: [Glyph], role: TextRole = .body, attributes: Attributes = []) {
    self.glyphs = glyphs
    self.role = role
    self.attributes = attributes
  }

  /// Creates a span of text.
  package init(_ text: String, role: TextRole = .body, attributes: Attributes = []) {
    self.init(glyphs: Glyph.glyphs(of: text), role: role, attributes: attributes)
  }
}

/// One wrapped line of formatted text.
package struct TextLine: Hashable, Sendable {
  /// Its spans, left to right.
  package var spans: [TextSpan]

  /// Creates a line; without spans it is blank.
  package init(_ spans: [TextSpan] = []) { self.spans = spans }

  /// Width in columns.
  package var width: Int { spans.reduce(0) { $0 + $1.glyphs.displayWidth } }
  /// The characters without styles.
  package var text: String { spans.map { $0.glyphs.map(\.text).joined() }.joined() }
}

/// A text for ears: its paragraphs in reading order, with what the look says in words.
package struct SpokenText: Hashable, Sendable {
  /// The paragraphs; code and verses have several lines.
  package var paragraphs: [String]
  /// What stands in the text for each link, in the order of their numbers from 1.
  package var linkLabels: [String]

  /// Creates a text.
  package init(paragraphs: [String] = [], linkLabels: [String] = []) {
    self.paragraphs = paragraphs
    self.linkLabels = linkLabels
  }
}

/// A picture that is drawn in a text, in rows that are left for it.
package struct TextPicture: Hashable, Sendable {
  /// Its address.
  package let address: String
  /// The rows, from the first line of the text.
  package let rows: Range<Int>

  /// Creates a picture.
  package init(address: String, rows: Range<Int>) { (self.address, self.rows) = (address, rows) }
}

/// A text laid out for one width: its lines and numbered links.
package struct FormattedText: Hashable, Sendable {
  /// The width in columns.
  package var width: Int
  /// The lines, top to bottom.
  package var lines: [TextLine]
  /// Addresses of the links, in the order of their numbers from 1.
  package var links: [String]
  /// The numbers of the links that stand for pictures of the text.
  package var pictureLinks: Set<Int>
  /// The pictures for which rows are left.
  package var pictures: [TextPicture] = []
  /// The same text for ears; nil if it is only drawn.
  package var spoken: SpokenText?

  /// Creates a laid-out text.
  package init(
    width: Int, lines: [TextLine], links: [String] = [], pictureLinks: Set<Int> = [],
    spoken: SpokenText? = nil
  ) {
    self.width = width
    self.lines = lines
    self.links = links
    self.pictureLinks = pictureLinks
    self.spoken = spoken
  }
}
