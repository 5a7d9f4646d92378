import FireflyCore
import FireflyScreen

/// Draws the current note, or a question, over the bottom of the list.
enum NoteView {
  private static let maximumLines = 3

  static func draw(_ note: Note, _ canvas: Canvas, into frame: inout Frame) {
    let list = canvas.layout.list.isEmpty ? frame.bounds : canvas.layout.list
    let isTight = list.width < 12
    let style = style(of: note, canvas.theme)
    let lines = WordWrap.sentence(
      note.text, width: max(1, min(76, list.width - (isTight ? 0 : 6))), limit: maximumLines)
    let columns = lines.map(\.displayWidth).max() ?? 0
    let x = max(0, (list.width - columns) / 2)
    frame.clipped(to: list) { frame in
      for (index, glyphs) in lines.enumerated() {
        let y = list.maxY - lines.count + index
        if isTight {
          frame.draw(glyphs, at: Point(x: x, y: y), style: style)
          continue
        }
        if index == 0, note.isQuestion { frame.cursor = Point(x: x, y: y) }
        frame.fill(Rect(x: x - 1, y: y, width: columns + 2, height: 1), style: style)
        frame.draw(glyphs, at: Point(x: x, y: y), style: style)
        let ends = Style(foreground: style.background)
        frame.draw(canvas.symbols.pill.left, at: Point(x: x - 2, y: y), style: ends)
        frame.draw(canvas.symbols.pill.right, at: Point(x: x + columns + 1, y: y), style: ends)
      }
    }
  }

  /// Returns a style that contrasts with the surroundings; failures have the alert colour.
  static func style(of note: Note, _ theme: Theme) -> Style {
    guard theme.text.isRGB, theme.card.isRGB else {
      return Style(
        foreground: theme.text, background: theme.card,
        attributes: note.isError ? [.reverse, .bold] : .reverse)
    }
    let background =
      note.isError
      ? theme.alert : theme.text.blended(over: theme.backdrop, alpha: theme.shades.note)
    return Style(
      foreground: theme.legible(theme.card, over: background), background: background)
  }
}

extension AppState {
  /// The visible note: a question, the last message, or the post being moved.
  var shownNote: Note? {
    focus[LinkChoice.self].map {
      let way = keyLabel("close", in: .links).map { " \($0) cancels." } ?? ""
      return Note(text: $0.prompt + way, isError: false, until: .infinity, isQuestion: true)
    }
      ?? note ?? movingNote
  }

  /// The post being moved, with the keys for it.
  private var movingNote: Note? {
    guard let post = moving.movedPost, focus.isEmpty else { return nil }
    let all = [
      ("put", "under this post"), ("put-at-root", "to top level"), ("release", "cancel"),
    ]
    let hints = all.compactMap { name, words in
      keyLabel(name, in: .moving).map { $0 + " " + words }
    }
    let text = "Moving “\(post.label.shortened(to: 30))”: \(hints.joined(separator: symbols.dot))"
    return Note(text: text, isError: false, until: .infinity)
  }
}
