import FireflyCore
import FireflyModel
import FireflyScreen

/// Draws the article of a page.
struct ArticleView {
  let canvas: Canvas
  let article: ArticleSheet

  func draw(into frame: inout Frame) {
    let sheet = ArticleSheet.layout(canvas.layout, canvas.context.settings.tunables)
    let panel = SheetPanel(canvas, sheet: sheet, closing: .article(.closed))
    panel.draw(
      title: article.title, note: note(below: sheet.inner), filter: article.filter, foot: foot,
      leaving: leaving, into: &frame)
    if !article.filter.isTyping {
      frame.cursor = Point(x: sheet.inner.x, y: sheet.inner.y)
    }
    let inner = sheet.inner
    if let line = article.firstNew, (0..<inner.height).contains(line - article.scroll) {
      // Beside the first line that is new: those above were read before.
      frame.draw(
        canvas.symbols.folded.trimmed,
        at: Point(x: inner.x - 2, y: inner.y + line - article.scroll),
        style: canvas.hint(over: canvas.surface))
    }
    frame.clipped(to: inner) { frame in
      if let text = article.text {
        drawLines(of: text, in: sheet.inner, into: &frame)
      } else if let failure = article.failure {
        drawFailure(failure, in: sheet.inner, into: &frame)
      } else {
        frame.draw(
          BlankListView.spinner(canvas) + " Loading...",
          at: Point(x: sheet.inner.x, y: sheet.inner.y), style: canvas.onSurface())
      }
    }
  }

  private func drawLines(of text: FormattedText, in area: Rect, into frame: inout Frame) {
    let style = BodyStyle(
      theme: canvas.theme, background: canvas.surface,
      isPlain: canvas.greysAreAlike(over: canvas.surface))
    let sought = article.filter.isEmpty ? nil : article.filter.text
    var lines = LinkedLinesView(text: text, style: style, name: "link-") {
      .article(.linkPressed($0))
    }
    for (row, index) in text.lines.indices.dropFirst(article.scroll).prefix(area.height)
      .enumerated()
    {
      let view = lines.draw(index, at: Point(x: area.x, y: area.y + row), into: &frame)
      guard let sought else { continue }
      let (line, next) = (view.line.text, text.lines.dropFirst(index + 1).first?.text ?? "")
      view.mark(ArticleSheet.ranges(of: sought, in: line, before: next), in: line, into: &frame)
    }
  }

  private func drawFailure(_ failure: LoadFailure, in area: Rect, into frame: inout Frame) {
    // The last line says how to open the page.
    let again =
      failure.keepsCachedLists ? canvas.keyHint(.article(.refreshPressed), "tries again") : nil
    let lines = [failure.sentence, "", article.page, "", again ?? ""].flatMap { text in
      WordWrap.wrap(text, width: max(1, area.width)).map(\.text)
    }
    for (row, line) in lines.prefix(area.height).enumerated() {
      frame.draw(line, at: Point(x: area.x, y: area.y + row), style: canvas.onSurface())
    }
  }

  /// What stands at the right of the title: the matches, the age of a copy, or how much is below.
  private func note(below area: Rect) -> String {
    if !article.filter.isEmpty {
      guard !article.matches.isEmpty else {
        return article.text == nil ? "" : "not in this article"
      }
      let current = article.matches.last { $0 <= article.scroll + ArticleSheet.linesAbove }
      let place = article.matches.firstIndex { $0 == current } ?? 0
      return "\(place + 1) of \(article.matches.count)"
    }
    let time = article.cachedAt.map { WireDate.minute($0, in: canvas.context.settings.time) }
    if let failure = article.failure, let time {
      return failure.kind.isOffline ? "offline, as of \(time)" : "as of \(time)"
    }
    let more = (article.text?.lines.count ?? 0) - article.scroll - area.height
    let below = more > 0 ? "\(more) more below" : nil
    return [time.map { "as of \($0)" }, below].compactMap(\.self).joined(
      separator: canvas.symbols.dot)
  }

  /// What says how to leave: the find first.
  private var leaving: String? {
    article.filter.isTyping || article.endsFilterFirst
      ? canvas.keyHint(.filter(.cancelled), "ends find") : canvas.closeHint(.article(.closed))
  }

  private var foot: [String?] {
    if let choice = article.choice { return [choice.prompt] }
    return article.filter.isTyping
      ? [leaving]
      : [
        leaving,
        article.endsFilterFirst
          ? canvas.keyHint(.article(.matchPressed(1)), "the next match", in: .article) : nil,
        canvas.keyHint(.filter(.pressed), "finds", in: .article),
        article.text?.pictureLinks.isEmpty == false && canvas.context.showsPictures
          ? canvas.keyHint(.article(.picturePressed(nil)), "shows the pictures") : nil,
        canvas.keyHint(.article(.openPressed), "opens the browser"),
        canvas.keyHint(.article(.copyPressed), "copies the address"),
      ]
  }
}
