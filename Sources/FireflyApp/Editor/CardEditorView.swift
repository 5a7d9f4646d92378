import FireflyCore
import FireflyEditor
import FireflyScreen

/// A card while one writes on it: the three texts where they are read, and the edit row in the author's
/// place.
struct CardEditorView {
  let editor: EditorState
  let card: CardView

  private var canvas: Canvas { card.canvas }
  private var theme: Theme { canvas.theme }
  private var columns: Int { canvas.layout.textColumns }

  func draw(_ layout: CardLayout, into frame: inout Frame) {
    let points = ScreenLayout.pointsPerRow
    let body = layout.bodyFrame(at: card.expansion)
    let isInBody = editor.field == .body
    // Drawn last, the field one is in has the cursor.
    let places = [
      (EditorField.title, card.row(points)), (.summary, card.row(2 * points)),
      (.body, card.row(body.y)),
    ]
    for (field, y) in places where field != .body || editor.preview == nil {
      draw(field, at: y, into: &frame)
    }
    drawPreview(layout, into: &frame)
    drawParent(at: card.row(points), into: &frame)
    guard card.expansion > 0.5 else { return }
    var y = card.row(layout.authorY(at: card.expansion))
    // Of a long text the end may be far below: what one can do stays in view.
    let last = canvas.layout.list.maxY - 1
    if y > last { y = last }
    if isInBody || y != last || frame.cursor?.y != y { drawEditRow(at: y, into: &frame) }
  }

  // MARK: Fields

  private func style(of field: EditorField) -> EditorStyle {
    var text = Style(foreground: theme.text, background: .clear)
    switch field {
    case .title: text.attributes = .bold
    case .summary:
      text.foreground = theme.text(alpha: theme.shades.summary, over: card.background)
      text.attributes = .italic
    case .body: break
    }
    var (selection, placeholder) = (text, text)
    selection.attributes.formUnion(.reverse)
    selection.background = card.background
    placeholder.foreground =
      editor.isMissing(field)
      ? theme.legible(theme.alert, over: card.background)
      : theme.text.blended(over: card.background, alpha: theme.shades.placeholder)
    if !theme.text.isRGB { placeholder.attributes.formUnion(.dim) }
    return EditorStyle(text: text, selection: selection, placeholder: placeholder)
  }

  private func draw(_ field: EditorField, at y: Int, into frame: inout Frame) {
    let text = editor[field]
    let view = EditorView(
      text, style: style(of: field), placeholder: editor.placeholder(of: field),
      hasFocus: field == editor.field && isInFront)
    let rect = Rect(x: card.textX, y: y, width: text.width, height: view.rows)
    view.draw(in: rect, into: &frame)
    // The element is cut to what can be seen, so it says at which row it begins.
    let hidden = max(0, frame.clip.y - y)
    frame.add(
      Element(field.elementID, rect, .editor(.fieldPressed(field, row: hidden, column: 0))))
  }

  private var isInFront: Bool {
    canvas.state.focus.topKind == .editor && editor.preview == nil && editor.pathLine == nil
  }

  /// The body as it will be read.
  private func drawPreview(_ layout: CardLayout, into frame: inout Frame) {
    guard let text = editor.preview else { return }
    card.draw(text, layout, into: &frame)
    let y = card.row(layout.bodyFrame(at: card.expansion).y)
    frame.cursor = Point(
      x: card.textX, y: min(max(y, frame.clip.y), max(frame.clip.y, frame.clip.maxY - 1)))
    frame.add(
      Element(
        "preview", Rect(x: card.textX, y: y, width: columns, height: text.lines.count),
        .editor(.previewPressed)))
  }

  /// Below which post it belongs, at the right of the first row, as far as the title leaves room.
  private func drawParent(at y: Int, into frame: inout Frame) {
    guard case .children = canvas.state.current.navigator.current.destination,
      let parent = card.list.parent, editor.title.firstColumn == 0
    else { return }
    let title = editor.title
    let used =
      title.isEmpty
      ? Glyph.glyphs(of: editor.placeholder(of: .title)).displayWidth
      : title.cell(of: title.wholeRange.upperBound).column
    let room = columns - used - 3
    guard room >= 16 else { return }
    let words = Glyph.glyphs(of: "below: " + parent.label).truncated(to: min(room, columns / 2))
    frame.draw(
      words, at: Point(x: card.textX + columns - words.displayWidth, y: y),
      style: Style(
        foreground: theme.text(alpha: theme.shades.author, over: card.background),
        background: .clear))
  }

