import FireflyCore
import FireflyScreen

// What a closed card says of the posts below it.
extension CardView {
  /// Whether the last row of the closed card says what is new below.
  var showsNews: Bool { expansion < 0.5 && !canvas.layout.hasRows && newBelow > 0 }

  /// Number of unread posts below this one that its last row says; the summary of a feed says its own.
  private var newBelow: Int { post.contents == nil ? newReplies : 0 }

  /// What stands at the right end of the last row of a closed card: the replies, and what is new below.
  ///
  /// - Parameter isAlone: whether no line of the author is in the row, which would say that there is a picture.
  private func tail(isAlone: Bool) -> [(words: [Glyph], style: Style)] {
    guard expansion == 0, !canvas.layout.hasRows else { return [] }
    let replies =
      post.stated?.replies != nil || post.contents != nil
      ? nil : post.replyWords(at: scene.site)
    let new =
      canvas.context.news(of: post) ?? (newBelow > 0 ? "\(newBelow) new below" : nil)
    let hasPicture = isAlone && canvas.context.undrawnPicture(of: post) != nil
    let plain = [hasPicture ? canvas.symbols.picture : nil, replies].compactMap(\.self)
      .joined(separator: canvas.symbols.dot)
    let dot = plain.isEmpty || new == nil ? "" : canvas.symbols.dot
    return [(plain + dot, canvas.detail(over: background)), (new ?? "", newsStyle)].filter {
      !$0.0.isEmpty
    }.map {
      (Glyph.glyphs(of: $0.0), $0.1)
    }
  }

  /// Draws the tail in the last row of a closed card, and returns the columns that it takes there; 0 without room.
  func drawTail(
    width: Int, isLeft: Bool = false, isAlone: Bool = false, at y: Int, into frame: inout Frame
  ) -> Int {
    var parts = tail(isAlone: isAlone)
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
