import FireflyCore
import FireflyScreen

/// The thumbnail that a picture will have in lists, beside the picture: while one moves the crop.
struct CropView {
  /// Its side in half rows, and in columns, as lists have it.
  private static let side = 8

  let picture: CardPicture
  /// Where the picture stands.
  let place: PicturePlacement
  let canvas: Canvas

  func draw(pictures: some PictureSource, into frame: inout Frame) {
    guard canvas.state.focus.editor?.attachment.isCropping == true else { return }
    let side = min(Self.side, place.halfRows / 2 * 2, place.columns)
    guard side > 0 else { return }
    var thumbnail = place
    (thumbnail.columns, thumbnail.halfRows) = (side, side)
    let edge = canvas.layout.cardX + canvas.layout.indent + canvas.layout.textColumns
    let isBeside = place.x + place.columns + 1 + side <= edge
    thumbnail.x = isBeside ? place.x + place.columns + 1 : place.x + place.columns - side
    // On whole rows, as the picture is at rest.
    thumbnail.halfY = (place.halfY + 1) / 2 * 2
    let row = thumbnail.halfY / 2
    if !isBeside {
      // What separates it from the picture that it lies on.
      frame.fill(
        Rect(x: thumbnail.x - 1, y: row, width: side + 1, height: side / 2 + 1),
        style: Style(foreground: canvas.theme.text, background: place.card))
    }
    if !pictures.draw(picture.address, thumbnail, into: &frame) {
      PicturePlaceholder.draw(thumbnail, canvas, into: &frame)
    }
  }
}
