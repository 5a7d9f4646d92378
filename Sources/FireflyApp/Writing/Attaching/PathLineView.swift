import FireflyEditor
import FireflyModel
import FireflyScreen

/// Draws the text field for a picture's path over the first row of the card, with what is wrong with it at its end, and
/// below it the possible names; an error without room in the row stands below, too.
struct PathLineView {
  private static let label = "picture: "
  private static let textLabel = "in text: "
  private static let maximumRows = 6
  /// Columns for the key that leaves the line.
  private static let hintColumns = 12
  private static let gap = 2

  let line: PathLine
  let canvas: Canvas

  /// Width of the path in columns.
  static func columns(in layout: ScreenLayout) -> Int {
    let room = layout.cardColumns - 2 * layout.indent - 1
    return max(1, room - (hasLabel(layout) ? label.count + hintColumns : 0))
  }

  private static func hasLabel(_ layout: ScreenLayout) -> Bool { layout.cardColumns >= 32 }

  func draw(into frame: inout Frame) {
    let layout = canvas.layout
    let text = style(isError: false)
    let row = row(0)
    frame.fill(row, style: text)
    frame.add("picture-path", row, .editor(.attachment(.pathEdited(.unselect))))
    var x = layout.cardX + layout.indent
    if Self.hasLabel(layout) {
      let label = line.isForText ? Self.textLabel : Self.label
      var bold = text
      bold.attributes.formUnion(.bold)
      x = frame.draw(label, at: Point(x: x, y: row.y), style: bold)
    }
    if remark == nil || !fitsRow { drawBelow(into: &frame) }
    var (selection, placeholder) = (text, text)
    selection.attributes.formSymmetricDifference(.reverse)
    placeholder.attributes.formUnion(.italic)
    let path = line.start.map { "path from \($0)" } ?? "path"
    let hint = canvas.context.keyLabel(.editor(.attachment(.completionPressed(1)))).map {
      "\(path); \($0) completes"
    }
    EditorView(
      line.text, style: EditorStyle(text: text, selection: selection, placeholder: placeholder),
      placeholder: canvas.context.abilities.placeholder(hint ?? path)
    ).draw(
      in: Rect(x: x, y: row.y, width: Self.columns(in: layout), height: 1), into: &frame)
    if fitsRow, let remark {
      let glyphs = Glyph.glyphs(of: remark)
      frame.draw(
        glyphs, at: Point(x: rowEnd - hintColumns - glyphs.displayWidth, y: row.y),
        style: line.isBusy ? text : style(isError: true))
    }
    guard Self.hasLabel(layout),
      let leave = canvas.keyHint(.editor(.attachment(.pathCancelled)), "leaves")
    else {
      return
    }
    let words = Glyph.glyphs(of: leave).truncated(to: Self.hintColumns - 2)
    frame.draw(
      words, at: Point(x: rowEnd - words.displayWidth, y: row.y), style: text,
      pressing: "picture-path-cancel", .editor(.attachment(.pathCancelled)))
  }

  /// What is wrong with the path, or that the picture is being prepared; nil for neither.
  private var remark: String? { line.isBusy ? "preparing the picture…" : line.complaint }

  /// The column before which the row ends.
  private var rowEnd: Int {
    canvas.layout.cardX + canvas.layout.cardColumns - canvas.layout.indent
  }

  /// The columns of the key that leaves the line, which is always named.
  private var hintColumns: Int { Self.hasLabel(canvas.layout) ? Self.hintColumns : 0 }

  /// Whether there is room for the remark between the path and the key.
  private var fitsRow: Bool {
    guard let remark else { return false }
    let label = (Self.hasLabel(canvas.layout) ? Self.label.count : 0) + hintColumns
    let path = Glyph.glyphs(of: line.text.text).displayWidth + 2
    return label + path + Glyph.glyphs(of: remark).displayWidth
      <= rowEnd - canvas.layout.cardX - canvas.layout.indent
  }

  private func drawBelow(into frame: inout Frame) {
    let symbols = canvas.symbols
    if let remark {
      let rows = WordWrap.sentence(remark, width: width, limit: Self.maximumRows)
      drawPanel(rows, isError: !line.isBusy, into: &frame)
    } else if let completion = line.completion {
      drawNames(completion, ellipsis: symbols.hasBlocks ? "…" : "...", into: &frame)
    }
  }

  /// The row of the field: inside the card if there are enough rows.
  private var top: Int {
    let list = canvas.layout.list
    return list.y + (list.height > Self.maximumRows + 1 ? 1 : 0)
  }

  /// Returns the field's row, or one below it.
  private func row(_ index: Int) -> Rect {
    let layout = canvas.layout
    // One column of padding, unless that is the card's edge.
    let air = layout.indent > 1 ? 1 : 0
    return Rect(
      x: layout.cardX + layout.indent - air, y: top + index, width: width + 2 * air, height: 1)
  }

  /// Width of the panel in columns.
  private var width: Int { max(1, canvas.layout.cardColumns - 2 * canvas.layout.indent) }

  private func style(isError: Bool) -> Style {
    NoteView.style(of: Note(text: "", isError: isError, until: 0, level: nil), canvas.theme)
  }

  private func drawPanel(_ rows: [[Glyph]], isError: Bool, into frame: inout Frame) {
    let style = style(isError: isError)
    let x = canvas.layout.cardX + canvas.layout.indent
    for (index, glyphs) in rows.enumerated() {
      let row = row(index + 1)
      frame.fill(row, style: style)
      frame.draw(glyphs.truncated(to: width), at: Point(x: x, y: row.y), style: style)
    }
  }

  /// Draws the names in columns, from top to bottom; if there are too many, the page with the
  /// chosen one.
  private func drawNames(_ completion: PathCompletion, ellipsis: String, into frame: inout Frame) {
    let names = completion.names.map { Glyph.glyphs(of: $0) }
    let widest = min(width, names.map(\.displayWidth).max() ?? 1)
    let columns = max(1, (width + Self.gap) / (widest + Self.gap))
    let room = min(Self.maximumRows, canvas.layout.size.height - top - 2)
    let rows = max(1, min(room, (names.count + columns - 1) / columns))
    let page = rows * columns
    let first = (line.chosen ?? 0) / page * page
    let isCut = first + page < names.count || completion.hasMore
    drawPanel(Array(repeating: [], count: rows), isError: false, into: &frame)
    let x = canvas.layout.cardX + canvas.layout.indent
    for index in first..<min(first + page, names.count) {
      let place = index - first
      let point = Point(x: x + place / rows * (widest + Self.gap), y: top + 1 + place % rows)
      var style = style(isError: false)
      if index == line.chosen { style.attributes.formUnion([.bold, .underline]) }
      let isLast = isCut && place == page - 1 && index != line.chosen
      let glyphs = isLast ? Glyph.glyphs(of: ellipsis) : names[index].truncated(to: widest)
      frame.draw(BidiLine.visual(glyphs), at: point, style: style)
      guard !isLast else { continue }
      frame.add(
        "name-\(index)", Rect(x: point.x, y: point.y, width: widest, height: 1),
        .editor(.attachment(.namePressed(index))))
    }
  }
}
