import FireflyCore
import FireflyScreen

/// The title and summary of a card, wrapped to its width.
struct CardText {
  /// The title, one line.
  var title: [Glyph]
  /// The lines of a title that is longer than one, at most four; the expanded card shows them.
  let titleLines: [TextLine]
  /// The summary, at most two lines (seed 002).
  var summary: [TextLine]
  /// The same on an open card, without the beginning of the text.
  let openSummary: [TextLine]

  /// Whether the summary is the beginning of the body and replaces the title.
  let summaryRepeatsBody: Bool
  /// Whether the beginning of the body stands for a summary while the card is closed.
  let isOpening: Bool
  /// Number of rows of the title, and of the summary, of an open card.
  var titleRows: Int { max(1, titleLines.count) }
  var summaryRows: Int { summaryRepeatsBody || isOpening ? 0 : openSummary.count }

  /// Width in columns.
  var width: Int

  /// Creates the texts of a post's card.
  ///
  /// - Parameters:
  ///   - hasPicture: whether there is a thumbnail beside them.
  ///   - hasIndicator: whether there is a child indicator at the right end.
  ///   - isDrawn: whether it is drawn; otherwise the beginning of a text is left out, which has no rows on an
  ///     open card.
  init(
    _ post: Post, layout: ScreenLayout, symbols: Symbols, hasPicture: Bool, hasIndicator: Bool,
    isDrawn: Bool = true
  ) {
    width = Self.columns(
      layout, hasPicture: hasPicture && layout.hasThumbnailRoom, hasIndicator: hasIndicator)
    summaryRepeatsBody = post.summaryRepeatsBody
    let whole = Glyph.glyphs(of: symbols.opening(String(post.cardTitle.prefix(8 * width + 80))))
    title = whole.truncated(to: width)
    titleLines = whole.displayWidth > width ? Self.wrap(whole, width: width, lines: 4) : []
    // Line breaks become spaces when characters become glyphs.
    // A search is often called as what it looks for: its text says more.
    let isBlank = post.summary.allSatisfy(\.isWhitespace) && post.template != .query
    isOpening = !post.cardTitle.isEmpty && (isBlank || post.summary == post.cardTitle)
    let width = width
    func lines(_ text: String, atMost limit: Int = 2) -> [TextLine] {
      let words = Glyph.glyphs(of: symbols.opening(String(text.prefix(8 * width + 80))))
      return words.isEmpty ? [] : Self.wrap(words, width: width, lines: limit)
    }
    if !isDrawn, summaryRepeatsBody || isOpening {
      (summary, openSummary) = ([], [])
    } else if post.cardTitle.isEmpty || isOpening {
      // Below a title, the author has the second row.
      summary = isOpening ? lines(post.bodyOpening, atMost: 1) : lines(post.opening)
      openSummary = summary
    } else {
      // The author has a row of their own if the rest leaves it free.
      let short = lines(post.summaryWithoutAuthor)
      summary = short.count > 1 ? lines(post.summary) : short
      let beside = post.openedSummary
      // An open card has it always.
      openSummary = beside == post.summary ? short : lines(beside)
    }
  }

  /// Returns the width of title and summary in columns.
  static func columns(_ layout: ScreenLayout, hasPicture: Bool, hasIndicator: Bool) -> Int {
    let all = layout.textColumns
    if hasPicture {
      let room = Int(layout.thumbnailRoom / ScreenLayout.pointsPerColumn)
      return max(1, all - room - 2)
    }
    // One column between the text and the indicator of the expanded card.
    return max(1, all - (hasIndicator ? ChildIndicatorView.columns : 0))
  }

  /// Returns the columns of a summary that a closed card, or a post of one or two rows, has at least.
  static func summaryColumns(_ layout: ScreenLayout) -> Int {
    let columns = columns(layout, hasPicture: false, hasIndicator: true)
    guard layout.hasRows else { return 2 * columns - columns / 4 }
    // Beside the columns of one row; in two behind author, age and source.
    return layout.closedRows < 2
      ? columns - (columns >= 90 ? 40 : columns >= 50 ? 34 : 14) : columns / 2
  }

