import FireflyScreen

/// Draws a line of formatted text.
struct TextLineView {
  let line: TextLine
  let point: Point
  let style: BodyStyle

  /// Draws the line; code fills it to its end.
  func draw(columns: Int, into frame: inout Frame) {
    var column = point.x
    for span in line.spans {
      if span.role == .codeBlock {
        let rest = Rect(x: column, y: point.y, width: point.x + columns - column, height: 1)
        frame.fill(rest, style: style.style(of: span))
      }
      column = frame.draw(
        span.glyphs, at: Point(x: column, y: point.y), style: style.style(of: span))
    }
  }

  /// Draws parts of the line's text as matches.
  func mark(_ ranges: [Range<String.Index>], in text: String, into frame: inout Frame) {
    if ranges.isEmpty { return }
    var (x, place) = (point.x, text.startIndex)
    for span in line.spans {
      for glyph in span.glyphs {
        if ranges.contains(where: { $0.contains(place) }) {
          frame.draw(
            [glyph], at: Point(x: x, y: point.y), style: style.theme.marked(style.style(of: span)))
        }
        x += [glyph].displayWidth
        place = text.index(place, offsetBy: glyph.text.count, limitedBy: text.endIndex) ?? place
      }
    }
  }
}

extension Theme {
  /// Returns the style of a match.
  func marked(_ style: Style) -> Style {
    var style = style
    if mark.isRGB {
      style.background = mark
      style.foreground = text(alpha: 1, over: mark)
    } else {
      style.attributes.insert(.reverse)
    }
    return style
  }
}
