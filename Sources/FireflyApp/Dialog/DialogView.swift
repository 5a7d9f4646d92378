import FireflyScreen

/// Draws a dialog: a framed card over the dimmed screen, with question, consequences, buttons and
/// hints.
struct DialogView {
  let canvas: Canvas
  let dialog: Dialog

  /// Returns the width of text and buttons in columns.
  static func width(in layout: ScreenLayout, _ tunables: Tunables) -> Int {
    max(1, min(tunables.dialogColumns, layout.size.width) - 4)
  }

  private var edge: Style {
    var style = canvas.onSurface()
    style.foreground = canvas.theme.legible(
      canvas.theme.accent, over: style.background, contrast: Color.shapeContrast)
    return style
  }

  /// Whether it is for a screen reader, with one button at a time.
  private var isSpoken: Bool { canvas.context.settings.screenReader }

  func draw(into frame: inout Frame) {
    // A screen reader speaks every changed row.
    if !isSpoken { Dimming.apply(to: &frame, colors: canvas.context.abilities.colors) }
    // A click beside the dialog does nothing.
    frame.add("dialog-beside", frame.bounds, .dialog(.moved(0)))
    let size = canvas.layout.size
    // A screen reader speaks whole rows.
    let columns =
      isSpoken ? size.width : min(canvas.context.settings.tunables.dialogColumns, size.width)
    let width = Self.width(in: canvas.layout, canvas.context.settings.tunables)
    let frameRows = size.height >= 6 ? 2 : 0
    let (buttons, place) = buttons(width: width, height: size.height - frameRows - Self.otherRows)
    // Without room, first the hints are omitted. The question is cut before the consequences are.
    var rest = size.height - frameRows - buttons.count
    let hasDetail = dialog.detail?.isEmpty == false
    let question = WordWrap.sentence(
      dialog.question, width: width,
      limit: hasDetail ? max(1, min(3, rest / 3)) : max(1, min(3, rest)))
    rest -= question.count
    let details = WordWrap.sentence(dialog.detail ?? "", width: width, limit: max(0, rest))
      .filter { !$0.isEmpty }
    rest -= details.count
    let hasFoot = rest >= 1
    let hasGap = rest >= 2
    let rows =
      question.count + details.count + buttons.count + (hasFoot ? 1 : 0) + (hasGap ? 1 : 0)
    let area = Rect(
      x: (size.width - columns) / 2, y: max(0, (size.height - rows - frameRows) / 2),
      width: columns, height: rows + frameRows)
    frame.fill(area, style: canvas.onSurface())
    if frameRows > 0, columns >= 12 {
      BoxLines.draw(area, isUnicode: canvas.symbols.hasBlocks, style: edge, into: &frame)
    }
    let x = area.x + (columns - width) / 2
    var y = area.y + frameRows / 2
    frame.spokenFrom = y
    for line in question {
      frame.draw(line, at: Point(x: x, y: y), style: canvas.onSurface(.bold))
      y += 1
    }
    for line in details {
      frame.draw(line, at: Point(x: x, y: y), style: canvas.onSurface())
      y += 1
    }
    if hasGap { y += 1 }
    for row in buttons {
      draw(row, width: width, at: Point(x: x, y: y), into: &frame)
      y += 1
    }
    if hasFoot { drawFoot(at: Point(x: x, y: y), width, place, into: &frame) }
  }

  /// Rows for question, consequences and hints at least.
  private static let otherRows = 4

  /// Returns the rows of buttons that have room, around the selected one, and where that stands among more; nil if
  /// these are all.
  private func buttons(width: Int, height: Int) -> (rows: [[Int]], place: String?) {
    if isSpoken { return ([[dialog.selected]], nil) }
    let all = dialog.rows(width: width)
    let selected = all.firstIndex { $0.contains(dialog.selected) } ?? 0
    guard all.count > max(1, height) else { return (all, nil) }
    // The last row, in which a dialog is left or agreed to, is always in sight.
    let hasLast = height > 1
    let others = all.count - (hasLast ? 1 : 0)
    let room = Rect(x: 0, y: 0, width: width, height: max(1, height - (hasLast ? 1 : 0)))
    // Until an option is selected, the list starts at its first row.
    let isInLast = selected >= others
    let middle = isInLast ? (dialog.listed > 0 ? 0 : others - 1) : selected
    let shown = room.rows(of: others, around: middle)
    let count = dialog.listed == 0 ? all.count : others
    let place = "\(selected + 1) of \(count)"
    return (
      Array(all[shown]) + (hasLast ? all.suffix(1) : []),
      dialog.listed > 0 && isInLast ? "\(others) options" : place
    )
  }

  /// Returns the title of a button with its signs, within the width of the dialog.
  private static func framed(
    _ title: String, _ signs: (String, String), width: Int
  ) -> String {
    signs.0 + title.truncated(to: max(1, width - 4)) + signs.1
  }

  private func draw(_ row: [Int], width: Int, at point: Point, into frame: inout Frame) {
    var x = point.x
    for index in row {
      let isSelected = index == dialog.selected
      // The selected button differs by more than its colour.
      let title = dialog.buttons[index].title
      let label =
        isSpoken
        ? "\(title), \(index + 1) of \(dialog.buttons.count)"
        : Self.framed(title, isSelected ? ("[ ", " ]") : ("  ", "  "), width: width)
      if isSelected { frame.cursor = Point(x: isSpoken ? x : x + 2, y: point.y) }
      let end = frame.draw(
        Glyph.glyphs(of: label), at: Point(x: x, y: point.y),
        style: canvas.onSurface(isSelected ? [.bold, .reverse] : []), pressing: "dialog-\(index)",
        .dialog(.pressed(index)))
      x = end + 1
    }
  }

  private func drawFoot(
    at point: Point, _ width: Int, _ place: String?, into frame: inout Frame
  ) {
    let all: [(DialogAction, String)] =
      dialog.buttons.count == 1
      ? [(.cancelled, "close")]
      : [(.moved(1), "next"), (.accepted, "choose"), (.cancelled, "cancel")]
    let hints = [place].compactMap(\.self) + all.compactMap { canvas.keyHint(.dialog($0), $1) }
    let text = Glyph.glyphs(of: hints.joined(separator: canvas.symbols.dot)).truncated(to: width)
    frame.draw(text, at: point, style: canvas.hint(over: canvas.surface))
  }
}
