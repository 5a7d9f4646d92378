import FireflyScreen

/// Draws the palette: name, meaning and keys of each action.
struct ActionPaletteView {
  let canvas: Canvas
  let palette: ActionPalette

  /// Minimum columns of a meaning; with less room it is left out.
  private static let minimumHelp = 8
  private static let shownKeys = 2

  func draw(into frame: inout Frame) {
    let items = palette.list.items
    let longest = items.map(\.name.count).max() ?? 0
    let (title, accepts) =
      switch palette.kind {
      case .actions: ("\(items.count) actions", "does it")
      case .words: ("words to mute: type them, or pick", "mutes them")
      case .places: ("where to go: pick, or type an address or path", "goes there")
      case .address(let question):
        (
          question.words + (palette.start.map { ", from \($0)" } ?? ""),
          palette.isPath ? "imports it" : "goes there"
        )
      }
    PickListView(
      canvas: canvas, list: palette.list, title: title,
      hints: [
        canvas.keyHint(.filter(.accepted), accepts),
        palette.isPath
          ? canvas.keyHint(.editor(.attachment(.completionPressed(1))), "completes") : nil,
        canvas.keyHint(.filter(.cancelled), "closes"),
      ], closing: .palette(.pick(.closed)),
      nothing: nothing, isQuestion: isQuestion,
      columns: longest + 2 + (items.map { needed(beside: $0) }.max() ?? 0)
    ).draw(into: &frame) { item, line in
      ("palette-\(item.name)", .palette(.pick(.linePressed(line))))
    } row: { item, room, style, frame in
      draw(item, nameColumns: min(room.width / 2 + 1, longest + 2), in: room, style, into: &frame)
    }
  }

  private var isQuestion: Bool { if case .address = palette.kind { true } else { false } }

  /// Returns the columns for the meaning and the keys of an action.
  private func needed(beside item: ActionPalette.Item) -> Int {
    4 + item.help.displayWidth + keys(of: item).displayWidth
  }

  private func keys(of item: ActionPalette.Item) -> [Glyph] {
    let labels =
      item.keys.map { canvas.symbols.label(of: $0) }
      + item.sequences.map { canvas.symbols.label(of: $0) }
    return Glyph.glyphs(of: labels.prefix(Self.shownKeys).joined(separator: " "))
  }

  /// What is said where nothing matches; nil for only that.
  private var nothing: String? {
    switch palette.kind {
    case .words: nil
    case .address where palette.isPath: nil
    case .actions where palette.answer != nil: palette.answer
    case .address, .actions, .places: "Nothing matches. Type an address, such as feed:example.org."
    }
  }

  private func draw(
    _ item: ActionPalette.Item, nameColumns: Int, in room: Rect, _ style: Style,
    into frame: inout Frame
  ) {
    let keys = keys(of: item)
    let keyX = room.maxX - keys.displayWidth
    frame.draw(keys, at: Point(x: keyX, y: room.y), style: canvas.hint(over: canvas.surface))
    let isShort = item.name.displayWidth > nameColumns - 2
    let name = Glyph.glyphs(of: isShort ? item.shortName ?? item.name : item.name)
      .truncated(to: max(1, nameColumns - 2), ellipsis: canvas.symbols.ellipsis)
    frame.draw(name, at: Point(x: room.x, y: room.y), style: style)
    let helpX = room.x + nameColumns
    let helpColumns = keyX - 2 - helpX
    guard helpColumns >= Self.minimumHelp else { return }
    let help = Glyph.glyphs(of: item.help)
      .truncated(to: helpColumns, ellipsis: canvas.symbols.ellipsis)
    frame.draw(help, at: Point(x: helpX, y: room.y), style: style)
    // What is new at a place looks new.
    if let new = item.help.firstMatch(of: /[0-9]+ new$/)?.output,
      help.count == item.help.count
    {
      var bold = style
      bold.attributes.formUnion(.bold)
      frame.draw(
        String(new), at: Point(x: helpX + help.displayWidth - new.count, y: room.y), style: bold)
    }
  }
}
