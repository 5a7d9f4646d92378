import FireflyCore
import FireflyScreen

/// Draws the pictures of a text below it while it is written, as thumbnails in a row.
struct WrittenPicturesView {
  /// The size of a thumbnail in cells, and the columns and rows before it.
  private static let (columns, height, gap) = (8, 4, 1)

  let editor: EditorState
  let card: CardView

  /// Returns the rows that they take.
  static func rows(of editor: EditorState) -> Int {
    editor.textPictures.isEmpty || editor.preview != nil ? 0 : height + gap
  }

  /// Draws as many as there is room for.
  ///
  /// - Parameter top: the first row below the text.
  func draw(at top: Int, pictures: some PictureSource, into frame: inout Frame) {
    guard Self.rows(of: editor) > 0, card.canvas.context.showsPictures else { return }
    let room = card.canvas.layout.textColumns
    let fitting = (room + Self.gap) / (Self.columns + Self.gap)
    for (index, address) in editor.textPictures.prefix(max(1, fitting)).enumerated() {
      let place = PicturePlacement(
        x: card.textX + index * (Self.columns + Self.gap), columns: min(room, Self.columns),
        halfY: 2 * (top + Self.gap), halfRows: 2 * Self.height, clipX: 0, clipY: 0,
        card: card.background, isSettled: card.expansion == 1)
      if !pictures.draw(address, place, into: &frame) {
        PicturePlaceholder(place: place, canvas: card.canvas).draw(into: &frame)
      }
    }
  }
}