  /// Wraps to at most that many lines, the last truncated with `…`.
  static func wrap(_ glyphs: [Glyph], width: Int, lines count: Int) -> [TextLine] {
    let line = TextSpan(glyphs: glyphs)
    guard glyphs.displayWidth > width else { return [TextLine([line])] }
    let lines = WordWrap.wrap([line], width: width, limit: count + 1)
    guard lines.count > count else { return lines }
    let last = lines.suffix(2).map { $0.spans.flatMap(\.glyphs) }.joined(separator: [.space])
    return lines.dropLast(2) + [TextLine([TextSpan(glyphs: Array(last).truncated(to: width))])]
  }
}

/// The picture of a card.
struct CardPicture: Hashable {
  let address: String
  /// The crop of the thumbnail.
  let crop: Draft.Crop
}

extension Context {
  /// Returns the picture of a post's card; nil for none.
  ///
  /// For an edited post, returns the edited picture.
  func picture(of post: Post) -> CardPicture? {
    guard let address = picture(of: post.id, post.imageURL) else { return nil }
    let crop = writing?.card == post.id ? writing?.attachment.crop : nil
    return CardPicture(
      address: address, crop: crop ?? Draft.Crop(x: post.clipOffsetX, y: post.clipOffsetY))
  }

  /// Returns the address of the picture of a post's card; nil for none.
  ///
  /// - Returns: the address of the edited picture if the post is being edited.
  func picture(of post: Post.ID, _ address: String?) -> String? {
    guard showsPictures else { return nil }
    if let writing, writing.card == post { return writing.attachment.address }
    guard let address, !address.isEmpty else { return nil }
    return address
  }

  /// Whether the card of a post has a picture.
  func showsPicture(of post: Post) -> Bool { picture(of: post.id, post.imageURL) != nil }

  /// The size of the square on an open card in place of a picture that can't be loaded, in points.
  static let missingSide = 80.0

  /// Returns what stands beside the square for a picture that can't be loaded: its words, and the reason; nil for
  /// others.
  func missingPicture(of post: Post) -> (words: String, reason: String)? {
    guard writing?.card != post.id, let address = picture(of: post.id, post.imageURL),
      case .failed(let reason) = pictures[address]
    else { return nil }
    let name = address.split(separator: "/").last.map(String.init) ?? address
    return (post.pictureWords ?? name, reason ?? "not loaded")
  }

  /// Returns what says that a post has a picture where none is drawn: `▣ a lamp at night`; nil for others.
  func undrawnPicture(of post: Post) -> String? {
    guard !showsPictures else { return nil }
    let isWritten = writing?.card == post.id
    let address = isWritten ? writing?.attachment.address : post.imageURL
    guard let address, !address.isEmpty else { return nil }
    let file = isWritten ? writing?.attachment.picture?.path.split(separator: "/").last : nil
    let words = file.map(String.init) ?? post.pictureWords
    return words.map { "\(symbols.picture) " + $0.prefix(1_000) } ?? symbols.pictureLine
  }

  /// Whether a field stands in place of the picture of a post until the user opens it.
  func hidesPicture(of post: Post) -> Bool {
    post.service?.hiddenPicture != nil && showsPictures && writing?.card != post.id
  }

  /// Returns what stands on the field in place of a hidden picture, and whose key opens it.
  func hiddenPictureWords(of post: Post) -> [Glyph] {
    let key = keyLabel(.picture(.pressed)).map { "\(symbols.dot)\($0) shows it" } ?? ""
    let end = Glyph.glyphs(of: symbols.dot + post.hiddenPictureKind + key)
    return Glyph.glyphs(of: (post.pictureWords ?? "no description").prefix(1_000))
      .truncated(to: max(4, layout.textColumns - end.displayWidth - 2)) + end
  }

  /// Returns the texts of a post's card; without the beginning of its text if it is not drawn.
  func words(of post: Post, isDrawn: Bool = true) -> CardText {
    CardText(
      post, layout: layout, symbols: symbols, hasPicture: showsPicture(of: post),
      hasIndicator: reservesIndicatorColumns(post), isDrawn: isDrawn)
  }

