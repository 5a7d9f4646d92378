import FireflyCore
import FireflyScreen

/// What stands in the window when there are no cards: loading, failed, empty.
enum NoticeView {
  static func drawLoading(_ canvas: Canvas, into frame: inout Frame) {
    let words =
      canvas.state.current.navigator.depth == 0
      ? canvas.state.explorer.loadingWords : "Loading..."
    draw(
      [
        (canvas.symbols.logo, canvas.onBackdrop()), ("", canvas.onBackdrop()),
        (spinner(canvas) + " " + words, canvas.onBackdrop()),
      ], in: canvas.layout.list, into: &frame)
  }

  static func drawFailure(_ reason: String, _ canvas: Canvas, into frame: inout Frame) {
    let window = canvas.layout.list
    let reasonLines = WordWrap.wrap(reason, width: max(1, min(60, window.width - 4)), limit: 6)
    let keys = canvas.state.settings.keymap.keys(of: "refresh")
    let key = keys.first.map { canvas.symbols.label(of: $0) } ?? "r"
    draw(
      [("Error loading posts", canvas.onBackdrop(.bold)), ("", canvas.onBackdrop())]
        + reasonLines.map { ($0.text, canvas.onBackdrop()) }
        + [("", canvas.onBackdrop()), ("\(key) retry", canvas.onBackdrop([.bold, .underline]))],
      in: window, into: &frame)
  }

  static func drawEmpty(_ list: ListState, _ canvas: Canvas, into frame: inout Frame) {
    let skipped = list.skipped == 0 ? [] : ["\(list.skipped) could not be read; see the log."]
    draw(
      (["No posts yet"] + skipped).map { ($0, canvas.onBackdrop()) }, in: canvas.layout.list,
      into: &frame)
  }

  /// The spinner's step at this moment, ten a second.
  static func spinner(_ canvas: Canvas) -> String {
    let steps = canvas.symbols.spinner
    guard canvas.state.settings.motion != .none else { return steps[0] }
    return steps[Int(max(0, canvas.now) * 10) % steps.count]
  }

  /// Lines in the middle of a rectangle.
  static func draw(_ lines: [(String, Style)], in area: Rect, into frame: inout Frame) {
    let fitting = lines.count <= area.height ? lines : lines.filter { !$0.0.isEmpty }
    var y = area.y + max(0, (area.height - fitting.count) / 2)
    for (text, style) in fitting {
      let glyphs = Glyph.glyphs(of: text).truncated(to: area.width)
      let x = area.x + max(0, (area.width - glyphs.displayWidth) / 2)
      frame.draw(glyphs, at: Point(x: x, y: y), style: style)
      y += 1
    }
  }
}

/// The first thing seen: the logo on turquoise (seed 003).
enum SplashView {
  static func draw(_ canvas: Canvas, into frame: inout Frame) {
    let style = Style(foreground: canvas.theme.splashText, background: canvas.theme.splash)
    frame.fill(frame.bounds, style: style)
    let words = canvas.state.explorer.loadingWords
    NoticeView.draw(
      [
        (canvas.symbols.logo, style), ("", style),
        (NoticeView.spinner(canvas) + " " + words, style),
      ], in: frame.bounds, into: &frame)
  }
}
