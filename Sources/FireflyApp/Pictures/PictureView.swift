import FireflyScreen

/// Draws a picture in full screen.
enum PictureView {
  static func draw(
    _ canvas: Canvas, address: String, pictures: some PictureSource, into frame: inout Frame
  ) {
    frame.cover()
    frame.add("close", frame.bounds, .picture(.closed))
    frame.cursor = Point(x: 0, y: 0)
    frame.fill(
      frame.bounds, style: Style(foreground: canvas.theme.text, background: canvas.theme.backdrop))
    var ratio = 1.0
    if case .ready(let known) = canvas.context.pictures[address] { ratio = known }
    var size = canvas.layout.size
    if size.height >= 6 {
      size.height -= 1
      drawCloseHint(canvas, row: size.height, into: &frame)
    }
    // The largest rectangle with the picture's aspect ratio, in half rows, which are nearly square.
    let aspect = canvas.context.abilities.cellAspect
    let halfWidth = aspect / 2
    let columns = min(Double(size.width), Double(2 * size.height) * ratio * halfWidth)
    // Whole rows, which all characters can fill.
    let rows = max(
      1, Int((min(Double(2 * size.height), columns / (ratio * halfWidth)) / 2).rounded()))
    let placement = PicturePlacement(
      x: (size.width - Int(columns.rounded())) / 2, columns: max(1, Int(columns.rounded())),
      halfY: (size.height - rows) / 2 * 2, halfRows: 2 * rows, clipX: 0, clipY: 0,
      card: canvas.theme.backdrop, isSettled: true)
    if !pictures.draw(address, placement, into: &frame) {
      PicturePlaceholder(place: placement, canvas: canvas).draw(into: &frame)
    }
  }

  /// Draws the keys that close it, in the last line.
  private static func drawCloseHint(_ canvas: Canvas, row: Int, into frame: inout Frame) {
    let words = Glyph.glyphs(of: canvas.closeHint(of: .picture))
      .truncated(to: canvas.layout.size.width)
    let x = (canvas.layout.size.width - words.displayWidth) / 2
    frame.cursor = Point(x: x, y: row)
    frame.draw(words, at: Point(x: x, y: row), style: canvas.onBackdrop())
  }
}
