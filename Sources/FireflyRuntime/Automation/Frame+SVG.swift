import FireflyScreen
import FireflyText

// A frame as an SVG picture.
extension Frame {
  /// Width and height of a cell, in SVG units.
  private static let cell = (width: 8, height: 16)

  /// Returns the frame as SVG.
  ///
  /// - Parameter backdrop: the background of the terminal.
  /// - Returns: an SVG document.
  func svg(on backdrop: Color) -> String {
    let (width, height) = (Self.cell.width * size.width, Self.cell.height * size.height)
    let ink: Color = (backdrop.luminance ?? 0) < 0.18 ? .white : .black
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="13" \
      xml:space="preserve" shape-rendering="crispEdges">
      <rect width="\(width)" height="\(height)" fill="\(backdrop.name ?? "#000000")"/>

      """
    for y in 0..<size.height {
      for run in runs(of: y) { svg += picture(of: run, row: y, ink: ink, backdrop: backdrop) }
    }
    if showsCursor, let cursor {
      svg += Self.rect(
        cursor.x * Self.cell.width, cursor.y * Self.cell.height, 2, Self.cell.height, ink)
    }
    return svg + "</svg>\n"
  }

  private func picture(of columns: Range<Int>, row: Int, ink: Color, backdrop: Color) -> String {
    let style = self[columns.lowerBound, row].style
    var front = style.foreground.isRGB ? style.foreground : ink
    var back = style.background.isRGB ? style.background : backdrop
    if style.attributes.contains(.reverse) { swap(&front, &back) }
    let (x, y) = (columns.lowerBound * Self.cell.width, row * Self.cell.height)
    var svg = ""
    if back != backdrop {
      svg += Self.rect(x, y, columns.count * Self.cell.width, Self.cell.height, back)
    }
    for column in columns {
      let glyph = self[column, row].glyph
      guard glyph.width > 0, !glyph.isSpace, glyph.readable != " " else { continue }
      let left = column * Self.cell.width
      if let parts = BlockParts(glyph) {
        svg += parts.rects.map { part in
          Self.rect(left + part.x, y + 2 * part.y, part.width, 2 * part.height, front)
        }.joined()
      } else {
        svg +=
          "<text x=\"\(left)\" y=\"\(y + 12)\" fill=\"\(front.name ?? "#000000")\""
          + Self.attributes(style.attributes) + ">\(MarkdownHTML.escape(glyph.text))</text>\n"
      }
    }
    return svg
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: Color) -> String
  {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" "
      + "fill=\"\(fill.name ?? "#000000")\"/>\n"
  }

  private static func attributes(_ attributes: Attributes) -> String {
    var text = ""
    if attributes.contains(.bold) { text += " font-weight=\"bold\"" }
    if attributes.contains(.italic) { text += " font-style=\"italic\"" }
    if attributes.contains(.dim) { text += " opacity=\"0.6\"" }
    let lines =
      (attributes.contains(.underline) ? ["underline"] : [])
      + (attributes.contains(.strikethrough) ? ["line-through"] : [])
    return lines.isEmpty ? text : text + " text-decoration=\"\(lines.joined(separator: " "))\""
  }
}

/// The rectangles of a block element, in eighths of a cell.
///
/// Drawn as text, fonts would leave gaps.
private struct BlockParts {
  let rects: [(x: Int, y: Int, width: Int, height: Int)]

  init?(_ glyph: Glyph) {
    guard glyph.marks.isEmpty else { return nil }
    switch glyph.base {
    case 0x2580: rects = [(0, 0, 8, 4)]
    case 0x2581...0x2588:
      let height = Int(glyph.base) - 0x2580
      rects = [(0, 8 - height, 8, height)]
    case 0x2589...0x258F: rects = [(0, 0, 0x2590 - Int(glyph.base), 8)]
    case 0x2590: rects = [(4, 0, 4, 8)]
    case 0x2596...0x259F:
      // One bit per quadrant: upper left, upper right, lower left, lower right.
      let quarters = [
        0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111,
      ]
      let bits = quarters[Int(glyph.base) - 0x2596]
      rects = [(0b1000, 0, 0), (0b0100, 4, 0), (0b0010, 0, 4), (0b0001, 4, 4)].filter {
        bits & $0.0 != 0
      }.map { ($0.1, $0.2, 4, 4) }
    default: return nil
    }
  }
}
