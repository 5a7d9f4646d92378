import FireflyCore
import FireflyEditor
import FireflyScreen

/// Draws a card that is being edited: the three text fields in their usual positions, and the edit
/// row instead of the author.
struct CardEditorView {
  let editor: EditorState
  let card: CardView

  private var canvas: Canvas { card.canvas }
  private var theme: Theme { canvas.theme }
  private var columns: Int { canvas.layout.textColumns }

  func draw(_ layout: CardLayout, pictures: some PictureSource, into frame: inout Frame) {
    let points = ScreenLayout.pointsPerRow
    let body = layout.bodyFrame(at: card.expansion)
    let isInBody = editor.field == .body
    // The current field is drawn last, because it sets the cursor.
    let pollRow = canvas.context.writing?.pollRow
    let places = [
      (EditorField.title, card.row(points)),
      (.summary, pollRow.map { card.row(body.y) + $0 } ?? card.row(2 * points)),
      (.body, card.row(body.y)),
    ]
    if let pollRow { drawPollHead(at: card.row(body.y) + pollRow - 1, into: &frame) }
    for (field, y) in places
    where isShown(field) && (field != .body || editor.preview == nil) {
      draw(field, at: y, into: &frame)
    }
    drawPreview(layout, pictures: pictures, into: &frame)
    if pollRow == nil, let last = canvas.context.writing?.bodyRows {
      WrittenPicturesView(editor: editor, card: card).draw(
        at: card.row(body.y) + last - WrittenPicturesView.rows(of: editor), pictures: pictures,
        into: &frame)
    }
    drawEnd(at: card.row(points), into: &frame)
    guard card.expansion > 0.5 else { return }
    var y = card.row(layout.authorY(at: card.expansion))
    // With a long text, the edit row stays visible at the bottom.
    let last = canvas.layout.list.maxY - 1
    if y > last { y = last }
    if isInBody || y != last || frame.cursor?.y != y {
      EditRowView(editor: editor, card: card)
        .draw(in: Rect(x: card.textX, y: y, width: columns, height: 1), into: &frame)
    }
  }

  // MARK: Fields

  private func isShown(_ field: EditorField) -> Bool { editor.shownFields.contains(field) }

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
      : theme.text(alpha: theme.shades.placeholder, over: card.background)
    if !theme.text.isRGB { placeholder.attributes.formUnion(.dim) }
    return EditorStyle(
      text: text, selection: selection, placeholder: placeholder,
      marked: canvas.context.abilities.colors == .none ? .underline : .misspelt)
  }

  private func draw(_ field: EditorField, at y: Int, into frame: inout Frame) {
    let text = editor[field]
    let view = EditorView(
      text, style: style(of: field), placeholder: placeholder(of: field),
      hasFocus: field == editor.field && isInFront)
    let rect = Rect(x: card.textX, y: y, width: text.width, height: view.rows)
    view.draw(in: rect, into: &frame)
    // The element is clipped to the visible area, so it stores its first row.
    let hidden = max(0, frame.clip.y - y)
    frame.add(field.elementID, rect, .editor(.fieldPressed(field, row: hidden, column: 0)))
  }

  /// Draws what the poll has beside its options.
  private func drawPollHead(at y: Int, into frame: inout Frame) {
    guard let poll = editor.newPoll else { return }
    let key = canvas.keyHint(.editor(.poll(.pressed)), "changes it")
    let words = ["poll: \(poll.remark)", key].compactMap(\.self)
    frame.draw(
      Glyph.glyphs(of: words.joined(separator: canvas.symbols.dot)).truncated(to: columns),
      at: Point(x: card.textX, y: y), style: canvas.hint(over: card.background),
      pressing: "editor-poll", .editor(.poll(.pressed)))
  }

  private func placeholder(of field: EditorField) -> String {
    editor.placeholder(of: field, in: canvas.context.abilities)
  }

  private var isInFront: Bool {
    card.scene.isEditorOnTop && editor.preview == nil && editor.pathLine == nil
  }

  /// Draws the preview of the body.
  private func drawPreview(
    _ layout: CardLayout, pictures: some PictureSource, into frame: inout Frame
  ) {
    guard let text = editor.preview else { return }
    card.draw(text, layout, pictures: pictures, into: &frame)
    let y = card.row(layout.bodyFrame(at: card.expansion).y)
    frame.cursor = Point(
      x: card.textX, y: min(max(y, frame.clip.y), max(frame.clip.y, frame.clip.maxY - 1)))
    frame.add(
      "preview", Rect(x: card.textX, y: y, width: columns, height: text.lines.count),
      .editor(.previewPressed))
  }

  /// What the title's keys do that lead to the other fields; nil elsewhere, where both lead to the same one, and for those
  /// who would hear it instead of the title.
  private var titleHint: String? {
    guard editor.field == .title, editor.template == .post, !canvas.context.settings.screenReader,
      editor.shownFields == [.title, .summary, .body]
    else { return nil }
    let hints = [
      canvas.keyHint(.editor(.nextFieldPressed(1)), "summary"),
      canvas.keyHint(.editor(.edited(.newline)), "text"),
    ]
    return hints.compactMap(\.self).joined(separator: canvas.symbols.dot)
  }

  /// The title of the post that the new one answers, in words; nil where the path or a card above the list says it.
  private var belowParent: String? {
    guard case .children = card.scene.destination, canvas.layout.answered.isEmpty,
      let parent = card.list.index(of: card.post.parentID).map({ card.list.posts[$0] }),
      parent.id != card.list.parent?.id
    else { return nil }
    return "below: " + parent.headline
  }

  /// Draws at the right of the first row, if there is room, what the keys do in the title; in other fields the picture
  /// where none is drawn, or else the title of the parent.
  private func drawEnd(at y: Int, into frame: inout Frame) {
    let picture = canvas.context.undrawnPicture(of: card.post)
    guard let words = titleHint ?? picture ?? belowParent, editor.title.firstColumn == 0 else {
      return
    }
    let title = editor.title
    let used =
      !isShown(.title)
      ? 0
      : title.isEmpty
        ? Glyph.glyphs(of: placeholder(of: .title)).displayWidth
        : title.cell(of: title.wholeRange.upperBound).column
    let room = columns - used - 3
    let whole = Glyph.glyphs(of: words)
    // Half a hint says nothing.
    let least = titleHint != nil ? whole.displayWidth : picture != nil ? 1 : 16
    guard room >= least else { return }
    let end = titleHint == nil ? whole.truncated(to: min(room, columns / 2)) : whole
    frame.draw(
      BidiLine.visual(end, direction: .leftToRight),
      at: Point(x: card.textX + columns - end.displayWidth, y: y),
      style: Style(
        foreground: theme.text(alpha: theme.shades.author, over: card.background),
        background: .clear))
  }
}
