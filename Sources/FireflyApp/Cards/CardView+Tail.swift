import FireflyCore
import FireflyScreen

// What a closed card says of the posts below it.
extension CardView {
  /// Whether the last row of the closed card says what is new below.
  var showsNews: Bool { expansion < 0.5 && !canvas.layout.hasRows && newBelow > 0 }

  /// Number of unread posts below this one that its last row says; the summary of a feed says its own.
  private var newBelow: Int { post.contents == nil ? newReplies : 0 }

  /// What stands at the right end of the last row of a closed card: the replies, and what is new below.
  private var tail: [(words: [Glyph], style: Style)] {
    guard expansion == 0, !canvas.layout.hasRows else { return [] }
    let replies =
      post.stated?.replies != nil || post.contents != nil
      ? nil : PostDetails.replyWords(of: post, at: scene.site)
    let new =
      canvas.context.news(of: post) ?? (newBelow > 0 ? "\(newBelow) new below" : nil)
    let dot = replies == nil || new == nil ? "" : canvas.symbols.dot
    let dim = Style(
      foreground: theme.text(alpha: theme.shades.author, over: background), background: .clear)
    return [((replies ?? "") + dot, dim), (new ?? "", newsStyle)].filter { !$0.0.isEmpty }.map {
      (Glyph.glyphs(of: $0.0), $0.1)
    }
  }

  /// Draws the tail in the last row of a closed card, and returns the columns that it takes there; 0 without room.
  func drawTail(
    width: Int, isLeft: Bool = false, at y: Int, into frame: inout Frame
  ) -> Int {
    var parts = tail
    func columns() -> Int { parts.reduce(0) { $0 + $1.words.displayWidth } }
    // What is new is more important than the rest of it.
    if columns() * 2 > width { parts = Array(parts.suffix(1)) }
    let taken = columns()
    guard taken > 0, taken * 2 <= width else { return 0 }
    var x = isLeft ? textX : textX + width - taken
    for (words, style) in parts { x = frame.draw(words, at: Point(x: x, y: y), style: style) }
    return taken + 2
  }
}
