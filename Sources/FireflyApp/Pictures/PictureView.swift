import FireflyScreen

/// Draws a picture in full screen, or why it can't be loaded.
enum PictureView {
  static func draw(
    _ canvas: Canvas, _ full: FullPicture, pictures: some PictureSource, into frame: inout Frame
  ) {
    let address = full.address
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
      drawHint(canvas, full, row: size.height, into: &frame)
    }
    if case .failed(let reason) = canvas.context.pictures[address] {
      let words = "The picture is not shown: \(reason ?? "it could not be loaded")."
      BlankListView.draw(
        WordWrap.wrap(words, width: max(1, min(60, size.width - 4)), limit: 6)
          .map { ($0.text, canvas.onBackdrop()) },
        in: Rect(x: 0, y: 0, width: size.width, height: size.height), into: &frame)
      return
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

  /// Draws which picture it is, and the keys that go on and close it, in the last line.
  private static func drawHint(
    _ canvas: Canvas, _ full: FullPicture, row: Int, into frame: inout Frame
  ) {
    let count = full.addresses.count
    let hints =
      count == 1
      ? [canvas.closeHint(.picture(.closed))]
      : [
        "\(full.index + 1) of \(count)",
        full.index + 1 < count ? canvas.keyHint(.picture(.moved(1)), "next") : nil,
        canvas.closeHint(.picture(.closed)),
      ].compactMap(\.self)
    let words = Glyph.glyphs(of: hints.joined(separator: canvas.symbols.dot))
      .truncated(to: canvas.layout.size.width)
    let x = (canvas.layout.size.width - words.displayWidth) / 2
    frame.cursor = Point(x: x, y: row)
    frame.draw(words, at: Point(x: x, y: row), style: canvas.onBackdrop())
  }
}
