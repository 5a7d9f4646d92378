import FireflyCore
import FireflyScreen

/// The words of a card, cut and wrapped to its width.
struct CardText {
  /// Title, one line.
  var title: [Glyph]
  /// Summary, at most two lines (seed 002).
  var summary: [TextLine]

  /// Whether the summary is the beginning of the body, in the place of a title.
  let summaryRepeatsBody: Bool

  /// Columns they may take.
  var width: Int

  /// The words of a post on a card of that layout.
  ///
  /// - `hasPicture`: whether room is kept for a thumbnail.
  /// - `hasIndicator`: whether the child indicator takes the right end.
  init(_ post: Post, layout: ScreenLayout, hasPicture: Bool, hasIndicator: Bool) {
    width = Self.columns(
      layout, hasPicture: hasPicture && layout.hasThumbnails, hasIndicator: hasIndicator)
    summaryRepeatsBody = post.summaryRepeatsBody
    title = Glyph.glyphs(of: post.cardTitle.prefix(4 * width + 40)).truncated(to: width)
    summary =
      post.summary.isEmpty ? [] : Self.wrap(post.summary.prefix(8 * width + 80), width: width)
  }

  /// Columns that title and summary may take: beside a thumbnail, one less than up to it.
  static func columns(_ layout: ScreenLayout, hasPicture: Bool, hasIndicator: Bool) -> Int {
    let all = layout.textColumns
    if hasPicture {
      let room = Int(layout.metrics.thumbnailRoom / ScreenLayout.pointsPerColumn)
      return max(1, all - room - 2)
    }
    // One column between the words and the sign of the expanded card.
    return max(1, all - (hasIndicator ? ChildIndicatorView.columns : 0))
  }

  /// At most two lines, the second cut with … if there is more.
  private static func wrap(_ text: Substring, width: Int) -> [TextLine] {
    // Line breaks become spaces when characters become glyphs.
    let glyphs = Glyph.glyphs(of: text)
    let line = TextSpan(glyphs: glyphs)
    guard glyphs.displayWidth > width else { return [TextLine([line])] }
    let lines = WordWrap.wrap([line], width: width, limit: 3)
    guard lines.count > 2 else { return lines }
    let second = lines[1].spans.flatMap(\.glyphs) + [.space] + lines[2].spans.flatMap(\.glyphs)
    return [lines[0], TextLine([TextSpan(glyphs: second.truncated(to: width))])]
  }
}

/// The picture that a card shows.
struct CardPicture: Hashable {
  /// Where it is.
  let address: String
  /// Where its thumbnail looks.
  let crop: Draft.Crop
}

extension Context {
  /// The picture of a post's card; nil for none.
  ///
  /// While it is edited, that of the edited text.
  func picture(of post: Post) -> CardPicture? {
    guard let address = picture(of: post.id, post.imageURL) else { return nil }
    let crop = writing?.card == post.id ? writing?.attachment.crop : nil
    return CardPicture(
      address: address, crop: crop ?? Draft.Crop(x: post.clipOffsetX, y: post.clipOffsetY))
  }

  /// The address of the picture of a post's card; nil for none.
  ///
  /// - `address`: that of the post's own picture.
  func picture(of post: Post.ID, _ address: String?) -> String? {
    guard showsPictures else { return nil }
    if let writing, writing.card == post { return writing.attachment.address }
    guard let address, !address.isEmpty else { return nil }
    return address
  }

  /// Whether a post's picture takes part in its card.
  func showsPicture(of post: Post) -> Bool { picture(of: post.id, post.imageURL) != nil }

  /// The words of a post's card.
  func words(of post: Post) -> CardText {
    CardText(
      post, layout: layout, hasPicture: showsPicture(of: post),
      hasIndicator: reservesIndicatorColumns(post))
  }

  /// Whether the child indicator takes its place on a post's card: a new post will have one.
  func reservesIndicatorColumns(_ post: Post) -> Bool {
    post.isUnsaved || post.childIndicator(for: account.email) != nil
  }

  /// Columns of the fields of a post that is written: those that its words take where they are read.
  func writingColumns(of post: Post) -> (words: Int, body: Int) {
    let words = CardText.columns(
      layout, hasPicture: showsPicture(of: post) && layout.hasThumbnails,
      hasIndicator: reservesIndicatorColumns(post))
    return (words, layout.textColumns)
  }

  /// The layout of a post's card, in points, from what is known of its body and its picture.
  ///
  /// Sizes are whole cells, so that at rest everything stands on the grid.
  func cardLayout(for post: Post, in list: ListState, words: CardText? = nil) -> CardLayout {
    let screen = layout
    let row = ScreenLayout.pointsPerRow
    let column = ScreenLayout.pointsPerColumn
    var picture: CardLayout.Picture?
    if let shown = self.picture(of: post) {
      var ratio = 1.0
      if case .ready(let known) = pictures[shown.address] { ratio = known }
      let tallest =
        (settings.tunables.pictureHeight * screen.windowHeight / row).rounded(.down) * row
      // A cell counts as 10 × 20 points, and is of another shape with many fonts.
      let fitted = CardLayout.Picture(
        aspectRatio: ratio * abilities.cellAspect * column / row, contentWidth: screen.contentWidth,
        maxHeight: max(row, tallest))
      picture = CardLayout.Picture(
        width: max(1, (fitted.width / column).rounded()) * column,
        height: max(1, (fitted.height / row).rounded()) * row)
    }
    let writing = writing?.card == post.id ? writing : nil
    let bodyLines = writing?.bodyRows ?? list.bodies[post.id]?.lines.count ?? 0
    // The expanded card's sign reaches into the second row below the title. What a summary doesn't keep
    // away from it begins where it would below one.
    let isBelowSign =
      fillsCards && (picture != nil || bodyLines > 0)
      && reservesIndicatorColumns(post)
    let known = words ?? self.words(of: post)
    let summaryRows = writing?.summaryRows ?? (known.summaryRepeatsBody ? 0 : known.summary.count)
    let summaryLines = max(isBelowSign ? 1 : 0, summaryRows)
    // With the 87 points of the seed's height formula these make whole rows. Above a picture there is a
    // row of air, as the 16 points are that the seed has there.
    let padding = picture == nil ? 13.0 : 13 + row
    return CardLayout(
      contentWidth: screen.contentWidth, cardWidth: screen.cardWidth,
      titleSummaryHeight: row * Double(1 + summaryLines) + padding,
      bodyHeight: row * Double(bodyLines),
      picture: picture, metrics: screen.metrics)
  }

  /// Where the cards of a list stand at this very moment.
  func movingLayout(of list: ListState) -> ListLayout {
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions {
      guard let index = list.index(of: id) else { continue }
      let layout = cardLayout(for: list.posts[index], in: list)
      taller[index] = layout.height(at: expansion.value(at: now))
    }
    return ListLayout(
      count: list.posts.count, taller: taller, compactHeight: layout.metrics.compactHeight)
  }
}
