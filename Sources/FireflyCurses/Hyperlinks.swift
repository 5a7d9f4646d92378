import FireflyScreen

/// Hyperlinks for the terminal (OSC 8), drawn over ncurses' output.
///
/// ncurses doesn't support them. So the cells of a link are written again in their own colours,
/// between the two marks; they keep the address until they are overwritten. Only in true colour:
/// otherwise the colours of a pair are unknown outside ncurses.
struct Hyperlinks {
  /// Maximum length of an address in bytes: some terminals truncate longer ones.
  private static let maximumLength = 1_024

  private var shown: [FrameLink] = []

  /// Returns the bytes that draw the frame's links; empty if they are up to date.
  ///
  /// - Parameters:
  ///   - repainted: rows that have just been redrawn without their links.
  ///   - cursor: ncurses' cursor position. It is restored by its coordinates: the terminal can save
  ///     only one position (ESC 7), which the alternate screen may be using.
  /// - Returns: the bytes.
  mutating func bytes(for frame: Frame, repainted: Set<Int>, cursor: Point) -> [UInt8] {
    defer { shown = frame.links }
    let isSame = shown == frame.links
    var text = ""
    for link in frame.links where !isSame || repainted.contains(link.point.y) {
      text += Self.sequence(for: link, in: frame)
    }
    guard !text.isEmpty else { return [] }
    return Array("\(text)\u{1B}[m\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H".utf8)
  }

  /// Discards the known screen contents.
  mutating func reset() { shown = [] }

  private static func sequence(for link: FrameLink, in frame: Frame) -> String {
    let end = link.point.x + link.width
    guard isSafe(link.address), link.width > 0, link.point.y >= 0, link.point.x >= 0,
      link.point.y < frame.size.height, end <= frame.size.width
    else { return "" }
    var text = "\u{1B}[\(link.point.y + 1);\(link.point.x + 1)H\u{1B}]8;;\(link.address)\u{1B}\\"
    var last: Style?
    for x in link.point.x..<end {
      let cell = frame[x, link.point.y]
      if cell.style != last {
        text += rendition(cell.style)
        last = cell.style
      }
      text += cell.glyph.text
      if cell.glyph.isNew {
        text += "\u{1B}[\(link.point.y + 1);\(x + 1 + Int(cell.glyph.width))H"
      }
    }
    return text + "\u{1B}]8;;\u{1B}\\"
  }

  /// The characters allowed in URIs; none of them can end the sequence.
  private static func isSafe(_ address: String) -> Bool {
    address.utf8.count <= maximumLength && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func rendition(_ style: Style) -> String {
    func number(_ color: Color) -> Int32 { color.hex.map { Int32($0) } ?? -1 }
    return Rendition.sequence(
      style.attributes,
      .init(foreground: number(style.foreground), background: number(style.background)),
      depth: .trueColor)
  }
}
