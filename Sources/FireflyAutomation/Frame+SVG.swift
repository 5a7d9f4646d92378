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
    var svg = Self.svgStart(size, on: backdrop)
    for y in 0..<size.height {
      let row = svgRow(y, on: backdrop)
      svg += row.areas + row.letters
    }
    if showsCursor, let cursor {
      let (x, y) = (cursor.x * Self.cell.width, cursor.y * Self.cell.height)
      var bar = ColoredAreas()
      bar.add(Self.ink(on: backdrop), x, y, 2, Self.cell.height)
      svg += bar.paths
    }
    return svg + "</svg>\n"
  }

  /// Returns the first lines of an SVG document of so many cells: its size, font and background.
  static func svgStart(_ size: Size, on backdrop: Color) -> String {
    let (width, height) = (cell.width * size.width, cell.height * size.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="13" \
      xml:space="preserve" shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="\(backdrop.name ?? "#000000")"/>

      """
  }

  /// Returns the elements of one row: backgrounds and block elements; letters, a line each.
  func svgRow(_ y: Int, on backdrop: Color) -> (areas: String, letters: String) {
    var (backs, blocks, letters) = (ColoredAreas(), ColoredAreas(), "")
    let top = y * Self.cell.height
    for run in runs(of: y) {
      let style = self[run.lowerBound, y].style
      var front = style.foreground.name ?? Self.ink(on: backdrop)
      var back = style.background.name ?? backdrop.name ?? "#000000"
      if style.attributes.contains(.reverse) { swap(&front, &back) }
      if back != backdrop.name {
        backs.add(
          back, run.lowerBound * Self.cell.width, top, run.count * Self.cell.width,
          Self.cell.height)
      }
      for word in words(in: run, row: y) {
        let left = word.lowerBound * Self.cell.width
        if let parts = BlockParts(self[word.lowerBound, y].glyph) {
          for part in parts.rects {
            blocks.add(front, left + part.x, top + 2 * part.y, part.width, 2 * part.height)
          }
        } else {
          let text = word.map { self[$0, y].glyph.text }.joined()
          let width = word.count > 1 ? " textLength=\"\(word.count * Self.cell.width)\"" : ""
          letters +=
            "<text x=\"\(left)\" y=\"\(top + 12)\"\(width) fill=\"\(front)\""
            + Self.attributes(style.attributes) + ">\(MarkdownHTML.escape(text))</text>\n"
        }
      }
    }
    return (backs.paths + blocks.paths, letters)
  }

  private static func ink(on backdrop: Color) -> String {
    (backdrop.luminance ?? 0) < 0.18 ? "#ffffff" : "#000000"
  }

  /// Splits columns of one style into what is drawn at once: words of plain letters, whose width is
  /// known, and every other glyph alone.
  private func words(in run: Range<Int>, row: Int) -> [Range<Int>] {
    func isPlain(_ column: Int) -> Bool {
      let glyph = self[column, row].glyph
      return glyph.width == 1 && glyph.marks.isEmpty && glyph.base < 0x250 && !glyph.isSpace
    }
    var words: [Range<Int>] = []
    for column in run {
      let glyph = self[column, row].glyph
      guard glyph.width > 0, !glyph.isSpace, glyph.readable != " " else { continue }
      if isPlain(column), let last = words.last, last.upperBound == column,
        isPlain(last.lowerBound)
      {
        words[words.count - 1] = last.lowerBound..<column + 1
      } else {
        words.append(column..<column + 1)
      }
    }
    return words
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

/// Rectangles by their colours, in the order in which the colours came.
private struct ColoredAreas {
  private var order: [String] = []
  private var outlines: [String: String] = [:]

  mutating func add(_ color: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    if outlines[color] == nil { order.append(color) }
    outlines[color, default: ""] += "M\(x) \(y)h\(width)v\(height)h-\(width)z"
  }

  /// A path for each colour.
  var paths: String {
    order.map { "<path fill=\"\($0)\" d=\"\(outlines[$0] ?? "")\"/>\n" }.joined()
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
