import FireflyCore
import FireflyScreen

// The pictures of a server are drawn in the text of an open card, where they stand.
extension FormattedText {
  /// Maximum number of pictures of a text that are drawn; of others the words are enough.
  static let maximumPictures = 12
  /// Maximum rows of a picture.
  private static let tallest = 12

  /// Whether rows are left for the pictures that the text has.
  private var hasRoomForPictures: Bool {
    !pictures.isEmpty || !pictureLinks.contains { BodyPicture.isAddress(links[$0 - 1]) }
  }

  /// Whether it is laid out for a width, with or without pictures.
  func fits(_ columns: Int, showsPictures: Bool) -> Bool {
    width == columns && (showsPictures ? hasRoomForPictures : pictures.isEmpty)
  }

  /// Returns the text with rows for its pictures, each below the paragraph where it stands.
  ///
  /// - Parameter shown: the picture of the card, which is not drawn twice: a line that only names it says that it
  ///   stands above, or is left out where the text begins.
  func withPictures(besides shown: String? = nil) -> FormattedText {
    var text = self
    text.pictureLinks = pictureLinks.filter { links[$0 - 1] != shown }
    text.leaveOut(pictureLinks.filter { links[$0 - 1] == shown })
    let lines = text.lines
    guard !text.hasRoomForPictures else { return text }
    let pictureLinks = text.pictureLinks
    text.lines = []
    var (seen, waiting): (Set<Int>, [String]) = ([], [])
    func addWaiting() {
      for (index, address) in waiting.enumerated() {
        if index > 0 { text.lines.append(TextLine()) }
        text.addPicture(address)
      }
      waiting = []
    }
    for line in lines {
      if line.spans.isEmpty { addWaiting() }
      text.lines.append(line)
      for case .link(let number) in line.spans.map(\.role)
      where pictureLinks.contains(number) && BodyPicture.isAddress(links[number - 1])
        && seen.count < Self.maximumPictures && seen.insert(number).inserted
      {
        waiting.append(links[number - 1])
      }
    }
    addWaiting()
    return text
  }

  /// Marks the lines with nothing but the names of some pictures, which are drawn above; leaves them out before the
  /// first words, with the empty lines below them.
  private mutating func leaveOut(_ pictures: Set<Int>) {
    guard !pictures.isEmpty else { return }
    func isName(_ span: TextSpan) -> Bool {
      if case .link(let number) = span.role { pictures.contains(number) } else { false }
    }
    var (kept, isBelow, hasWords) = ([TextLine](), false, false)
    for line in lines {
      let isOnlyNames =
        line.spans.contains(where: isName)
        && line.spans.allSatisfy {
          isName($0) || $0.role == .marker || $0.glyphs.allSatisfy(\.isSpace)
        }
      if isOnlyNames, hasWords {
        kept.append(line.sayingAbove(within: width))
        continue
      }
      isBelow = isOnlyNames || isBelow && line.spans.isEmpty
      // A link alone is that of the page.
      hasWords = hasWords || line.spans.contains { $0.role.isWords && !$0.glyphs.isEmpty }
      if !isBelow { kept.append(line) }
    }
    while kept.last?.spans.isEmpty == true { kept.removeLast() }
    lines = kept
  }

  /// Leaves rows for a picture at the end.
  mutating func addPicture(_ address: String) {
    let rows = min(Self.tallest, max(3, width / 6))
    pictures.append(TextPicture(address: address, rows: lines.count..<lines.count + rows))
    lines += Array(repeating: TextLine(), count: rows)
  }

  /// Puts lines before the text.
  mutating func begin(with first: [TextLine]) {
    lines = first + lines
    movePictures(by: first.count)
  }

  /// Leaves only the last lines.
  mutating func showEnd(_ count: Int) {
    let left = lines.count
    lines = Array(lines.suffix(max(0, count)))
    movePictures(by: lines.count - left)
  }

  private mutating func movePictures(by rows: Int) {
    pictures = pictures.map {
      TextPicture(
        address: $0.address, rows: $0.rows.lowerBound + rows..<$0.rows.upperBound + rows)
    }
  }
}

extension TextRole {
  /// Whether it is that of words, not of a link or a sign.
  fileprivate var isWords: Bool {
    switch self {
    case .link, .marker: false
    default: true
    }
  }
}

extension TextLine {
  /// Returns the line of a picture's name after words that it is drawn above, if there is room.
  fileprivate func sayingAbove(within width: Int) -> TextLine {
    let words = TextSpan("above: ", role: .marker)
    return self.width + words.glyphs.displayWidth <= width ? TextLine([words] + spans) : self
  }
}

extension Context {
  /// Whether the text of a card is there, and laid out as it is shown now.
  func fits(_ body: FormattedText?) -> Bool {
    body?.fits(layout.textColumns, showsPictures: showsPictures) == true
  }

  /// Returns a text with rows for its pictures, if pictures are shown, but for that of its card.
  func showingPictures(_ text: FormattedText, of post: Post? = nil) -> FormattedText {
    showsPictures ? text.withPictures(besides: post?.imageURL) : text
  }

  /// Returns the size in cells of a picture in a text: the whole picture, as large as it fits.
  func size(ofTextPicture address: String, within room: Size) -> Size {
    var ratio = 1.0
    if case .ready(let known) = pictures[address] { ratio = known }
    // Columns for a half row.
    let aspect = ratio * abilities.cellAspect / 2
    let columns = max(1, min(Double(room.width), Double(2 * room.height) * aspect).rounded())
    let rows = max(1, min(Double(room.height), (columns / aspect / 2).rounded()))
    return Size(width: Int(columns), height: Int(rows))
  }
}

extension CardView {
  /// Draws a picture of a text; its grey square until it is loaded.
  func drawTextPicture(
    _ address: String, at point: Point, _ size: Size, pictures: some PictureSource,
    into frame: inout Frame
  ) {
    let place = PicturePlacement(
      x: point.x, columns: size.width, halfY: 2 * point.y, halfRows: 2 * size.height,
      clipX: 0, clipY: 0, card: background, isSettled: expansion == 1)
    if !pictures.draw(address, place, into: &frame) {
      PicturePlaceholder(place: place, canvas: canvas).draw(into: &frame)
    }
  }

  /// Draws the pictures of a formatted text, as far as its first rows are shown.
  func drawPictures(
    of text: FormattedText, at point: Point, rows shown: Int, pressesLinks: Bool,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    let area = Rect(x: point.x, y: point.y, width: text.width, height: shown)
    frame.clipped(to: area) { frame in
      for (index, picture) in text.pictures.enumerated() {
        let place = Point(x: point.x, y: point.y + picture.rows.lowerBound)
        guard place.y < frame.clip.maxY, place.y + picture.rows.count > frame.clip.y else {
          continue
        }
        let size = canvas.context.size(
          ofTextPicture: picture.address,
          within: Size(width: text.width, height: picture.rows.count))
        drawTextPicture(picture.address, at: place, size, pictures: pictures, into: &frame)
        guard pressesLinks else { continue }
        frame.add(
          "text-picture-\(post.id)-\(index + 1)",
          Rect(x: place.x, y: place.y, width: size.width, height: size.height),
          .links(.tapped(picture.address, of: post.id)), swipe: .list(.cardSwiped(post.id)))
      }
    }
  }
}
