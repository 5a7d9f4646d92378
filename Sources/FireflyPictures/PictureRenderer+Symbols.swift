import CPictures
import FireflyScreen

extension PictureRenderer {
  /// Draws a picture with the characters chosen by chafa; nil if chafa is missing.
  func symbols(
    _ pyramid: PicturePyramid, crop: PictureCrop, size: Size, over card: Color,
    corners: Bitmap.Corners = [.top, .bottom]
  ) -> CellPicture? {
    // An old chafa hangs on huge canvases, and no terminal is that large.
    guard size.width <= 2_000, size.height <= 2_000, Self.problem == nil else { return nil }
    let level = pyramid.level(
      for: crop, width: Double(size.width * 4), height: Double(size.height * 8))
    let backdrop = card.isRGB ? card : .black
    let part = crop.pixels(of: level.size)
    // chafa supports neither transparent pixels nor corners.
    let patch = level.part(columns: part.columns, rows: part.rows).over(backdrop)
      .rounding(
        corners,
        radius: (cornerRadius / Double(size.width), cornerRadius / Double(size.height * 2)),
        over: backdrop)
    let isLight = backdrop.luminance.map { $0 > 0.5 } ?? false
    let options = firefly_symbol_options(
      columns: Int32(size.width), rows: Int32(size.height),
      color_bits: colorBits, ascii: !abilities.unicode,
      foreground: isLight ? 0 : 0xFFFFFF, background: isLight ? 0xFFFFFF : 0)
    var symbols = [firefly_symbol](
      repeating: firefly_symbol(), count: size.width * size.height)
    let isDrawn = patch.withPixels { firefly_symbols($0, options, &symbols) }
    guard isDrawn else { return nil }
    return CellPicture(size: size, cells: symbols.map { Self.cell($0) })
  }

  private var colorBits: Int32 {
    switch abilities.colors {
    case .trueColor: 24
    case .indexed: 8
    case .sixteen, .eight: 4
    case .none: 0
    }
  }

  private static func cell(_ symbol: firefly_symbol) -> Cell {
    let scalar = Unicode.Scalar(symbol.scalar) ?? " "
    return Cell(
      glyph: Glyph(scalar),
      style: Style(
        foreground: symbol.foreground < 0
          ? .terminal : Color(hex: UInt32(symbol.foreground)),
        background: symbol.background < 0
          ? .terminal : Color(hex: UInt32(symbol.background))))
  }
}