  /// Returns what is new in a feed or a folder: `3 new`; nil for nothing, and for other posts.
  func news(of post: Post) -> String? {
    guard let contents = post.contents else { return nil }
    let new = readMarks.newReplies(to: post, at: site)
    return new > 0 ? "\(new)\(contents.isPartial == true ? "+" : "") new" : nil
  }

  /// Whether a post's card reserves columns for the child indicator; unsaved posts will have one.
  func reservesIndicatorColumns(_ post: Post) -> Bool {
    post.isUnsaved || post.childIndicator(for: account) != nil
  }

  /// Returns the widths of the fields of an edited post, in columns: the same as for reading.
  func writingColumns(of post: Post) -> (words: Int, body: Int) {
    let words = CardText.columns(
      layout, hasPicture: showsPicture(of: post) && layout.hasThumbnailRoom,
      hasIndicator: reservesIndicatorColumns(post))
    return (words, layout.textColumns)
  }

  /// Returns the layout of a post's card, in points.
  ///
  /// Sizes are whole cells, so that a card at rest is on the grid.
  func cardLayout(for post: Post, in list: ListState, words: CardText? = nil) -> CardLayout {
    let screen = layout
    let row = ScreenLayout.pointsPerRow
    let column = ScreenLayout.pointsPerColumn
    var picture: CardLayout.Picture?
    if let shown = self.picture(of: post) {
      var ratio = 1.0
      if case .ready(let known) = pictures[shown.address] { ratio = known }
      let tallest =
        (settings.tunables.pictureHeight * screen.wholeHeight / row).rounded(.down) * row
      // A cell counts as 10 × 20 points, but has another aspect ratio in many fonts.
      let fitted = CardLayout.Picture(
        aspectRatio: ratio * abilities.cellAspect * column / row, contentWidth: screen.contentWidth,
        maxHeight: max(row, tallest))
      let isMissing = self.writing?.card != post.id && pictures.hasFailed(shown.address)
      picture =
        isMissing
        ? CardLayout.Picture(
          width: min(Self.missingSide, screen.contentWidth), height: Self.missingSide)
        : CardLayout.Picture(
          width: max(1, (fitted.width / column).rounded()) * column,
          height: max(1, (fitted.height / row).rounded()) * row)
    }
    let writing = writing?.card == post.id ? writing : nil
    if hidesPicture(of: post) {
      picture = CardLayout.Picture(width: screen.contentWidth, height: 3 * row)
    }
    let bodyLines = writing?.bodyRows ?? list.bodies[post.id]?.lines.count ?? 0
    // The expanded card's indicator reaches into the second row below the title, where the picture would
    // begin without a summary.
    let isBelowSign = fillsCards && picture != nil && reservesIndicatorColumns(post)
    let known = words ?? self.words(of: post, isDrawn: false)
    let summaryRows = max(isBelowSign ? 1 : 0, writing?.summaryRows ?? known.summaryRows)
    let titleRows = writing == nil ? known.titleRows : 1
    // Without a title, the author stands at the top; below the text may be the key that edits.
    let hasAuthor =
      writing != nil || !known.summaryRepeatsBody || account.owns(post)
    // With the 87 points of the seed's height formula these are whole rows. Above a picture there
    // is an empty row, for the seed's 16 points.
    let padding = picture == nil ? 13.0 : 13 + row
    return CardLayout(
      contentWidth: screen.contentWidth, cardWidth: screen.cardWidth,
      titleSummaryHeight: row * Double(titleRows + summaryRows) + padding,
      bodyHeight: row * Double(bodyLines),
      endHeight: CardLayout.endHeight - (hasAuthor ? 0 : row), picture: picture,
      metrics: screen.metrics)
  }

  /// Returns the positions of a list's cards, animations included.
  func movingLayout(of list: ListState) -> ListLayout {
    if let tops = list.threadTops(at: now) {
      return threadLayout(of: list, tops: tops) { $0.value(at: now) }
    }
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions {
      guard let index = list.index(of: id) else { continue }
      let layout = cardLayout(for: list.posts[index], in: list)
      taller[index] = layout.height(at: expansion.value(at: now))
    }
    return ListLayout(
      count: list.posts.count, taller: taller, compactHeight: layout.metrics.compactHeight,
      foot: list.footHeight)
  }
}
