import FireflyCore
import FireflyScreen

/// Draws the posts that a text can link.
struct LinkPickerView {
  let canvas: Canvas
  let picker: LinkPicker

  func draw(into frame: inout Frame) {
    let count = picker.list.items.count
    PickListView(
      canvas: canvas, list: picker.list,
      title: count == 0 ? "Link to a post" : "Link to one of \(count) posts",
      hints: [
        canvas.keyHint(
          .filter(.accepted), picker.list.shown.isEmpty ? "writes the words" : "links it"),
        canvas.keyHint(.filter(.cancelled), "closes"),
      ], closing: .links(.picker(.pick(.closed)))
    ).draw(into: &frame) { item, line in
      ("link-to-\(item.id)", .links(.picker(.pick(.linePressed(line)))))
    } row: { item, room, style, frame in
      let title = Glyph.glyphs(of: item.title.prefix(400))
        .truncated(to: max(1, room.width), ellipsis: canvas.symbols.ellipsis)
      let end = frame.draw(BidiLine.visual(title), at: Point(x: room.x, y: room.y), style: style)
      guard let author = item.author, room.maxX - end > 8 else { return }
      let words = Glyph.glyphs(of: canvas.symbols.dot + author)
        .truncated(to: room.maxX - end, ellipsis: canvas.symbols.ellipsis)
      frame.draw(words, at: Point(x: end, y: room.y), style: canvas.hint(over: canvas.surface))
    }
  }
}
