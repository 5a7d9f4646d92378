import FireflyCore
import FireflyScreen

/// A comparison of the server's current version of a post with the user's edited version.
struct Conflict: Equatable, Sendable {
  let comparison: Comparison
  let target: DraftTarget
  /// The comparison laid out for the current screen.
  private(set) var text: ConflictText
  /// Number of lines scrolled.
  private(set) var scroll = 0

  init(_ comparison: Comparison, at target: DraftTarget, _ layout: ScreenLayout) {
    self.comparison = comparison
    self.target = target
    text = ConflictText(comparison, layout)
  }

  /// Lays it out for another screen size.
  mutating func resize(_ layout: ScreenLayout) {
    text = ConflictText(comparison, layout)
    scroll(.lines(0))
  }

  /// Scrolls the comparison.
  mutating func scroll(_ action: ScrollAction) {
    let end = max(0, text.lines.count - text.window)
    scroll = action.position(from: scroll, page: max(1, text.window - 1), end: end)
  }
}

extension Conflict: FocusLayer {
  var keyContext: KeyContext { .conflict }
  var coversLists: Bool { true }

  func action(forWheel steps: Int, rows: Int) -> Action? { .conflict(.scrolled(.lines(rows))) }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    ConflictView(canvas, self).draw(into: &frame)
  }
}
