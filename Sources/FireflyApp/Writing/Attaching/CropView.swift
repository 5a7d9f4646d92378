import FireflyCore
import FireflyScreen

/// Draws the thumbnail beside the picture while the crop is being moved.
struct CropView {
  let picture: CardPicture
  /// The position of the picture.
  let place: PicturePlacement
  let canvas: Canvas

  func draw(pictures: some PictureSource, into frame: inout Frame) {
    let metrics = canvas.context.settings.tunables.metrics(.cards)
    let columns = min(Int(metrics.thumbnailSide / ScreenLayout.pointsPerColumn), place.columns)
    let rows = min(Int(metrics.thumbnailSide / ScreenLayout.pointsPerRow), place.halfRows / 2)
    guard rows > 0 else { return }
    var thumbnail = place
    (thumbnail.columns, thumbnail.halfRows) = (columns, 2 * rows)
    let edge = canvas.layout.cardX + canvas.layout.indent + canvas.layout.textColumns
    let isBeside = place.x + place.columns + 1 + columns <= edge
    thumbnail.x = isBeside ? place.x + place.columns + 1 : place.x + place.columns - columns
    // On whole rows, like a picture that doesn't move.
    thumbnail.halfY = (place.halfY + 1) / 2 * 2
    let row = thumbnail.halfY / 2
    if !isBeside {
      // Separates it from the picture below.
      frame.fill(
        Rect(x: thumbnail.x - 1, y: row, width: columns + 1, height: rows + 1),
        style: Style(foreground: canvas.theme.text, background: place.card))
    }
    if !pictures.draw(picture.address, thumbnail, into: &frame) {
      PicturePlaceholder(place: thumbnail, canvas: canvas).draw(into: &frame)
    }
  }
}
