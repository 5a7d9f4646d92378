import FireflyScreen

/// Draws two versions of a post, and the keys to decide between them.
struct ConflictView {
  let canvas: Canvas
  let conflict: Conflict
  private let panel: SheetPanel

  init(_ canvas: Canvas, _ conflict: Conflict) {
    self.canvas = canvas
    self.conflict = conflict
    panel = SheetPanel(canvas, sheet: conflict.text.sheet, closing: .conflict(.closed))
  }

  func draw(into frame: inout Frame) {
    let text = conflict.text
    let more = text.lines.count - conflict.scroll - text.window
    panel.draw(
      title: canvas.layout.size.width < 60
        ? "Changed on the server" : "Someone changed this post while you were editing",
      note: more > 0 ? "\(more) more below" : "", foot: [], into: &frame)
    // A click beside the hints decides nothing.
    frame.add("conflict", frame.bounds, .conflict(.scrolled(.lines(0))))
    let inner = text.sheet.inner
    frame.clipped(to: inner) { frame in
      var y = inner.y
      if text.isSideBySide {
        drawHeadings(at: y, into: &frame)
        y += 1
      }
      for line in text.lines.dropFirst(conflict.scroll).prefix(text.window) {
        draw(line, at: y, into: &frame)
        y += 1
      }
    }
    frame.cursor = Point(x: inner.x, y: inner.y)
    if let foot = text.sheet.foot { drawHints(at: foot, into: &frame) }
  }

  private var right: Int { conflict.text.sheet.inner.x + conflict.text.columns + 3 }

  private func drawHeadings(at y: Int, into frame: inout Frame) {
    let style = canvas.onSurface([.bold, .underline])
    frame.draw("On the server", at: Point(x: conflict.text.sheet.inner.x, y: y), style: style)
    drawRule(at: y, into: &frame)
    frame.draw("Your version", at: Point(x: right, y: y), style: style)
  }

  private func drawRule(at y: Int, into frame: inout Frame) {
    var style = canvas.onSurface()
    style.foreground = canvas.theme.text(alpha: canvas.theme.shades.author, over: style.background)
    frame.draw(canvas.symbols.branches.past, at: Point(x: right - 2, y: y), style: style)
  }

  private func draw(_ line: ConflictText.Line, at y: Int, into frame: inout Frame) {
    draw(line.left, at: Point(x: conflict.text.sheet.inner.x, y: y), into: &frame)
    guard let side = line.right else { return }
    drawRule(at: y, into: &frame)
    draw(side, at: Point(x: right, y: y), into: &frame)
  }

  private func draw(_ side: ConflictText.Side, at point: Point, into frame: inout Frame) {
    let style = BodyStyle(
      theme: canvas.theme, background: canvas.surface,
      isPlain: canvas.greysAreAlike(over: canvas.surface))
    let line = BidiLine.visual(side.words, direction: side.direction)
    var x = point.x
    if side.direction == .rightToLeft { x += max(0, conflict.text.columns - line.width) }
    for span in line.spans {
      x = frame.draw(span.glyphs, at: Point(x: x, y: point.y), style: style.style(of: span))
    }
  }

  /// Draws hints for the keys; shorter ones on a narrow screen.
  private func drawHints(at y: Int, into frame: inout Frame) {
    let style = canvas.hint(over: canvas.surface)
    let area = conflict.text.sheet.area
    let room = area.width - 4
    let long = Self.hints.compactMap { canvas.keyHint(.conflict($0.action), $0.words) }
    let isLong = long.joined(separator: canvas.symbols.dot).count <= room
    let isTight = area.width < 40
    var (x, y) = (area.x + 2, y)
    for hint in Self.hints {
      let words = isLong ? hint.words : hint.short
      let action = Action.conflict(hint.action)
      guard let (name, label) = canvas.namedHint(action, words) else { continue }
      let separator = isLong ? canvas.symbols.dot : isTight ? " " : "  "
      var glyphs = Glyph.glyphs(of: (x == area.x + 2 ? "" : separator) + label)
      if x + glyphs.displayWidth > area.x + 2 + room {
        guard y + 1 < area.maxY - (area.height < 6 ? 0 : 1) else { break }
        (x, y) = (area.x + 2, y + 1)
        glyphs = Glyph.glyphs(of: label)
      }
      x = frame.draw(
        glyphs, at: Point(x: x, y: y), style: style, pressing: "conflict-\(name)", action)
    }
  }

  private static let hints: [(words: String, short: String, action: ConflictAction)] = [
    ("keep yours", "yours", .minePressed), ("take theirs", "theirs", .theirsPressed),
    ("edit both", "both", .bothPressed), ("back to editing", "back", .closed),
  ]
}
