import FireflyScreen

/// What of the configuration could not be understood, place by place.
enum ComplaintsView {
  private static let columns = 76

  /// The lines of the sheet, wrapped: each place as a heading, and what is wrong there below it.
  static func lines(
    _ complaints: [SettingsComplaint], _ layout: ScreenLayout
  ) -> [(text: TextLine, isHeading: Bool)] {
    let width = max(1, PanelView.inner(PanelView.area(layout, columns: columns)).width)
    var lines: [(text: TextLine, isHeading: Bool)] = []
    var place: String?
    for complaint in complaints {
      if complaint.place != place {
        if place != nil { lines.append((TextLine([]), false)) }
        lines += WordWrap.wrap(complaint.place, width: width).map { ($0, true) }
        place = complaint.place
      }
      lines += WordWrap.wrap(complaint.text, width: max(1, width - 2)).map { ($0, false) }
    }
    lines.append((TextLine([]), false))
    let rest = "All else holds. What is named here is as it would be without it."
    return lines + WordWrap.wrap(rest, width: width).map { ($0, true) }
  }

  /// How many lines are seen at once.
  static func window(_ layout: ScreenLayout) -> Int {
    max(1, PanelView.inner(PanelView.area(layout, columns: columns)).height)
  }

  static func draw(
    _ canvas: Canvas, _ complaints: [SettingsComplaint], scroll: Int, into frame: inout Frame
  ) {
    let panel = PanelView(canvas, columns: columns)
    let inner = PanelView.inner(panel.area)
    let lines = lines(complaints, canvas.layout)
    let more = lines.count - scroll - inner.height
    panel.draw(
      title: "Check your settings",
      note: more > 0 ? "\(more) more below" : "any key goes on", into: &frame)
    frame.clipped(to: inner) { frame in
      for (row, line) in lines.dropFirst(scroll).prefix(inner.height).enumerated() {
        let x = inner.x + (line.isHeading ? 0 : min(2, inner.width - 1))
        let glyphs = BidiLine.visual(line.text).spans.flatMap(\.glyphs)
        frame.draw(
          glyphs, at: Point(x: x, y: inner.y + row), style: panel.style(line.isHeading ? .bold : [])
        )
      }
    }
  }
}
