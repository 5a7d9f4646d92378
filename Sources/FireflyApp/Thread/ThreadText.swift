import FireflyCore
import FireflyScreen

/// The text of a post in a thread, and the width for it.
package struct ThreadText: Hashable, Sendable {
  /// The post.
  package let id: Post.ID
  /// The body, in Markdown.
  package let body: String
  /// The width in columns, at least 2.
  package let columns: Int
  /// The title; empty if the row doesn't show one.
  private let title: String
  /// The summary; empty if the row doesn't show one.
  private let summary: String
  /// The line for the picture; empty without one.
  private let picture: String
  /// The address of the picture, if the row or its card shows it.
  private let address: String?
  /// Whether the card shows it.
  private let isOnCard: Bool
  /// Whether pictures are drawn where they stand.
  private let showsPictures: Bool

  /// Maximum lines of title and summary, each.
  private static let maximumLines = 8

  /// Creates the text of a post.
  ///
  /// - Parameters:
  ///   - isCard: whether the post is drawn as a card, which has title, summary and picture of its own.
  ///   - hasCard: whether a card beside it shows title, summary and picture; without a body, the latter two
  ///     are shown all the same.
  ///   - columns: the width in columns.
  ///   - showsPictures: whether pictures are drawn; elsewhere their words stand for them.
  init(
    _ post: Post, isCard: Bool = false, hasCard: Bool = false, columns: Int, symbols: Symbols,
    showsPictures: Bool = false
  ) {
    (id, body, self.columns) = (post.id, post.body, max(2, columns))
    let isShort = isCard || hasCard && !post.body.isEmpty
    title = isCard || hasCard ? "" : post.cardTitle
    summary = isShort || post.summaryRepeatsBody ? "" : symbols.opening(post.summary)
    let hasPicture = post.imageURL?.isEmpty == false || post.service?.hiddenPicture != nil
    picture = isShort || !hasPicture ? "" : symbols.pictureLine
    self.showsPictures = showsPictures
    isOnCard = isCard
    let isShown = showsPictures && (isCard || !picture.isEmpty && !post.isWarned)
    address = isShown ? post.imageURL.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// Returns the whole text of the row: title and summary, the body, and the picture or a line for it.
  ///
  /// A pure function, callable from any thread.
  package func joined(with body: FormattedText) -> FormattedText {
    var text = showsPictures ? body.withPictures(besides: isOnCard ? address : nil) : body
    text.begin(with: wrapped(title, .bold) + wrapped(summary, .italic))
    if let address {
      let isThere = isOnCard || text.pictures.contains { $0.address == address }
      if !isThere { text.addPicture(address) }
    } else {
      text.lines += wrapped(picture, [], role: .marker)
    }
    text.spoken?.paragraphs =
      [title, summary].filter { !$0.isEmpty } + (body.spoken?.paragraphs ?? [])
      + (picture.isEmpty ? [] : [picture])
    return text
  }

  private func wrapped(
    _ words: String, _ attributes: Attributes, role: TextRole = .body
  ) -> [TextLine] {
    guard !words.isEmpty else { return [] }
    let limit = Self.maximumLines
    let glyphs = Glyph.glyphs(of: words.prefix(limit * columns))
    let span = TextSpan(glyphs: glyphs, role: role, attributes: attributes)
    let direction = BidiLine.direction(of: [span])
    return WordWrap.wrap([span], width: columns, limit: limit).prefix(limit).map {
      BidiLine.visual($0, direction: direction)
    }
  }
}
