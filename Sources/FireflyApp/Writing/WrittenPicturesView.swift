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
      let size = size(of: address, most: most)
      let place = PicturePlacement(
        x: x, columns: size.width, halfY: 2 * (top + Self.margin), halfRows: 2 * size.height,
        clipX: 0, clipY: 0, card: card.background, isSettled: card.expansion == 1)
      if !pictures.draw(address, place, into: &frame) {
        PicturePlaceholder(place: place, canvas: card.canvas).draw(into: &frame)
      }
      x += size.width + Self.gap
    }
  }

  /// Returns the size of a picture in cells: the whole picture, as large as it fits.
  private func size(of address: String, most: Int) -> Size {
    let context = card.canvas.context
    var ratio = 1.0
    if case .ready(let known) = context.pictures[address] { ratio = known }
    // Columns for a half row.
    let aspect = ratio * context.abilities.cellAspect / 2
    let columns = max(1, min(Double(most), Double(2 * Self.height) * aspect).rounded())
    let rows = max(1, min(Double(Self.height), (columns / aspect / 2).rounded()))
    return Size(width: Int(columns), height: Int(rows))
  }
}
