import FireflyCore
import FireflyScreen

/// Draws the pictures of a text below it while it is written, beside each other.
struct WrittenPicturesView {
  /// Maximum number of pictures.
  static let maximumPictures = 6
  /// Rows of a picture, and before it.
  private static let (height, margin) = (8, 1)
  /// Columns of a picture: at least, and at most; and between two.
  private static let (narrowest, widest, gap) = (16, 32, 2)

  let editor: EditorState
  let card: CardView

  /// Returns the rows that they take.
  static func rows(of editor: EditorState) -> Int {
    editor.textPictures.isEmpty || editor.preview != nil ? 0 : height + margin
  }

  /// Draws as many as there is room for.
  ///
  /// - Parameter top: the first row below the text.
  func draw(at top: Int, pictures: some PictureSource, into frame: inout Frame) {
    guard Self.rows(of: editor) > 0, card.canvas.context.showsPictures else { return }
    let room = card.canvas.layout.textColumns
    let fitting = max(1, (room + Self.gap) / (Self.narrowest + Self.gap))
    let addresses = editor.textPictures.prefix(fitting)
    let most = min(Self.widest, (room + Self.gap) / addresses.count - Self.gap)
    var x = card.textX
    for address in addresses {
      let size = card.canvas.context.size(
        ofTextPicture: address, within: Size(width: most, height: Self.height))
      card.drawTextPicture(
        address, at: Point(x: x, y: top + Self.margin), size, pictures: pictures, into: &frame)
      x += size.width + Self.gap
    }
  }
}