  // MARK: The edit row

  private func drawEditRow(at y: Int, into frame: inout Frame) {
    let isFlashing = editor.flashUntil.map { canvas.now < $0 } ?? false
    var style = Style(
      foreground: theme.text(alpha: theme.shades.hint, over: card.background),
      background: card.background)
    if isFlashing {
      style.foreground = theme.text
      style.attributes = [.reverse, .bold]
    }
    let row = Rect(x: card.textX, y: y, width: columns, height: 1)
    frame.fill(row, style: style)
    let count = editor.wordCount
    let isLong = count > canvas.state.settings.tunables.longWords
    let words = "\(count) word\(count == 1 ? "" : "s")"
    let place: Keymap.Place = editor.isChordBegun ? .editorChord : .editor
    var x = row.x
    let ways = (editor.isChordBegun ? chordWays : ways).compactMap { name, words, action in
      canvas.state.settings.keymap.keys(of: name, in: place).first.map {
        (name, Glyph.glyphs(of: canvas.symbols.label(of: $0) + " " + words), action)
      }
    }
    // The first two ways have room before words about words.
    let needed = ways.prefix(2).map { $0.1.displayWidth + 3 }.reduce(-2, +)
    let label =
      [isLong ? words + ", long" : words, words].first { needed + $0.count <= row.width }
      ?? "\(count)"
    let start = row.maxX - label.count
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    for (name, words, action) in ways {
      let words = x > row.x ? dot + words : words
      guard x + words.displayWidth < start else { break }
      let end = frame.draw(words, at: Point(x: x, y: y), style: style)
      frame.add(
        Element("editor-\(name)", Rect(x: x, y: y, width: end - x, height: 1), .editor(action)))
      x = end
    }
    guard start > row.x else { return }
    if isLong, !isFlashing {
      style.foreground = theme.legible(theme.accent, over: card.background)
      style.attributes = .bold
    }
    frame.draw(label, at: Point(x: start, y: y), style: style)
  }

  /// What one can do, the most important first: as much of it is named as there is room for.
  private var ways: [(String, String, EditorAction)] {
    if editor.preview != nil {
      return [("save", "save", .savePressed), ("preview", "write on", .previewPressed)]
    }
    let attachment = editor.attachment
    let picture: [(String, String, EditorAction)] =
      attachment.address == nil
      ? [("picture", "picture", .attachment(.pressed))]
      : [
        ("picture", "picture", .attachment(.pressed)),
        ("remove-picture", "take off", .attachment(.removePressed)),
      ]
    let isRemoved: [(String, String, EditorAction)] =
      attachment.isRemoved && attachment.picture == nil
      ? [("remove-picture", "put back", .attachment(.removePressed))] : []
    let isMisspelt = EditorField.allCases.contains { !editor[$0].marks.isEmpty }
    let spelling: [(String, String, EditorAction)] =
      isMisspelt ? [("spelling", "spelling", .spelling(.wordsPressed))] : []
    return [("save", "save", .savePressed), ("cancel", "cancel", .cancelPressed)] + spelling
      + picture + isRemoved + [
        ("preview", "preview", .previewPressed), ("next-field", "next field", .nextFieldPressed(1)),
      ] + crop
  }

  /// The keys that move the crop, where there is something to move.
  private var crop: [(String, String, EditorAction)] {
    guard let address = editor.attachment.address,
      case .ready(let ratio) = canvas.state.pictures[address], ratio != 1
    else { return [] }
    let (name, x, y) = ratio > 1 ? ("crop-right", 1, 0) : ("crop-down", 0, 1)
    return [(name, "crop", .attachment(.cropMoved(x: x, y: y)))]
  }

  private var chordWays: [(String, String, EditorAction)] {
    [
      ("external-editor", "your own editor", .externalEditorPressed),
      ("cancel", "back", .chordLeft),
    ]
  }
}
