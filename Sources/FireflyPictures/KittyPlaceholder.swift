import FireflyScreen

/// Cells that a terminal with the kitty protocol replaces by parts of a picture.
///
/// As they are text they can be scrolled, clipped and covered like any other, inside tmux too. The
/// row and column are told by combining marks, the picture's id by the foreground colour.
public enum KittyPlaceholder {
  /// Rows and columns that can be told: the marks below.
  public static let limit = marks.count

  /// The cells of a picture; nil if the id is none of 1 … 16,777,215 or the size beyond `limit`.
  public static func cells(id: UInt32, size: Size) -> CellPicture? {
    guard (1...0xFF_FFFF).contains(id), size.width <= limit, size.height <= limit else {
      return nil
    }
    let style = Style(foreground: Color(hex: id))
    var cells: [Cell] = []
    for row in 0..<size.height {
      for column in 0..<size.width {
        var scalars = String.UnicodeScalarView()
        scalars.append("\u{10EEEE}")
        scalars.append(marks[row])
        scalars.append(marks[column])
        var glyphs: [Glyph] = []
        for character in String(scalars) { Glyph.append(character, to: &glyphs) }
        guard glyphs.count == 1, glyphs[0].width == 1 else { return nil }
        cells.append(Cell(glyph: glyphs[0], style: style))
      }
    }
    return CellPicture(size: size, cells: cells)
  }

  /// The marks that stand for 0, 1, 2 and so on, as the protocol lists them.
  private static let marks: [Unicode.Scalar] = [
    0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346,
    0x34A...0x34C, 0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF,
    0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B, 0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2,
    0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC, 0x730...0x730, 0x732...0x733, 0x735...0x736,
    0x73A...0x73A, 0x73D...0x73D, 0x73F...0x741, 0x743...0x743, 0x745...0x745, 0x747...0x747,
    0x749...0x74A,
  ].flatMap { (range: ClosedRange<UInt32>) in range.compactMap { Unicode.Scalar($0) } }
}
